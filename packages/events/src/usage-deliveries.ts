import { AppError } from '@mtg/errors'
import type { Logger, Metrics } from '@mtg/observability'
import type { JsMsg } from 'nats'
import type { UsageKind } from './usage-events.ts'
import type { UsageNames } from './usage-stream.ts'

/** One message: events that were published together, not yet checked. */
export interface UsageMessage {
  readonly kind: UsageKind
  readonly events: readonly unknown[]
}

/** A message that can never be handled. */
export interface PoisonMessage {
  readonly subject: string
  readonly data: Uint8Array
  readonly reason: string
}

/** A running batch. */
interface Delivery {
  /** The message stands alone and has been tried so often that whatever of it fails now is to be put aside. */
  readonly isLast: boolean
}

/** Who takes messages. */
export interface UsageHandlers {
  /**
   * Stores the messages; they are acknowledged only after it has resolved. May be given the same message again.
   * `database_error` means later; any other failure counts against the message.
   */
  readonly handle: (messages: readonly UsageMessage[], delivery: Delivery) => Promise<void>
  /** Takes a message that is not JSON, of an unknown subject, or that failed too often. */
  readonly onPoison: (poison: PoisonMessage) => Promise<void>
}

/** Where deliveries go, and what is told of them. */
export interface UsageDeliveriesOptions extends UsageHandlers {
  readonly kindOf: UsageNames['kindOf']
  readonly log: Logger
  readonly metrics: Metrics
}

const DELIVERIES_MAX = 8
const FIRST_RETRY_DELAY_MS = 1000
const RETRY_DELAYS_MS = [FIRST_RETRY_DELAY_MS, 2000, 5000, 10_000, 30_000]

/**
 * Answers with what handles a batch and tells the server how each of its messages ended: acknowledged, to be delivered again
 * later, or put aside as poison.
 */
export function createUsageDeliveries(options: UsageDeliveriesOptions): (batch: readonly JsMsg[]) => Promise<void> {
  const { log } = options
  const consumed = options.metrics.counter('mtg_usage_messages_total', 'Usage messages by outcome.', ['outcome'])

  async function deliver(batch: readonly JsMsg[]): Promise<void> {
    const readable: { raw: JsMsg; message: UsageMessage }[] = []
    for (const raw of batch) {
      const message = readMessage(raw, options.kindOf)
      if (typeof message === 'string') await bury(raw, message)
      else readable.push({ raw, message })
    }
    if (readable.length === 0) return
    const messages = readable.map(({ message }) => message)
    try {
      await options.handle(messages, { isLast: isLastDelivery(batch) })
    } catch (thrown) {
      // One bad message must not hold up its neighbours.
      if (readable.length > 1 && !isOutage(thrown)) for (const { raw } of readable) await deliver([raw])
      else for (const { raw } of readable) await failed(raw, thrown)
      return
    }
    for (const { raw } of readable) acknowledge(raw)
  }

  function acknowledge(raw: JsMsg): void {
    raw.ack()
    consumed.inc({ outcome: 'stored' })
  }

  async function failed(raw: JsMsg, thrown: unknown): Promise<void> {
    const { redeliveryCount } = raw.info
    if (!isOutage(thrown) && redeliveryCount >= DELIVERIES_MAX) {
      return await bury(raw, thrown instanceof Error ? thrown.message : String(thrown))
    }
    log.warn({ err: thrown, redeliveryCount }, 'usage message will be tried again')
    raw.nak(retryDelayMs(redeliveryCount))
    consumed.inc({ outcome: 'retried' })
  }

  async function bury(raw: JsMsg, reason: string): Promise<void> {
    try {
      await options.onPoison({ subject: raw.subject, data: raw.data, reason })
      raw.term(reason)
      consumed.inc({ outcome: 'poison' })
    } catch (err) {
      log.warn({ err }, 'poison message could not be put aside yet')
      raw.nak(FIRST_RETRY_DELAY_MS)
    }
  }

  return deliver
}

/** The message, or what is wrong with it. */
function readMessage(raw: JsMsg, kindOf: UsageNames['kindOf']): UsageMessage | string {
  const kind = kindOf(raw.subject)
  if (kind === undefined) return 'unknown subject'
  try {
    const events: unknown = raw.json()
    return Array.isArray(events) ? { kind, events } : 'not an array of events'
  } catch {
    return 'not JSON'
  }
}

const isLastDelivery = (batch: readonly JsMsg[]) =>
  batch.length === 1 && (batch[0]?.info.redeliveryCount ?? 0) >= DELIVERIES_MAX

const retryDelayMs = (redeliveryCount: number) =>
  RETRY_DELAYS_MS[Math.min(redeliveryCount, RETRY_DELAYS_MS.length) - 1] ?? FIRST_RETRY_DELAY_MS

const isOutage = (thrown: unknown) => thrown instanceof AppError && thrown.code === 'database_error'
