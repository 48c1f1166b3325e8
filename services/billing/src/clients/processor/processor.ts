import type { ProcessorName } from '../../domain/payment-processor.ts'

/** A checkout page to make; the same top-up gets the same page. */
export interface CheckoutRequest {
  readonly topUpId: string
  readonly buyerId: string
  readonly amountMicros: bigint
  /** Where the page sends the buyer when done. */
  readonly returnUrl: string
}

/** The processor's answer to a transfer. A processor that is not reached answers nothing: that is thrown, and asked again. */
export type Transfer =
  | { readonly accepted: true; readonly ref: string }
  | { readonly accepted: false; readonly reason: string }

/** What happened at the processor, in this service's terms. */
export type ProcessorNews =
  | { readonly type: 'paid'; readonly topUpId: string; readonly paymentId: string; readonly amountMicros: bigint }
  | { readonly type: 'not_paid'; readonly topUpId: string }
  | {
      /** Money was taken back, or a taking back was undone: the refund failed, the dispute was won. */
      readonly type: 'reversed' | 'reversal_undone'
      readonly kind: 'refund' | 'dispute'
      readonly ref: string
      readonly paymentId: string
      readonly amountMicros: bigint
      /** Our own id of a refund that we asked for. */
      readonly reversalId: string | undefined
    }
  | { readonly type: 'other' }

/** A signed event. */
export interface ProcessorEvent {
  readonly id: string
  /** The processor's own name of it, for the audit. */
  readonly name: string
  readonly news: ProcessorNews
}

/** A payment that the processor knows. */
interface Payment {
  readonly topUpId: string
  readonly amountMicros: bigint
}

/** A payment processor. Every request carries our own id, so that asking twice moves money once. */
export interface PaymentProcessor {
  readonly name: ProcessorName
  /** Answers with the address of the page. */
  createCheckout(request: CheckoutRequest): Promise<string>
  refund(request: {
    readonly reversalId: string
    readonly paymentId: string
    readonly amountMicros: bigint
  }): Promise<Transfer>
  payOut(request: {
    readonly payoutId: string
    readonly account: string
    readonly amountMicros: bigint
  }): Promise<Transfer>
  /** The payout account of a publisher that was connected without naming one; undefined: it must be named. */
  defaultAccount(username: string): string | undefined
  /** Rejects with `webhook_signature_invalid` unless the processor itself sent these bytes just now. */
  readWebhook(body: Buffer, signature: string): Promise<ProcessorEvent>
  /** A payment made for a top-up of ours; undefined when it was made for something else. */
  findPayment(paymentId: string): Promise<Payment | undefined>
}
