import { hkdfSync } from 'node:crypto'
import type { Database } from '@mtg/postgres'
import { ConfigError } from '@mtg/runtime'
import type { BillingConfig } from '../../config.ts'
import type { PaymentProcessor } from './processor.ts'
import { createStripeProcessor } from './stripe.ts'
import { createTestProcessor, type TestProcessor } from './test-processor.ts'

/** What a processor needs beside its settings. */
export interface OpenProcessorOptions {
  readonly config: BillingConfig
  readonly db: Database
  /** Where buyers reach the gateway. */
  readonly baseUrl: () => string
  readonly onTestEvent: () => void
}

/** The configured payment processor, if any. */
export interface OpenedProcessor {
  readonly processor: PaymentProcessor | undefined
  /** Set when it is the built-in one, which has pages to serve and events to deliver. */
  readonly test: { readonly processor: TestProcessor; readonly webhookSecret: string } | undefined
}

/** Opens the configured processor. */
export function openProcessor(options: OpenProcessorOptions): OpenedProcessor {
  const { config, db, baseUrl } = options
  if (config.PAYMENT_PROCESSOR === 'none') return { processor: undefined, test: undefined }
  if (config.HTTP_LISTEN === undefined)
    throw new ConfigError(['HTTP_LISTEN: is not set, but the payment processor must reach the webhook'])
  if (config.PAYMENT_PROCESSOR === 'stripe') return { processor: openStripe(config), test: undefined }
  const webhookSecret = deriveSecret(config.ENCRYPTION_KEY)
  const processor = createTestProcessor({ db, webhookSecret, baseUrl, onEvent: options.onTestEvent })
  return { processor, test: { processor, webhookSecret } }
}

function openStripe(config: BillingConfig): PaymentProcessor {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL } = config
  const faults = [
    ...(secretKey === '' ? ['STRIPE_SECRET_KEY: is not set'] : []),
    ...(webhookSecret === '' ? ['STRIPE_WEBHOOK_SECRET: is not set'] : []),
  ]
  if (faults.length > 0) throw new ConfigError(faults)
  return createStripeProcessor({ secretKey, webhookSecret, apiUrl: new URL(STRIPE_API_URL) })
}

/** A secret of its own for the test processor's signatures, the same in every replica. */
function deriveSecret(key: Buffer): string {
  return `whsec_${Buffer.from(hkdfSync('sha256', key, '', 'test processor webhook', 32)).toString('hex')}`
}
