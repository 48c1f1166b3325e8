import { hkdfSync } from 'node:crypto'
import type { ProcessorName } from '../../domain/payment-processor.ts'
import type { PaymentProcessor } from './processor.ts'
import type { StripeOptions } from './stripe.ts'
import { createTestProcessor, type TestProcessor, type TestProcessorOptions } from './test-processor.ts'

/** Which processor, and what each would be made of. */
export interface OpenProcessorOptions {
  readonly name: ProcessorName | 'none'
  readonly stripe: StripeOptions
  readonly test: Omit<TestProcessorOptions, 'webhookSecret'> & {
    /** The secret that signs its events is derived from this one. */
    readonly encryptionKey: Buffer
  }
}

/** The configured payment processor, if any. */
export interface OpenedProcessor {
  readonly processor: PaymentProcessor | undefined
  /** Set when it is the built-in one, which has pages to serve and events to deliver. */
  readonly test: { readonly processor: TestProcessor; readonly webhookSecret: string } | undefined
}

/** Opens the configured processor. */
export async function openProcessor({ name, stripe, test }: OpenProcessorOptions): Promise<OpenedProcessor> {
  switch (name) {
    case 'none':
      return { processor: undefined, test: undefined }
    case 'stripe': {
      const { createStripeProcessor } = await import('./stripe.ts')
      return { processor: createStripeProcessor(stripe), test: undefined }
    }
    case 'test': {
      const { encryptionKey, ...options } = test
      const webhookSecret = deriveSecret(encryptionKey)
      const processor = createTestProcessor({ ...options, webhookSecret })
      return { processor, test: { processor, webhookSecret } }
    }
    default:
      return name satisfies never
  }
}

/** A secret of its own for the test processor's signatures, the same in every replica. */
function deriveSecret(key: Buffer): string {
  return `whsec_${Buffer.from(hkdfSync('sha256', key, '', 'test processor webhook', 32)).toString('hex')}`
}
