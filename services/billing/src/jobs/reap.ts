import type { Logger, Metrics } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import type { CallMoves } from '../store/call-moves.ts'
import { measureOpenReservations } from '../store/reservations.ts'
import { expireReservations } from '../use-cases/settle/expire-reservations.ts'

/** What the reaper works on, and how often. */
export interface ReaperOptions {
  readonly db: Database
  readonly moves: Pick<CallMoves, 'settle'>
  readonly intervalMs: number
  readonly metrics: Metrics
  readonly log: Logger
}

/** Expires reservations past their deadline, and shows how many are open. */
export function startReaper({ db, moves, intervalMs, metrics, log }: ReaperOptions): PeriodicJob {
  const expiredCount = metrics
    .counter('mtg_billing_expired_reservations_total', 'Reservations that nobody resolved in time.')
    .bind({})
  const openCount = metrics.gauge('mtg_billing_open_reservations', 'Reservations that hold something.')
  const oldest = metrics.gauge('mtg_billing_oldest_reservation_seconds', 'Age of the oldest one; 0 when there is none.')

  function onExpired(expired: number): void {
    expiredCount.inc(expired)
    log.warn({ expired }, 'reservations expired')
  }

  async function run(): Promise<void> {
    await expireReservations({ db, moves, onExpired })
    const open = await measureOpenReservations(db)
    openCount.set(open.count)
    oldest.set(open.oldestSeconds)
  }

  return startPeriodicJob({ name: 'reap', intervalMs, run, log })
}
