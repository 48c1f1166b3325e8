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
export function runStep<T>(trail: CallTrail, name: string, step: (span: Span) => T): T {
  const begun = beginStep(trail, name)
  let result: T
  try {
    result = step(begun.span)
  } catch (thrown) {
    endStep(trail, begun, codeOf(thrown))
    throw thrown
  }
  // What is known at once waits for no turn of the event loop.
  if (result instanceof Promise) return ended(trail, begun, result) as T
  endStep(trail, begun, '')
  return result
}

interface BegunStep {
  readonly name: string
  readonly span: Span
  readonly startedAtMs: number
}

function beginStep({ arrival }: CallTrail, name: string): BegunStep {
  const span = arrival.span.recording ? arrival.span.child(name) : noSpan
  return { name, span, startedAtMs: performance.now() }
}

async function ended<T>(trail: CallTrail, begun: BegunStep, result: Promise<T>): Promise<T> {
  let note = ''
  try {
    return await result
  } catch (thrown) {
    note = codeOf(thrown)
    throw thrown
  } finally {
    endStep(trail, begun, note)
  }
}

function endStep({ stages }: CallTrail, { name, span, startedAtMs }: BegunStep, note: string): void {
  stages.push({ name, durationUs: Math.round((performance.now() - startedAtMs) * 1000), note })
  span.end(note === '' ? undefined : note)
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'internal_error'
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name
}
