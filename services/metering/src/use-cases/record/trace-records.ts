import { AppError } from '@mtg/errors'
import type { Span, Telemetry } from '@mtg/observability'
import type { RecordOutcome } from './recorder.ts'

const TITLE = 'process usage.v1.recorded'

const attributes = {
  'messaging.system.name': 'nats',
  'messaging.operation.name': 'process',
  'messaging.operation.type': 'process',
  'messaging.destination.name': 'usage.v1.recorded',
}

/** The traces of the calls that some events are about. */
export interface RecordTraces {
  /** What became of the event; one that cannot be stored fails its span. */
  end(event: unknown, outcome: RecordOutcome): void
  /** None of them could be stored yet. */
  failAll(code: string): void
}

const untraced: RecordTraces = { end: () => {}, failAll: () => {} }

/** Begins a span for each event whose call is traced, under the span that made the event. */
export function traceRecords(telemetry: Telemetry, events: readonly unknown[]): RecordTraces {
  if (!telemetry.enabled) return untraced
  const spans = new Map<unknown, Span>()
  for (const event of events) {
    const traceparent = traceparentOf(event)
    if (traceparent !== undefined) spans.set(event, telemetry.joinSpan(TITLE, 'consumer', traceparent, attributes))
  }
  if (spans.size === 0) return untraced
  return {
    end(event, outcome) {
      const span = spans.get(event)
      const refusal = outcome instanceof AppError ? outcome.code : undefined
      span?.setAttributes({ 'mtg.outcome': outcome instanceof AppError ? outcome.code : outcome })
      span?.end(refusal)
    },
    failAll(code) {
      for (const span of spans.values()) span.end(code)
    },
  }
}

function traceparentOf(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null || !('traceparent' in event)) return undefined
  return typeof event.traceparent === 'string' ? event.traceparent : undefined
}
