import type { Logger, Metrics } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { CallMoves } from '../store/call-moves.ts'
import { findExpiredReservations, measureOpenReservations } from '../store/reservations.ts'
import { type Job, repeat } from './repeat.ts'

/** What the reaper needs. */
export interface ReaperOptions {
  readonly db: Database
  readonly moves: Pick<CallMoves, 'settle'>
  readonly intervalMs: number
  readonly metrics: Metrics
  readonly log: Logger
}

const BATCH_MAX = 500

/** Frees what nobody resolved in time: an edge that died between reserve and capture costs its buyers nothing. */
export function startReaper(options: ReaperOptions): Job {
  const { metrics } = options
  const expiredCount = metrics
    .counter('mtg_billing_expired_reservations_total', 'Reservations that nobody resolved in time.')
    .bind({})
  const openCount = metrics.gauge('mtg_billing_open_reservations', 'Reservations that hold something.')
  const oldest = metrics.gauge('mtg_billing_oldest_reservation_seconds', 'Age of the oldest one; 0 when there is none.')

  async function run(): Promise<void> {
    await reap()
    const open = await measureOpenReservations(options.db)
    openCount.set(open.count)
    oldest.set(open.oldestSeconds)
  }

  async function reap(): Promise<void> {
    const callIds = await findExpiredReservations(options.db, BATCH_MAX)
    if (callIds.length === 0) return
    const requests = callIds.map(callId => ({ callId, action: 'expire' as const, totalTokens: 0n, outcome: 'expired' }))
    const outcomes = await Promise.all(requests.map(request => options.moves.settle(request)))
    const expired = outcomes.filter(outcome => outcome.code === '').length
    expiredCount.inc(expired)
    options.log.warn({ expired }, 'reservations expired')
    // A full batch may have left some behind.
    if (callIds.length === BATCH_MAX) await reap()
  }

  return repeat({ name: 'reap', intervalMs: options.intervalMs, work: run, log: options.log })
}
