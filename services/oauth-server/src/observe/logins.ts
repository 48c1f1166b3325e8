import type { Metrics } from '@mtg/observability'

const OUTCOMES = ['ok', 'incomplete', 'wrong', 'suspended', 'throttled', 'unavailable'] as const

/** How an attempt to log in ended. Nobody is told which part of it was wrong, and neither are those who watch. */
export type LoginOutcome = (typeof OUTCOMES)[number]

/** Counts logins by outcome; told from the start, so that a first failure shows as an increase. */
export function createLoginCounter(metrics: Metrics): (outcome: LoginOutcome) => void {
  const counter = metrics.counter('mtg_oauth_logins_total', 'Attempts to log in, by how they ended.', ['outcome'])
  const counts = new Map(OUTCOMES.map(outcome => [outcome, counter.bind({ outcome })]))
  return outcome => counts.get(outcome)?.inc()
}
