import type { Logger, Metrics } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import type { Clock } from '@mtg/primitives'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import type { Archive } from '../domain/archive.ts'
import type { Reach } from '../domain/failpoints.ts'
import { measureSealOverdueSeconds } from '../store/settled/periods.ts'
import { dropDue } from '../use-cases/storage/drop.ts'
import { exportSealed } from '../use-cases/storage/export.ts'
import { sealDue } from '../use-cases/storage/seal.ts'

/** What becomes of months of settled calls, and when. */
export interface SealingOptions {
  readonly db: Queryable
  readonly intervalMs: number
  /** A month is sealed so many days after its end. */
  readonly sealAfterDays: number
  /** Where its files go; undefined: it is not exported. */
  readonly archive: Archive | undefined
  /** So many months after its end it is dropped; 0: never. */
  readonly retentionMonths: number
  readonly reach: Reach
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
}

/** Seals months that are over, exports them, and drops those past their retention. Each step may be done by several at once. */
export function startSealing(options: SealingOptions): PeriodicJob {
  const { db, archive, retentionMonths, reach, metrics, clock, log } = options

  const overdue = metrics.gauge(
    'mtg_billing_seal_overdue_seconds',
    'For how long the oldest month that is not sealed should have been; 0 when none is late.',
  )
  const failures = metrics
    .counter('mtg_billing_sealing_failures_total', 'Runs of the sealing job that failed.')
    .bind({})
  const finishedAt = metrics.gauge(
    'mtg_billing_sealing_timestamp_seconds',
    "Unix time of the sealing job's last run without a failure, or of the process's start.",
  )
  finishedAt.set(clock.nowMs() / 1000)

  async function work(): Promise<void> {
    const { sealed } = await sealDue(db, options.sealAfterDays, reach)
    if (sealed.length > 0) log.info({ months: sealed }, 'months of settled calls were sealed')
    if (archive === undefined) return
    const exported = await exportSealed(db, archive, reach)
    if (exported.length > 0) log.info({ months: exported, location: archive.location }, 'sealed months were exported')
    const dropped = retentionMonths === 0 ? [] : await dropDue(db, archive, retentionMonths, reach)
    if (dropped.length > 0) log.info({ months: dropped }, 'months past their retention were dropped')
  }

  async function run(): Promise<void> {
    try {
      await work()
      finishedAt.set(clock.nowMs() / 1000)
    } catch (thrown) {
      failures.inc(1)
      throw thrown
    } finally {
      overdue.set(await measureSealOverdueSeconds(db, options.sealAfterDays))
    }
  }

  return startPeriodicJob({ name: 'seal periods', intervalMs: options.intervalMs, run, log })
}
