import type { GaugeMetric } from '@mtg/observability'
import { listUnfinishedPayouts } from '../store/payouts.ts'
import { listUnfinishedRefunds } from '../store/reversals.ts'
import { countUnfinishedTransfers } from '../store/unfinished-transfers.ts'
import { type PayoutDeps, sendPayout } from '../use-cases/payouts/pay-out.ts'
import { sendRefund } from '../use-cases/top-ups/refund-top-up.ts'
import { type Job, repeat } from './repeat.ts'

/** What the job needs. */
export interface FinishOptions extends PayoutDeps {
  readonly intervalMs: number
  /** How long the request that began a transfer has to finish it by itself. */
  readonly afterMs: number
  /** Transfers that the processor has not confirmed although they had the time. */
  readonly unfinished: GaugeMetric
}

/** Asks the processor again for refunds and payouts of which it is not known whether they were sent. */
export function startFinishing(options: FinishOptions): Job {
  const { db, log, afterMs } = options

  async function attempt(id: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (err) {
      log.warn({ err, id }, 'a transfer could not be finished yet')
    }
  }

  async function work(): Promise<void> {
    for (const refund of await listUnfinishedRefunds(db, afterMs))
      await attempt(refund.id, () => sendRefund(options, refund))
    for (const payout of await listUnfinishedPayouts(db, afterMs))
      await attempt(payout.id, () => sendPayout(options, payout))
    options.unfinished.set(await countUnfinishedTransfers(db, afterMs))
  }

  return repeat({ name: 'finish transfers', intervalMs: options.intervalMs, work, log })
}
