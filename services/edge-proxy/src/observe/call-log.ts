import type { Logger } from '@mtg/observability'
import type { Ending } from '../call/ending.ts'
import type { CallTrail } from '../call/trail.ts'

/** Writes the one line of a call, with the same fields for success and failure. */
export function logCall(trail: CallTrail, ending: Ending, ms: number, log: Logger): void {
  const { arrival, principal, message, reservation } = trail
  const facts = {
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
  if (ending.error === undefined) return log.info(facts, 'call')
  if (ending.owner === 'gateway') return log.error({ ...facts, err: ending.error }, 'call')
  return log.info({ ...facts, detail: ending.error.detail }, 'call')
}
