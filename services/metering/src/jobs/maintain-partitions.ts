import type { Logger } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { type Closable, startPeriodicJob } from '@mtg/runtime'
import { expireDeadLetters } from '../store/dead-letters.ts'
import { expireOutcomes } from '../store/outcomes.ts'
import { maintainPartitions, type PartitionRetention } from '../store/partitions.ts'

/** How long records, observations and dead letters are kept. */
interface Retention extends PartitionRetention {
  readonly deadLetterDays: number
}

/** What is maintained, and how often. */
export interface PartitionJobOptions {
  readonly db: Queryable
  readonly log: Logger
  readonly retention: Retention
  readonly intervalMs: number
}

const RETRY_MS = 2000

/** Maintains partitions, and removes old dead letters, now and at every interval; sooner again after a failure. Ingest goes on meanwhile. */
export function startPartitionJob({ db, log, retention, intervalMs }: PartitionJobOptions): Closable {
  return startPeriodicJob({
    name: 'maintain-partitions',
    intervalMs,
    firstAfterMs: 0,
    retryMs: Math.min(RETRY_MS, intervalMs),
    async run() {
      const done = await maintainPartitions(db, retention)
      if (done.created + done.dropped > 0) log.info({ ...done }, 'partitions were maintained')
      await expireOutcomes(db, retention.observationDays)
      const expired = await expireDeadLetters(db, retention.deadLetterDays)
      if (expired > 0) log.info({ expired }, 'old dead letters were removed')
    },
    log,
  })
}
