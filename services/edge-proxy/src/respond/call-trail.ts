import { noSpan, type Span } from '@mtg/runtime'
import type { Call, Notification } from '../adapters/adapter.ts'
import type { Principal } from '../clients/auth.ts'
import type { Arrival } from '../pipeline/arrival.ts'
import type { Attempt } from '../pipeline/attempt.ts'
import type { Hold } from '../pipeline/hold.ts'

/** One step of a call: how long it took, and why it stopped the call if it did. */
export interface Stage {
  readonly name: string
  readonly durationUs: number
  readonly note: string
}

/** What is known of a call so far, for its log line, span, observation and usage record. */
export interface CallTrail {
  readonly arrival: Arrival
  readonly stages: Stage[]
  principal?: Principal
  message?: Call | Notification
  /** Of a request that its buyer named. */
  attempt?: Attempt
  hold?: Hold
}

/** Runs a step of the pipeline and notes how long it took; every step is a span of its own. */
export async function runStep<T>(trail: CallTrail, name: string, step: (span: Span) => T | Promise<T>): Promise<T> {
  const { span } = trail.arrival
  const stepSpan = span.recording ? span.child(name) : noSpan
  const startedAtMs = performance.now()
  let note = ''
  try {
    return await step(stepSpan)
  } catch (thrown) {
    note = codeOf(thrown)
    throw thrown
  } finally {
    trail.stages.push({ name, durationUs: Math.round((performance.now() - startedAtMs) * 1000), note })
    stepSpan.end(note === '' ? undefined : note)
  }
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'internal_error'
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name
}
