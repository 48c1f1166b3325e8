import type { Metrics } from '@mtg/observability'

const outcomes = ['done', 'kept', 'cut_off'] as const

/** How buyers' moves from this cell go. */
export interface MoveCounts {
  /** `done`: the map says so; `kept`: the buyer has not left; `cut_off`: the buyer has left, and a step failed that is tried again. */
  moved(outcome: (typeof outcomes)[number]): void
  /** Moves, and money sent after buyers, that should have ended by now. */
  unfinished(count: number): void
}

/** Shows the counts in the metrics. */
export function createMoveCounts(metrics: Metrics): MoveCounts {
  const moves = metrics.counter(
    'mtg_billing_buyer_moves_total',
    "Buyers' moves to other cells, by outcome: done, kept, or cut_off and tried again.",
    ['outcome'],
  )
  const unfinished = metrics.gauge(
    'mtg_billing_unfinished_moves',
    "Buyers' moves from this cell that should have ended; 0 when healthy.",
  )
  for (const outcome of outcomes) moves.inc({ outcome }, 0)
  unfinished.set(0)
  return { moved: outcome => moves.inc({ outcome }), unfinished: count => unfinished.set(count) }
}
