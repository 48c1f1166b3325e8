import type { Metrics } from '@mtg/observability'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { listUnfinishedPayouts } from '../store/payouts.ts'
import { listUnfinishedRefunds } from '../store/reversals.ts'
import { countUnfinishedTransfers } from '../store/unfinished-transfers.ts'
import { type PayoutDeps, sendPayout } from '../use-cases/payouts/pay-out.ts'
import { sendRefund } from '../use-cases/top-ups/refund-top-up.ts'

/** What transfers are finished with, and how often they are tried. */
export interface FinishOptions extends PayoutDeps {
  /** Also how long the request that began a transfer has to finish it by itself. */
  readonly intervalMs: number
  readonly metrics: Metrics
}

/** Asks the processor again for refunds and payouts of which it is not known whether they were sent. */
export function startFinishing(options: FinishOptions): PeriodicJob {
  const { db, log, intervalMs, metrics } = options
  const unfinished = metrics.gauge(
    'mtg_billing_unfinished_transfers',
    'Refunds and payouts that the payment processor has not confirmed; 0 when healthy.',
  )

  async function attempt(id: string, finish: () => Promise<unknown>): Promise<void> {
    try {
      await finish()
    } catch (err) {
      log.warn({ err, id }, 'a transfer could not be finished yet')
    }
  }

  async function run(): Promise<void> {
    for (const refund of await listUnfinishedRefunds(db, intervalMs)) {
      await attempt(refund.id, () => sendRefund(options, refund))
    }
    for (const payout of await listUnfinishedPayouts(db, intervalMs)) {
      await attempt(payout.id, () => sendPayout(options, payout))
    }
    unfinished.set(await countUnfinishedTransfers(db, intervalMs))
  }

  return startPeriodicJob({ name: 'finish transfers', intervalMs, run, log })
}
