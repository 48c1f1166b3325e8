import type { Logger, Metrics } from '@mtg/observability'
import { type Clock, systemClock } from '@mtg/primitives'
import { countEvents, showBuffer } from './measure-publishing.ts'
import type { NatsLink } from './nats-link.ts'
import { createObservationShares } from './observation-shares.ts'
import { createUsageBuffer } from './usage-buffer.ts'
import type { CallObserved, UsageRecorded } from './usage-events.ts'
import { UsageSender } from './usage-sender.ts'
import type { UsageStreamOptions } from './usage-stream.ts'

/** Publishes usage events off the path of calls: nothing here blocks or fails a call. */
export interface UsagePublisher {
  record(event: UsageRecorded): void
  observe(event: CallObserved): void
  /** Resolves when all that was given so far is acknowledged, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>
  /** Whether events arrive: false once one of them has waited for ten seconds. */
  isFlowing(): boolean
  /** Flushes (bounded) and stops. */
  close(): Promise<void>
}

/** Where to publish, and how much may wait for it. */
export interface UsagePublisherOptions {
  readonly nats: NatsLink
  readonly prefix: string
  readonly log: Logger
  readonly metrics: Metrics
  /** Events kept while NATS is away; more are dropped and counted. Records are dropped last: billing repairs them. */
  readonly bufferMax: number
  /** Bytes of these; 8 MiB when left out. */
  readonly bufferBytesMax?: number
  /** Observations of one buyer in a second; 20 when left out. */
  readonly observationsPerSecond?: number
  /** How the streams are made when this side has to make them. */
  readonly stream?: UsageStreamOptions
  readonly clock?: Clock
}

const BUFFER_BYTES_MAX = 8 * 1024 * 1024
const OBSERVATIONS_PER_SECOND = 20
/** Of all that may wait, what one buyer's observations may take. */
const BUYER_PART = 1 / 16
const FLOWING_WITHIN_MS = 10_000

/** Makes a publisher: many events to a message, one acknowledgement, bounded memory. */
export function createUsagePublisher(options: UsagePublisherOptions): UsagePublisher {
  const clock = options.clock ?? systemClock
  const bytesMax = options.bufferBytesMax ?? BUFFER_BYTES_MAX
  const perSecond = options.observationsPerSecond ?? OBSERVATIONS_PER_SECOND
  const counts = countEvents(options.metrics)
  const shares = createObservationShares({ bytesMax: bytesMax * BUYER_PART, perSecond }, clock)
  const bounds = { bytesMax, eventsMax: options.bufferMax }
  const buffer = createUsageBuffer(bounds, shares, clock, counts.dropped)
  showBuffer(options.metrics, buffer, bounds)
  const sender = new UsageSender({ ...options, buffer, counts })
  return {
    record: event => sender.add('recorded', event),
    observe: event => sender.add('observed', event),
    flush: timeoutMs => sender.flush(timeoutMs),
    isFlowing: () => buffer.oldestMs() < FLOWING_WITHIN_MS,
    close: () => sender.close(),
  }
}
