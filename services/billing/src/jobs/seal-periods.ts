import { type Archive, startSealing } from '@mtg/archive'
import type { Logger, Metrics } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import type { Clock } from '@mtg/primitives'
import type { PeriodicJob } from '@mtg/runtime'
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
  /** Where its files go; undefined: it is not exported, and never dropped. */
  readonly archive: Archive | undefined
  /** So many months after its end it is dropped; 0: never. */
  readonly retentionMonths: number
  readonly reach: Reach
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
}

/** Seals months of settled calls that are over, exports them, and drops those past their retention. */
export function startSealingPeriods(options: SealingOptions): PeriodicJob {
  const { db, archive, retentionMonths, sealAfterDays, reach, intervalMs, metrics, clock, log } = options
  return startSealing({
    service: 'billing',
    intervalMs,
    archive,
    seal: async () => (await sealDue(db, sealAfterDays, reach)).sealed,
    exportTo: to => exportSealed(db, to, reach),
    drop: async () =>
      archive === undefined || retentionMonths === 0 ? [] : await dropDue(db, archive, retentionMonths, reach),
    overdueSeconds: () => measureSealOverdueSeconds(db, sealAfterDays),
    metrics,
    clock,
    log,
  })
}
