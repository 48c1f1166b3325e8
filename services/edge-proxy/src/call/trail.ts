import { noSpan, type Span } from '@mtg/observability'
import type { Call, Notification } from '../adapters/adapter.ts'
import type { Principal } from '../clients/auth.ts'
import type { Arrival } from './arrival.ts'
import type { Attempt } from './attempt.ts'
import type { Reservation } from './reservation.ts'

/** One step of a call: how long it took, and why it stopped the call if it did. */
export interface Stage {
  readonly name: string
  readonly durationUs: number
  readonly note: string
}

/** A step under way. */
interface Step {
  readonly name: string
  readonly span: Span
  readonly startedAtMs: number
}

/** What is known of a call so far, for its log line, span, observation and usage record. */
export interface CallTrail {
  readonly arrival: Arrival
  /** The steps that have ended. */
  readonly stages: Stage[]
  /** The step under way. */
  step?: Step | undefined
  principal?: Principal
  /** Size of the body, once it is read. */
  bodyBytes?: number
  /** SHA-256 of it in base64url, for keys that ask for digests. */
  bodyDigest?: string
  message?: Call | Notification
  /** Of a request with an Idempotency-Key. */
  attempt?: Attempt
  reservation?: Reservation
}

/**
 * Begins a step of the pipeline, which ends the step before it: steps follow each other without a gap. Every step is a span
 * of its own, and what it does may have spans under it.
 */
export function beginStep(trail: CallTrail, name: string): Span {
  const { span } = trail.arrival
  const startedAtMs = endStep(trail, '')
  trail.step = { name, startedAtMs, span: span.recording ? span.child(name) : noSpan }
  return trail.step.span
}

/** Ends the last step; `thrown` is why it failed, if it did. */
export function endSteps(trail: CallTrail, thrown?: unknown): void {
  endStep(trail, thrown === undefined ? '' : codeOf(thrown), thrown === undefined ? '' : noteOf(thrown))
  trail.step = undefined
}

/** Ends the step under way, if there is one; the time at which it ended is when the next one begins. */
function endStep({ step, stages }: CallTrail, code: string, note = code): number {
  const nowMs = performance.now()
  if (step === undefined) return nowMs
  stages.push({ name: step.name, durationUs: Math.round((nowMs - step.startedAtMs) * 1000), note })
  step.span.end(code === '' ? undefined : code)
  return nowMs
}

/** Refusals whose text says which limit of which key it was, and when it frees: only billing knows. */
const limitCodes = new Set([
  'app_not_allowed',
  'loop_detected',
  'price_limit_exceeded',
  'concurrency_limit_exceeded',
  'spend_limit_exceeded',
])

function noteOf(thrown: unknown): string {
  const code = codeOf(thrown)
  return thrown instanceof Error && limitCodes.has(code) ? `${code}: ${thrown.message}` : code
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'internal_error'
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name
}
