import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { Ending } from '../call/ending.ts'
import type { CallTrail } from '../call/trail.ts'
import { createTokenBucket } from '../limits/token-bucket.ts'

/** Writes the one line of a call, with the same fields for success and failure. */
export interface CallLog {
  write(trail: CallTrail, ending: Ending, ms: number): void
}

/** Where lines go, and how many refusals are written in a second. */
export interface CallLogOptions {
  readonly log: Logger
  readonly clock: Clock
  readonly refusalsPerSecond: number
}

/**
 * Calls that reserved something are written each. Refusals cost their caller nothing, so that a crowd of them could fill the disk:
 * beyond a rate they are only counted, and the next line that is written says how many are missing (`unwritten`).
 */
export function createCallLog({ log, clock, refusalsPerSecond }: CallLogOptions): CallLog {
  const lines = createTokenBucket(refusalsPerSecond, refusalsPerSecond)
  let unwritten = 0
  return {
    write(trail, ending, ms) {
      const isRefusal = trail.reservation === undefined && ending.error !== undefined
      if (isRefusal && !lines.take(clock.monotonicMs())) {
        unwritten += 1
        return
      }
      const facts = factsOf(trail, ending, ms)
      writeLine(unwritten === 0 ? facts : { ...facts, unwritten }, ending, log)
      unwritten = 0
    },
  }
}

function factsOf({ arrival, principal, message, reservation }: CallTrail, ending: Ending, ms: number) {
  return {
    callId: arrival.callId,
    buyerId: principal?.buyerId ?? '',
    keyId: principal?.keyId ?? '',
    app: arrival.app.name,
    adapter: arrival.app.adapter.name,
    operation: message?.operation ?? '',
    code: ending.code,
    owner: ending.owner,
    status: ending.status,
    ms,
    billedMicros: String(reservation?.chargedMicros() ?? 0n),
    // Named as OpenTelemetry's logs name them.
    ...(arrival.span.recording ? { trace_id: arrival.span.traceId, span_id: arrival.span.spanId } : undefined),
  }
}

function writeLine(facts: Readonly<Record<string, unknown>>, { error, owner, code }: Ending, log: Logger): void {
  if (error === undefined) return log.info(facts, 'call')
  // Shedding is what the edge is meant to do under load: where it was decided is no news.
  if (owner === 'gateway' && code !== 'overloaded') return log.error({ ...facts, err: error }, 'call')
  return log.info({ ...facts, detail: error.detail }, 'call')
}
