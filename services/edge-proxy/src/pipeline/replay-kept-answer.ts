import type { Delivered } from '../call/ending.ts'
import type { KeptAnswer } from '../clients/attempts.ts'
import type { Delivery } from '../respond/delivery.ts'

/** Hands over the answer of the call that was charged, byte for byte and under that call's id. */
export function replayKeptAnswer(delivery: Delivery, { status, headers, body }: KeptAnswer): Delivered {
  delivery.send(status, { ...headers, 'idempotency-replayed': 'true' }, body)
  return { status, outcome: 'replayed' }
}
