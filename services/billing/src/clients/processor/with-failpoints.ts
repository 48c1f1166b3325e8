import { between, type Reach } from '../../domain/failpoints.ts'
import type { PaymentProcessor } from './processor.ts'

type RefundRequest = Parameters<PaymentProcessor['refund']>[0]
type PayOutRequest = Parameters<PaymentProcessor['payOut']>[0]

/** The same processor, passing by the points around moving money. */
export function withFailpoints(processor: PaymentProcessor, reach: Reach): PaymentProcessor {
  return {
    ...processor,
    refund: between(reach, ['refund_taken', 'refund_sent'], (request: RefundRequest) => processor.refund(request)),
    payOut: between(reach, ['payout_taken', 'payout_sent'], (request: PayOutRequest) => processor.payOut(request)),
  }
}
