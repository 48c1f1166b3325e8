import { appError } from '@mtg/errors'
import type { PaymentProcessor } from '../clients/processor/processor.ts'

/** The configured processor, or `invalid_argument` saying what to configure. */
export function requireProcessor(processor: PaymentProcessor | undefined): PaymentProcessor {
  if (processor !== undefined) return processor
  throw appError('invalid_argument', { message: 'No payment processor is configured: set PAYMENT_PROCESSOR.' })
}
