import type { Logger, Metrics } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { type CallObservation, parseCallObservation } from '../../domain/call-observation.ts'
import { hasPassage, observationOf, observedEvent, type RecordedCall } from '../../domain/call-passage.ts'
import { insertObservations } from '../../store/observations.ts'
import { findUnseen } from '../../store/passages.ts'
import type { NoteUse } from './key-uses.ts'

/** Keeps how calls went. Best effort: it never rejects, so that no usage record comes back for another delivery. */
export interface Observations {
  /** Events of calls that were not charged. */
  keep(events: readonly unknown[]): Promise<void>
  /** Of charged calls, what was not stored along with a record: events without one, and calls whose record was there already. */
  keepApart(events: readonly unknown[], known: readonly RecordedCall[]): Promise<void>
}

/** What keeps them, and who hears of each. */
export interface ObservationDeps {
  readonly db: Queryable
  readonly log: Logger
  readonly metrics: Metrics
  readonly onUse?: NoteUse | undefined
}

/** Makes the keeper of observations; what it has to give up is counted and logged. */
export function createObservations({ db, log, metrics, onUse }: ObservationDeps): Observations {
  const lost = metrics
    .counter('mtg_call_observations_lost_total', 'Observations of calls that could not be kept.')
    .bind({})

  async function store(observations: readonly CallObservation[], areCharged: boolean): Promise<void> {
    if (observations.length === 0) return
    try {
      await insertObservations(db, observations, areCharged)
    } catch (thrown) {
      giveUp(observations.length, thrown)
    }
  }

  function giveUp(count: number, thrown: unknown): void {
    lost.inc(count)
    log.warn({ err: thrown, count }, 'observations of calls were lost')
  }

  async function keep(events: readonly unknown[], areCharged: boolean): Promise<void> {
    const observations = events.flatMap(readObservation)
    if (observations.length < events.length) lost.inc(events.length - observations.length)
    for (const { buyerId, keyId, startedAt } of observations) onUse?.(buyerId, keyId, startedAt)
    await store(observations, areCharged)
  }

  /** A message that comes again brings nothing new; a record that the reconciler was first to store does. */
  async function keepUnseen(calls: readonly RecordedCall[]): Promise<void> {
    if (calls.length === 0) return
    try {
      const unseen = await findUnseen(db, calls)
      const passages = unseen.flatMap(call => (call.passage === undefined ? [] : [observationOf(call, call.passage)]))
      await store(passages, true)
    } catch (thrown) {
      giveUp(calls.length, thrown)
    }
  }

  return {
    keep: events => keep(events, false),
    async keepApart(events, known) {
      await keep(events.filter(hasPassage).map(observedEvent), true)
      await keepUnseen(known)
    },
  }
}

function readObservation(event: unknown): CallObservation[] {
  try {
    return [parseCallObservation(event)]
  } catch {
    return []
  }
}
