import type { ChargeTerms } from '../adapters/adapter.ts'
import type { Reservation } from './reservation.ts'

/** What an answer is judged by. */
export function chargeTermsOf({ terms: { upstream } }: Reservation): ChargeTerms {
  return upstream.promises.outputSchema ? { ...upstream, wantsOutput: true } : upstream
}
