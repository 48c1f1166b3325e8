import { type Archive, startSealing } from '@mtg/archive'
import type { Logger, Metrics } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import type { Clock } from '@mtg/primitives'
import type { PeriodicJob } from '@mtg/runtime'
import { measureSealOverdueSeconds } from '../store/sealed-months.ts'
import { dropDue } from '../use-cases/storage/drop-due.ts'
import { exportSealed } from '../use-cases/storage/export-sealed.ts'
import { sealDue } from '../use-cases/storage/seal-due.ts'

/** What becomes of months of usage records, and when. */
export interface SealingOptions {
  readonly db: Queryable
  readonly intervalMs: number
  /** A month is sealed so many days after its end. */
  readonly sealAfterDays: number
  /** Where its file goes; undefined: it is dropped without one. */
  readonly archive: Archive | undefined
  /** Whole months that are kept. */
  readonly keptMonths: number
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
}

/** Seals months of usage records that are over, exports them, and drops those past their retention. */
export function startSealingMonths(options: SealingOptions): PeriodicJob {
  const { db, archive, keptMonths, sealAfterDays, intervalMs, metrics, clock, log } = options
  return startSealing({
    service: 'metering',
    intervalMs,
    archive,
    seal: async () => (await sealDue(db, sealAfterDays)).sealed,
    exportTo: to => exportSealed(db, to),
    drop: () => dropDue(db, archive, keptMonths),
    overdueSeconds: () => measureSealOverdueSeconds(db, sealAfterDays),
    metrics,
    clock,
    log,
  })
}
