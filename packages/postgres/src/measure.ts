import { type BoundHistogram, durationBuckets, type Metrics } from '@mtg/observability'

/** What a pool tells of itself. */
interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** Notes how long a statement took, whether it succeeded or not. */
export type NoteStatement = (name: string, startedAtMs: number) => void

/** Shows a pool in the metrics. Without metrics nothing is noted. */
export function measurePool(
  metrics: Metrics | undefined,
  pool: string,
  counts: PoolCounts,
  max: number,
): NoteStatement {
  if (metrics === undefined) return () => {}
  const gauge = (name: string, help: string, read: () => number) =>
    metrics.gauge(name, help, ['pool'], () => [{ labels: { pool }, value: read() }])
  gauge(
    'mtg_database_connections_busy',
    'Connections that run a statement.',
    () => counts.totalCount - counts.idleCount,
  )
  gauge('mtg_database_connections_max', 'Connections that the pool may open.', () => max)
  gauge('mtg_database_waiting', 'Statements that wait for a connection.', () => counts.waitingCount)
  const durations = metrics.histogram(
    'mtg_database_statement_duration_seconds',
    'Prepared statements, from asking for a connection to the last row.',
    ['statement'],
    durationBuckets,
  )
  const byName = new Map<string, BoundHistogram>()
  return (name, startedAtMs) => {
    let bound = byName.get(name)
    if (bound === undefined) {
      bound = durations.bind({ statement: name })
      byName.set(name, bound)
    }
    bound.observe((performance.now() - startedAtMs) / 1000)
  }
}
