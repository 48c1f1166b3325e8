import type { AppError, ErrorOwner } from '@mtg/errors'
import { type CallObserved, packStages, type UsageRecorded } from '@mtg/events'
import { type Logger } from '@mtg/observability'
import { type Clock, isoTime } from '@mtg/primitives'
import type { Arrival } from '../call/arrival.ts'
import type { CallTrail } from '../call/trail.ts'
import type { CallMetrics } from '../observe/call-metrics.ts'
import { titleOf } from '../observe/call-span.ts'

/** How a call ended. */
export interface Ending {
  /** "ok", an error code, or the word for an answer that was delivered and not charged. */
  readonly code: string
  readonly status: number
  /** Who can mend it; nobody has to when there is none. */
  readonly owner: ErrorOwner | 'none'
  readonly error?: AppError
}

/** Takes usage records and observations; never blocks and never fails. */
export interface UsageSink {
  record(event: UsageRecorded): void
  observe(event: CallObserved): void
}

/** What finishing needs. */
export interface FinishServices {
  readonly clock: Clock
  readonly log: Logger
  readonly usage: UsageSink
  readonly callMetrics: CallMetrics
}

/** Writes down how a call ended, whichever way: usage record or observation, one log line, its span and its metrics. */
export function finishCall(trail: CallTrail, ending: Ending, services: FinishServices): void {
  const { arrival, hold, principal } = trail
  const endedAtMs = services.clock.nowMs()
  const durationMs = Math.max(0, endedAtMs - arrival.receivedAtMs)
  if (hold?.isCaptured()) services.usage.record(usageOf(trail, ending, endedAtMs, durationMs))
  else if (principal !== undefined) services.usage.observe(observationOf(trail, ending))
  logCall(trail, ending, durationMs, services.log)
  const adapter = arrival.app.adapter.name
  services.callMetrics.count(adapter, ending)
  services.callMetrics.time(adapter, durationMs, trail.stages)
  endSpan(trail, ending)
}

/** Only what the gateway or a publisher has failed at is a failure of the span; refusals are in its attributes. */
function endSpan({ arrival, principal, message, hold }: CallTrail, { code, status }: Ending): void {
  const { span, app, callId } = arrival
  if (!span.recording) return
  if (message !== undefined) {
    const title = titleOf(app, message)
    span.rename(title.name)
    span.setAttributes(title.attributes)
  }
  span.setAttributes({
    'http.response.status_code': status,
    'mtg.call_id': callId,
    'mtg.app': app.name,
    'mtg.buyer_id': principal?.buyerId ?? '',
    'mtg.code': code,
    'mtg.charged_micros': String(hold?.chargedMicros() ?? 0n),
    'mtg.total_tokens': hold?.totalTokens() ?? 0,
  })
  span.end(status >= 500 ? code : undefined)
}

/** The span that made a usage event, which metering's work on it goes under. */
function traceEvent({ span }: Arrival): string | undefined {
  if (!span.recording) return undefined
  const creation = span.child('create usage.v1.recorded', 'producer', {
    'messaging.system.name': 'nats',
    'messaging.operation.name': 'create',
    'messaging.operation.type': 'create',
    'messaging.destination.name': 'usage.v1.recorded',
  })
  creation.end()
  return creation.traceparent
}

/** One line per call, with the same fields for success and failure. */
function logCall(trail: CallTrail, ending: Ending, ms: number, log: Logger): void {
  const { arrival, principal, message, hold } = trail
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
    billedMicros: String(hold?.chargedMicros() ?? 0n),
    // Named as OpenTelemetry's logs name them.
    ...(arrival.span.recording ? { trace_id: arrival.span.traceId, span_id: arrival.span.spanId } : undefined),
  }
  if (ending.error === undefined) return log.info(facts, 'call')
  if (ending.owner === 'gateway') return log.error({ ...facts, err: ending.error }, 'call')
  return log.info({ ...facts, detail: ending.error.detail }, 'call')
}

function usageOf(
  { arrival, principal, message, hold, stages }: CallTrail,
  ending: Ending,
  endedAtMs: number,
  durationMs: number,
): UsageRecorded {
  return {
    callId: arrival.callId,
    occurredAt: isoTime(endedAtMs),
    buyerId: principal?.buyerId ?? '',
    keyId: principal?.keyId ?? '',
    purchaseId: hold?.admission.purchaseId ?? '',
    appId: hold?.admission.appId ?? '',
    publisherUsername: arrival.app.username,
    appName: arrival.app.appName,
    adapter: arrival.app.adapter.name,
    operation: message?.operation ?? '',
    name: message?.kind === 'call' ? message.name : '',
    tier: hold?.admission.tier ?? 'free',
    chargedMicros: String(hold?.chargedMicros() ?? 0n),
    totalTokens: String(hold?.totalTokens() ?? 0),
    durationMs,
    code: ending.code,
    status: ending.status,
    stages: packStages(stages),
    traceparent: traceEvent(arrival),
  }
}

function observationOf({ arrival, principal, message, hold, stages }: CallTrail, ending: Ending): CallObserved {
  return {
    callId: arrival.callId,
    startedAt: isoTime(arrival.receivedAtMs),
    buyerId: principal?.buyerId ?? '',
    keyId: principal?.keyId ?? '',
    app: arrival.app.name,
    adapter: arrival.app.adapter.name,
    operation: message?.operation ?? '',
    name: message?.kind === 'call' ? message.name : '',
    code: ending.code,
    status: ending.status,
    chargedMicros: String(hold?.chargedMicros() ?? 0n),
    stages,
  }
}
