import { type CallObserved, packStages, type UsageRecorded } from '@mtg/events'
import { isoTime } from '@mtg/primitives'
import type { Ending } from '../call/ending.ts'
import type { CallTrail } from '../call/trail.ts'
import type { KnownTask } from '../clients/tasks.ts'
import { traceUsageEvent } from './call-span.ts'

/** Takes usage records and observations; never blocks and never fails. */
export interface UsageSink {
  record(event: UsageRecorded): void
  observe(event: CallObserved): void
}

/** The usage record of a call that was charged. */
export function usageOf(
  { arrival, principal, message, reservation, stages, bodyDigest }: CallTrail,
  ending: Ending,
  endedAtMs: number,
  durationMs: number,
): UsageRecorded {
  return {
    callId: arrival.callId,
    occurredAt: isoTime(endedAtMs),
    buyerId: principal?.buyerId ?? '',
    keyId: principal?.keyId ?? '',
    purchaseId: reservation?.terms.purchaseId ?? '',
    appId: reservation?.terms.appId ?? '',
    publisherUsername: arrival.app.username,
    appName: arrival.app.appName,
    adapter: arrival.app.adapter.name,
    operation: message?.operation ?? '',
    name: message?.kind === 'call' ? message.name : '',
    tier: reservation?.terms.tier ?? 'free',
    chargedMicros: String(reservation?.chargedMicros() ?? 0n),
    totalTokens: String(reservation?.totalTokens() ?? 0),
    durationMs,
    code: ending.code,
    status: ending.status,
    stages: packStages(stages),
    ...(isOwn(principal, arrival) && { isOwn: true }),
    ...(bodyDigest !== undefined && { requestDigest: bodyDigest, answerDigest: arrival.delivery.takeDigest() ?? '' }),
    traceparent: traceUsageEvent(arrival.span),
  }
}

/** The usage record of a call that became a task, whose result has been charged. */
export function usageOfTask(task: KnownTask, chargedMicros: bigint, endedAtMs: number): UsageRecorded {
  const { callId, buyerId, keyId, purchaseId, appId, publisherUsername, appName, toolName, tier } = task
  return {
    callId,
    occurredAt: isoTime(endedAtMs),
    buyerId,
    keyId,
    purchaseId,
    appId,
    publisherUsername,
    appName,
    adapter: 'mcp',
    operation: 'tools/call',
    name: toolName,
    tier,
    chargedMicros: String(chargedMicros),
    totalTokens: '0',
    durationMs: 0,
    code: 'ok',
    status: 200,
    stages: packStages([]),
  }
}

/** What operators may see of a call that was not charged. */
export function observationOf(
  { arrival, principal, message, reservation, stages }: CallTrail,
  ending: Ending,
): CallObserved {
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
    chargedMicros: String(reservation?.chargedMicros() ?? 0n),
    stages,
    ...(reservation !== undefined && { tier: reservation.terms.tier }),
    ...(isOwn(principal, arrival) && { isOwn: true }),
  }
}

/** How well an app does is not measured by its own publisher's calls. */
const isOwn = (principal: CallTrail['principal'], { app }: CallTrail['arrival']) =>
  principal !== undefined && principal.publisherUsername === app.username
