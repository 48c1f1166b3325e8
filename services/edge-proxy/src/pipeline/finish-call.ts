import type { Clock } from '@mtg/primitives'
import type { Ending } from '../call/ending.ts'
import type { CallTrail } from '../call/trail.ts'
import type { CallLog } from '../observe/call-log.ts'
import type { CallMetrics } from '../observe/call-metrics.ts'
import { endCallSpan } from '../observe/call-span.ts'
import { observationOf, type UsageSink, usageOf } from '../observe/usage-events.ts'

/** Takes down how calls ended. */
export interface FinishServices {
  readonly clock: Clock
  readonly callLog: CallLog
  readonly usage: UsageSink
  readonly callMetrics: CallMetrics
}

/** Writes down how a call ended, whichever way: usage record or observation, one log line, its span and its metrics. */
export function finishCall(trail: CallTrail, ending: Ending, services: FinishServices): void {
  const { arrival, reservation, principal } = trail
  const endedAtMs = services.clock.nowMs()
  const durationMs = Math.max(0, endedAtMs - arrival.receivedAtMs)
  if (reservation?.isCaptured()) services.usage.record(usageOf(trail, ending, endedAtMs, durationMs))
  else if (principal !== undefined) services.usage.observe(observationOf(trail, ending))
  services.callLog.write(trail, ending, durationMs)
  const adapter = arrival.app.adapter.name
  services.callMetrics.count(adapter, ending)
  services.callMetrics.time(adapter, durationMs, trail.stages)
  endCallSpan(trail, ending)
}
