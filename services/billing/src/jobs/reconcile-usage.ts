import type { Clock, Logger, Metrics } from '@mtg/runtime'
import { databaseNowMs } from '../reconcile/captured-calls.ts'
import { type ReconcileDeps, reconcile } from '../reconcile/reconcile.ts'
import { type Job, repeat } from './repeat.ts'

/** What the job needs. */
export interface ReconcilerOptions extends ReconcileDeps {
  readonly intervalMs: number
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
}

const FIRST_LOOKBACK_MS = 24 * 3_600_000
/** Longer than any call may take: one that began before the last look may have been captured after it. */
const OVERLAP_MS = 15 * 60_000
const GRACE_MS = 10_000

/** Reconciles usage each minute, from where it had got to. */
export function startReconciler(options: ReconcilerOptions): Job {
  const { metrics, clock } = options
  const drift = metrics.gauge(
    'mtg_billing_usage_drift_calls',
    'Captured calls and usage records that differ and could not be repaired; 0 when healthy.',
  )
  const repaired = metrics
    .counter('mtg_billing_repaired_usage_total', 'Usage records that were lost and rebuilt from the journal.')
    .bind({})
  const finishedAt = metrics.gauge(
    'mtg_billing_reconciled_timestamp_seconds',
    'When usage was last reconciled, or the process started; Unix time.',
  )
  finishedAt.set(clock.nowMs() / 1000)
  let confirmedMs: number | undefined

  async function run(): Promise<void> {
    const toMs = (await databaseNowMs(options.db)) - GRACE_MS
    const fromMs = confirmedMs === undefined ? toMs - FIRST_LOOKBACK_MS : confirmedMs - OVERLAP_MS
    const found = await reconcile(options, { fromMs, toMs, dryRun: false })
    confirmedMs = toMs
    drift.set(found.missing - found.repaired + found.surplus)
    repaired.inc(found.repaired)
    finishedAt.set(clock.nowMs() / 1000)
    if (found.missing > 0 || found.surplus > 0 || found.retracted > 0)
      options.log.warn({ ...found }, 'usage records differed from captured calls')
  }

  return repeat({ name: 'reconcile usage', intervalMs: options.intervalMs, work: run, log: options.log })
}
