import { type AppError, appError } from '@mtg/errors'
import type { Metrics } from '@mtg/observability'

/** Everything that the edge bounds so that nobody can take all of it; the label `limit` of its metrics. */
const limitNames = [
  'message_keys',
  'message_depth',
  'message_id',
  'message_name',
  'chat_messages',
  'body_bytes',
  'answer_bytes',
  'connections',
  'address_connections',
  'pipelined_requests',
  'uploads',
  'own_uploads',
  'slow_uploads',
  'slow_readers',
  'forwards',
  'own_forwards',
  'calls',
  'buyer_calls',
  'publisher_calls',
  'app_calls',
  'app_subscriptions',
  'buyer_subscriptions',
] as const

export type LimitName = (typeof limitNames)[number]

/** Counts what is refused because something is full. */
export interface LimitRefusals {
  /** The error `overloaded` to throw; it is counted by its limit. `owner` goes to the log. */
  error(limit: LimitName, owner?: string): AppError
  /** Counts what is turned away by another error, or without an answer. */
  count(limit: LimitName): void
}

/** Something with a bound, for metrics that show how much of it is in use. */
export interface Measured {
  readonly limit: LimitName
  /** The bound. */
  readonly max: number
  /** How much is in use now. */
  held(): number
}

/** Makes the counters of refusals. */
export function createLimitRefusals(metrics: Metrics): LimitRefusals {
  const refusals = metrics.counter('mtg_edge_limit_refusals_total', 'What was refused because a limit was reached.', [
    'limit',
  ])
  const counters = new Map(limitNames.map(limit => [limit, refusals.bind({ limit })]))
  const count = (limit: LimitName) => counters.get(limit)?.inc()
  return {
    count,
    error(limit, owner) {
      count(limit)
      return appError('overloaded', { detail: { limit, ...(owner === undefined ? {} : { owner }) } })
    },
  }
}

/** Tells how much of each is in use, whenever the metrics are asked for. */
export function measureLimits(metrics: Metrics, all: readonly Measured[]): void {
  const read = (valueOf: (one: Measured) => number) => () =>
    all.map(one => ({ labels: { limit: one.limit }, value: valueOf(one) }))
  metrics.gauge(
    'mtg_edge_limit_under_way',
    'What is under way of what is limited.',
    ['limit'],
    read(one => one.held()),
  )
  metrics.gauge(
    'mtg_edge_limit_max',
    'How much of it there may be.',
    ['limit'],
    read(one => one.max),
  )
}
