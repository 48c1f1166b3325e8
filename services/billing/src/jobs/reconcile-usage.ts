import type { Logger, Metrics } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { lookFrom } from '../domain/reconciliation-look.ts'
import { databaseNowMs } from '../store/database-clock.ts'
import { takeLease } from '../store/reconciliation-lease.ts'
import type { CompareDeps } from '../use-cases/reconcile/find-differences.ts'
import { type Findings, reconcile } from '../use-cases/reconcile/reconcile.ts'

/** What usage is reconciled with, and how often. */
export interface ReconcilerOptions extends CompareDeps {
  readonly intervalMs: number
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
}

const GRACE_MS = 10_000

/**
 * Reconciles usage each minute, from where it had got to; of several processes one. One that has not done it before looks at the
 * last day as well.
 */
export function startReconciler(options: ReconcilerOptions): PeriodicJob {
  const metrics = reconcilerMetrics(options)
  let isFirst = true

  async function run(): Promise<void> {
    const lease = await takeLease(options.db)
    // Another process has it, and shows what it finds.
    if (lease === undefined) return metrics.setNoDrift()
    let confirmedMs: number | undefined
    try {
      const toMs = (await databaseNowMs(options.db)) - GRACE_MS
      const fromMs = lookFrom({ confirmedMs: lease.confirmedMs, toMs }, isFirst)
      metrics.note(await reconcile(options, { fromMs, toMs }, lease))
      confirmedMs = toMs
      isFirst = false
    } finally {
      await lease.release(confirmedMs)
    }
  }

  return startPeriodicJob({ name: 'reconcile usage', intervalMs: options.intervalMs, run, log: options.log })
}

function reconcilerMetrics({ metrics, clock, log }: ReconcilerOptions) {
  const drift = metrics.gauge(
    'mtg_billing_usage_drift_calls',
    'Captured calls and usage records that differ and could not be repaired; 0 when healthy.',
  )
  const repaired = metrics
    .counter('mtg_billing_repaired_usage_total', 'Usage records that were lost and rebuilt from the journal.')
    .bind({})
  const unknown = metrics
    .counter('mtg_billing_unknown_usage_total', 'Usage records of calls that billing does not know, taken away.')
    .bind({})
  const finishedAt = metrics.gauge(
    'mtg_billing_reconciled_timestamp_seconds',
    'When usage was last reconciled, or the process started; Unix time.',
  )
  finishedAt.set(clock.nowMs() / 1000)
  return {
    setNoDrift: () => drift.set(0),
    note(found: Findings): void {
      drift.set(found.missing - found.repaired + found.surplus - found.surplusRetracted)
      repaired.inc(found.repaired)
      unknown.inc(found.surplusRetracted)
      finishedAt.set(clock.nowMs() / 1000)
      if (found.surplus > 0) log.error({ ...found }, 'usage records of calls that billing does not know')
      else if (found.missing > 0 || found.retracted > 0) {
        log.warn({ ...found }, 'usage records differed from captured calls')
      }
    },
  }
}
