import { type billing, services } from '@mtg/contracts'
import type { BuyerId } from '@mtg/primitives'
import { createClient, fromTimestamp, toBigint } from '@mtg/rpc'
import type { Reservation } from '../domain/reservation.ts'
import type { ServiceOptions } from './auth.ts'
import { timeIn } from './service-times.ts'
import { unlessMissing } from './unless-missing.ts'

/** What billing held for calls. */
export interface Reservations {
  /** Undefined when the buyer has none for such a call. */
  find(buyerId: BuyerId, callId: string): Promise<Reservation | undefined>
  close(): void
}

/** Opens the connection to billing's reservations. */
export function openReservations({ address, token, timeoutMs }: ServiceOptions): Reservations {
  const client = createClient(services.billing.ReservationService, { address, token })
  return {
    async find(buyerId, callId) {
      const found = await unlessMissing(
        'reservation_not_found',
        client.GetReservation({ callId, buyerId }, { timeoutMs }),
      )
      return found && toReservation(found)
    },
    close: () => client.close(),
  }
}

const STATE_OF: Readonly<Record<billing.ReservationState__Output, Reservation['state']>> = {
  RESERVATION_STATE_UNSPECIFIED: 'unknown',
  RESERVATION_STATE_OPEN: 'open',
  RESERVATION_STATE_CAPTURED: 'captured',
  RESERVATION_STATE_RELEASED: 'released',
  RESERVATION_STATE_EXPIRED: 'expired',
}

function toReservation(sent: billing.GetReservationResponse__Output): Reservation {
  return {
    state: STATE_OF[sent.state],
    app: sent.app,
    toolName: sent.toolName,
    tier: sent.tier === 'TIER_PAID' ? 'paid' : 'free',
    priceMicros: toBigint(sent.priceMicros),
    outcome: sent.outcome,
    isCorrected: sent.corrected,
    reservedAt: timeIn(sent.reservedAt),
    resolvedAt: fromTimestamp(sent.resolvedAt),
  }
}
