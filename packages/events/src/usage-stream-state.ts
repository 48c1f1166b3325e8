import { type Metrics } from '@mtg/observability'
import { type Clock, systemClock } from '@mtg/primitives'
import type { NatsLink } from './nats-link.ts'
import { type UsageKind, usageKinds } from './usage-events.ts'
import { usageNames } from './usage-stream.ts'

interface StreamState {
  readonly kind: UsageKind
  readonly lag: number
  readonly bytes: number
  readonly bytesMax: number
  readonly oldestSeconds: number
}

/** Whose streams to look at, and where to show them. */
export interface WatchOptions {
  readonly nats: NatsLink
  readonly prefix: string
  readonly metrics: Metrics
  readonly clock?: Clock
}

const ASKED_FOR_MS = 500
const TIMEOUT_MS = 1000

/** Shows how full the streams are, and how far behind whoever stores them is. */
export function watchUsageStreams(options: WatchOptions): void {
  const { metrics } = options
  const read = createReader(options)
  const show = (name: string, help: string, valueOf: (state: StreamState) => number) =>
    metrics.gauge(name, help, ['kind'], async () => {
      const states = await read()
      return usageKinds.map(kind => {
        const state = states.find(each => each.kind === kind)
        return { labels: { kind }, value: state === undefined ? Number.NaN : valueOf(state) }
      })
    })
  show('mtg_usage_lag_messages', 'Usage messages not stored yet; NaN: unknown.', state => state.lag)
  show('mtg_usage_lag_seconds', 'Age of the oldest of them, 0 when there is none; NaN: unknown.', s => s.oldestSeconds)
  show('mtg_usage_stream_bytes', 'Bytes of the stream of usage messages; NaN: unknown.', state => state.bytes)
  show('mtg_usage_stream_max_bytes', 'Bytes that it may hold; NaN: unknown.', state => state.bytesMax)
}

/** Asked once for all that is shown at a scrape. */
function createReader(options: WatchOptions): () => Promise<StreamState[]> {
  const clock = options.clock ?? systemClock
  let asked: { readonly atMs: number; readonly states: Promise<StreamState[]> } | undefined
  return () => {
    const atMs = clock.monotonicMs()
    if (asked === undefined || atMs - asked.atMs > ASKED_FOR_MS) asked = { atMs, states: readStates(options, clock) }
    return asked.states
  }
}

async function readStates({ nats, prefix }: WatchOptions, clock: Clock): Promise<StreamState[]> {
  const connection = nats.current()
  // Asking a server that is away would hold up the scrape.
  if (connection === undefined || !nats.isConnected()) return []
  try {
    const manager = await connection.jetstreamManager({ timeout: TIMEOUT_MS, checkAPI: false })
    return await Promise.all(
      usageKinds.map(async kind => {
        const { state, config } = await manager.streams.info(usageNames(prefix).streamOf(kind))
        const oldestMs = state.messages === 0 ? 0 : clock.nowMs() - Date.parse(state.first_ts)
        const oldestSeconds = Math.max(0, Math.round(oldestMs / 1000))
        // Nothing stays that is stored.
        return { kind, lag: state.messages, bytes: state.bytes, bytesMax: config.max_bytes, oldestSeconds }
      }),
    )
  } catch {
    return []
  }
}
