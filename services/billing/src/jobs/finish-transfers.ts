import type { GaugeMetric } from '@mtg/observability'
import { type PayoutDeps, sendPayout } from '../use-cases/payouts/pay-out.ts'
import { listUnfinishedPayouts } from '../use-cases/payouts/payout.ts'
import { sendRefund } from '../use-cases/topups/refund.ts'
import { listUnfinishedRefunds } from '../use-cases/topups/reversals.ts'
import { type Job, repeat } from './repeat.ts'

/** What the job needs. */
export interface FinishOptions extends PayoutDeps {
  readonly intervalMs: number
  /** How long the request that began a transfer has to finish it by itself. */
  readonly afterMs: number
  /** Transfers that the processor has not confirmed although they had the time. */
  readonly unfinished: GaugeMetric
}

const COUNT = {
  name: 'count-unfinished-transfers',
  text: `
    SELECT (SELECT count(*) FROM reversals WHERE state = 'requested' AND created_at < clock_timestamp() - $1 * interval '1 millisecond')
         + (SELECT count(*) FROM payouts WHERE state = 'requested' AND created_at < clock_timestamp() - $1 * interval '1 millisecond') AS unfinished`,
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
    const [row] = await db.query<{ unfinished: string }>(COUNT, [afterMs])
    options.unfinished.set(Number(row?.unfinished ?? 0))
  }

  return repeat({ name: 'finish transfers', intervalMs: options.intervalMs, work, log })
}
