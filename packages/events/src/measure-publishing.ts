import type { Metrics } from '@mtg/observability'
import { type DropReason, dropReasons, type UsageBuffer } from './usage-buffer.ts'
import { type UsageKind, usageKinds } from './usage-events.ts'

/** How many events were published, and how many given up. */
export interface EventCounts {
  readonly published: (kind: UsageKind, count: number) => void
  readonly dropped: (kind: UsageKind, reason: DropReason) => void
}

/** Counts events in the metrics. */
export function countEvents(metrics: Metrics): EventCounts {
  const published = metrics.counter('mtg_usage_events_published_total', 'Usage events acknowledged by NATS.', ['kind'])
  const dropped = metrics.counter(
    'mtg_usage_events_dropped_total',
    'Usage events given up: the buffer was full, a buyer had its share, the event was too large, the publisher closed.',
    ['kind', 'reason'],
  )
  // Alerts watch them grow, so they are told before there is anything to count.
  for (const kind of usageKinds) for (const reason of dropReasons) dropped.bind({ kind, reason })
  return {
    published: (kind, count) => published.inc({ kind }, count),
    dropped: (kind, reason) => dropped.inc({ kind, reason }),
  }
}

/** Shows how full the buffer is, and how old what it holds. */
export function showBuffer(
  metrics: Metrics,
  buffer: UsageBuffer,
  bounds: { readonly eventsMax: number; readonly bytesMax: number },
): void {
  const { eventsMax, bytesMax } = bounds
  metrics.gauge('mtg_usage_events_buffered', 'Usage events not acknowledged by NATS.', [], () => buffer.count)
  metrics.gauge('mtg_usage_events_buffer_max', 'Usage events that may wait.', [], () => eventsMax)
  metrics.gauge('mtg_usage_buffer_bytes', 'Bytes of usage events not acknowledged by NATS.', [], () => buffer.bytes)
  metrics.gauge('mtg_usage_buffer_max_bytes', 'Bytes of usage events that may wait.', [], () => bytesMax)
  metrics.gauge('mtg_usage_buffer_oldest_seconds', 'Age of the oldest of them; 0 when there is none.', [], () =>
    Math.round(buffer.oldestMs() / 1000),
  )
}
