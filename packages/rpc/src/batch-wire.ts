import type * as grpc from '@grpc/grpc-js'
import type { ServiceRef } from '@mtg/contracts'
import { callMetadata } from './channel.ts'
import type { MethodName, ReceivedResponseOf, RequestOf } from './shapes.ts'

/** Identifies an item among those that wait for their answers. */
export type ItemKey = string | number

/** Which method a batched stream calls, and how its messages hold their items. */
export interface BatchMethod<Definition, Name extends MethodName<Definition>, Item, Result> {
  readonly service: ServiceRef<Definition>
  readonly method: Name
  readonly toMessage: (items: Item[]) => RequestOf<Definition, Name>
  readonly keyOf: (item: Item) => ItemKey
  readonly resultsOf: (message: ReceivedResponseOf<Definition, Name>) => readonly Result[]
  /** The key of the item that a result answers. */
  readonly keyOfResult: (result: Result) => ItemKey
}

/** Told what comes over a stream. */
interface StreamListener<Result> {
  readonly answered: (results: readonly Result[]) => void
  /** What was written has left: there is room for more. */
  readonly drained: () => void
  /** `failure` is undefined when the server ended it in good order. */
  readonly ended: (failure: grpc.status | undefined) => void
}

/** One stream of items. */
export interface BatchStream<Item> {
  /** Sends items in one message; false when there is no room for more until it has drained. */
  write(items: Item[]): boolean
  cancel(): void
}

/** A batched method as who sends items sees it: without messages. */
export interface BatchWire<Item, Result> {
  readonly keyOfResult: (result: Result) => ItemKey
  open(channel: grpc.Client, listener: StreamListener<Result>): BatchStream<Item>
}

/** Ties a batched method to the secret that its streams show. */
export function batchWire<Definition, Name extends MethodName<Definition>, Item, Result>(
  { service, method, toMessage, resultsOf, keyOfResult }: BatchMethod<Definition, Name, Item, Result>,
  token: string | undefined,
  forwards?: boolean,
): BatchWire<Item, Result> {
  const definition = service.definition[method]
  if (definition === undefined) throw new Error(`${service.name} has no method ${String(method)}`)
  const { path, requestSerialize, responseDeserialize }: grpc.MethodDefinition<unknown, unknown> = definition
  const metadata = callMetadata(token, service.name, forwards)
  return {
    keyOfResult,
    open(channel, { answered, drained, ended }) {
      const stream = channel.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata, {})
      stream.on('data', (message: ReceivedResponseOf<Definition, Name>) => answered(resultsOf(message)))
      stream.on('drain', drained)
      stream.on('error', (failure: grpc.ServiceError) => ended(failure.code))
      stream.on('end', () => ended(undefined))
      return { write: items => stream.write(toMessage(items)), cancel: () => stream.cancel() }
    },
  }
}
