import { type AppError, appError } from '@mtg/errors'
import type { Metrics } from '@mtg/observability'

/** Why the edge refuses by itself, without asking anybody; the label `reason` of its metric. */
const shedReasons = ['heavy_buyer', 'stranger', 'address', 'uncounted', 'window'] as const

export type ShedReason = (typeof shedReasons)[number]

/** Counts what the edge refuses by itself. */
export interface RefusalCounts {
  count(reason: ShedReason): void
  /** The error `overloaded` to throw; it is counted. */
  overloaded(reason: ShedReason): AppError
}

/** Makes the counters. */
export function createRefusalCounts(metrics: Metrics): RefusalCounts {
  const shed = metrics.counter('mtg_edge_shed_total', 'What the edge refused by itself, by why.', ['reason'])
  const counters = new Map(shedReasons.map(reason => [reason, shed.bind({ reason })]))
  const count = (reason: ShedReason) => counters.get(reason)?.inc()
  return {
    count,
    overloaded(reason) {
      count(reason)
      return appError('overloaded', { detail: { limit: reason } })
    },
  }
}
