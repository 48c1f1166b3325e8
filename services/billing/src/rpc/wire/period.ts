import type { billing } from '@mtg/contracts'
import { toTimestamp } from '@mtg/rpc'
import type { PeriodState, SettledPeriod } from '../../domain/settled-period.ts'

const STATES: Readonly<Record<PeriodState, billing.PeriodState>> = {
  open: 'PERIOD_STATE_OPEN',
  closing: 'PERIOD_STATE_CLOSING',
  sealed: 'PERIOD_STATE_SEALED',
  dropped: 'PERIOD_STATE_DROPPED',
}

/** A month of settled calls on the wire. */
export function toPeriodMessage(period: SettledPeriod): billing.SettledPeriod {
  const { sealedAt, exportedAt, droppedAt } = period
  return {
    month: period.month,
    state: STATES[period.state],
    callCount: period.callCount.toString(),
    entryCount: period.entryCount.toString(),
    amountMicros: period.amountMicros.toString(),
    seal: period.seal ?? '',
    location: period.location ?? '',
    ...(sealedAt && { sealedAt: toTimestamp(sealedAt) }),
    ...(exportedAt && { exportedAt: toTimestamp(exportedAt) }),
    ...(droppedAt && { droppedAt: toTimestamp(droppedAt) }),
  }
}
