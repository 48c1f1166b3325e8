import { type BatchClient, type BatchLimits, BatchSender } from './batch-sender.ts'
import { type BatchMethod, batchWire } from './batch-wire.ts'
import type { ClientOptions } from './client.ts'
import type { MethodName } from './shapes.ts'

/** A batched method, where it runs, and how much may wait for it. */
export interface BatchClientOptions<Definition, Name extends MethodName<Definition>, Item, Result>
  extends ClientOptions,
    BatchMethod<Definition, Name, Item, Result>,
    BatchLimits {}

/**
 * Natural micro-batching over long-lived bidirectional streams: a message carries all that queued up in one event-loop
 * turn, or while the stream was not writable, bounded in items and bytes. Every address has streams of its own, and messages
 * go round them. Broken streams reopen by themselves; what they had not answered, and what a server that fell silent has not,
 * is sent again until its deadline. What was on a stream that broke goes on in smaller groups, each on a stream of its own,
 * so that an item that breaks streams ends up alone.
 */
export function createBatchClient<Definition, Name extends MethodName<Definition>, Item, Result>(
  options: BatchClientOptions<Definition, Name, Item, Result>,
): BatchClient<Item, Result> {
  const { service, method, keyOf, address, token, forwards } = options
  const callee = { service: service.name, method: String(method) }
  return new BatchSender({ callee, keyOf, wire: batchWire(options, token, forwards), address, limits: options })
}
