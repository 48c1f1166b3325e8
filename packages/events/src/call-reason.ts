/** States of a call's reservation, as billing tells them. */
export type ReservationStateName = 'open' | 'captured' | 'released' | 'expired' | 'unknown'

/** What became of a call's reservation. */
export interface ReservationEnd {
  readonly state: ReservationStateName
  /** Given at release; empty otherwise. */
  readonly outcome: string
  /** Whether the captured price was given back. */
  readonly isCorrected: boolean
}

/** By the code of the call; any other charged call was delivered. */
const CHARGED_BECAUSE: Readonly<Record<string, string>> = {
  task: 'charged: the publisher took the call on as a task, and its result was delivered or is charged by the app at once',
  abandoned: 'charged: the buyer left before the answer came, and the app charges abandoned calls',
  buyer_left: 'charged: the buyer left after the answer had begun',
  slow_buyer: 'charged: the answer had begun, and the buyer read it too slowly for the publisher',
  time_limit: 'charged: the answer had begun; the gateway ended it at its time limit',
  size_limit: 'charged: the answer had begun; the gateway ended it at its size limit',
  crowded: 'charged: the answer had begun; the gateway had no room for more of it',
}

/** Why a call was charged or not, in words: from the code that it ended with, and its reservation if it had one. */
export function reasonOfCall(code: string | undefined, reservation: ReservationEnd | undefined): string {
  if (reservation === undefined) return code === undefined || code === 'ok' ? 'not billable' : `refused: ${code}`
  if (reservation.isCorrected) return 'captured, then given back: the answer could not be handed over'
  switch (reservation.state) {
    case 'captured':
      return CHARGED_BECAUSE[code ?? ''] ?? 'charged: the answer was delivered'
    case 'released':
      return `not charged: ${reservation.outcome || code || 'released'}`
    case 'expired':
      return 'not charged: nobody resolved the reservation in time'
    case 'open':
      return code === 'task'
        ? 'a task under way: the price is held until its result is delivered'
        : 'under way: the price is held'
    case 'unknown':
      return 'unknown'
    default:
      return reservation.state satisfies never
  }
}
