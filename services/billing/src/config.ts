import { join } from 'node:path'
import { CELLS_FORM, type CellAddress, readCells } from '@mtg/cells'
import { isRedisUrl, REDIS_URL_FORMS } from '@mtg/redis'
import { ConfigError, commonSettings, settings } from '@mtg/runtime'
import { z } from 'zod'
import { failpointNames } from './domain/failpoints.ts'
import { processorNames } from './domain/payment-processor.ts'
import { redisFailureModes } from './domain/rate-windows.ts'

// Who moves real money; none: nobody, so that wallets cannot be topped up.
const processorChoices = ['none', ...processorNames] as const

/** Calls are looked for among those that left from half of it on. */
const HOT_MS_MIN = 600_000
const DAY_MS = 86_400_000
/** Usage records may come for 35 days, and windows of 30 days run. */
const RETENTION_MONTHS_MIN = 2

/** Settings of the billing service. */
export const billingSettings = z.object({
  ...commonSettings,
  GRPC_LISTEN: settings.hostPort().describe('host:port of the gRPC services'),
  HTTP_LISTEN: settings.hostPort().optional().describe('host:port of the webhook and checkout endpoints'),
  BASE_URL: settings.url('http:', 'https:').optional().describe('the gateway as its users see it, for checkout links'),
  DATABASE_URL: settings.url('postgresql:', 'postgres:').describe("PostgreSQL, with this service's own role"),
  DATABASE_POOL_MAX: settings.int(8, { min: 2 }).describe('connections to PostgreSQL for calls'),
  API_DATABASE_POOL_MAX: settings
    .int(3, { min: 1 })
    .describe('further connections, for the catalogue and accounts: whoever asks much of these takes none from calls'),
  REDIS_URL: settings
    .text()
    .refine(isRedisUrl, `must look like ${REDIS_URL_FORMS}`)
    .describe(`Redis, for rate windows only: ${REDIS_URL_FORMS}`),
  REDIS_PREFIX: settings.text('').describe('put before every Redis key, to share a server'),
  RATE_LIMIT_ON_REDIS_ERROR: z
    .enum(redisFailureModes)
    .default('deny')
    .describe('calls while Redis is away: deny (redis_error), local (windows of this process), allow'),
  REDIS_TIMEOUT_MS: settings.int(250, { min: 1 }).describe('how long to wait for Redis'),
  NATS_URL: settings.urls('nats:', 'tls:').describe('NATS, for invalidations and repaired usage events'),
  NATS_PREFIX: settings.text('').describe('put before every NATS subject, to share a server'),
  ENCRYPTION_KEY: settings.secretBytes(32).describe('base64 of the 32 bytes that encrypt publisher keys at rest'),
  METERING_ADDR: settings.addresses().describe('gRPC address of metering, for the reconciler'),
  AUTH_ADDR: settings
    .addresses()
    .optional()
    .describe('gRPC address of auth, which knows operators; unset: only the credential of the operator administers'),
  RECONCILE_INTERVAL_MS: settings
    .int(60_000, { min: 100 })
    .describe('how often captured calls are compared with usage records'),
  PAYMENT_PROCESSOR: z
    .enum(processorChoices)
    .default('none')
    .describe('none, stripe, or test: the built-in one, whose money is not real'),
  STRIPE_SECRET_KEY: settings.text('').describe('API key of the Stripe account'),
  STRIPE_WEBHOOK_SECRET: settings.text('').describe('signing secret of the webhook at /v1-beta/webhooks/stripe'),
  STRIPE_API_URL: settings.url('https:', 'http:').default('https://api.stripe.com').describe("Stripe's API"),
  TRANSFER_RETRY_MS: settings
    .int(30_000, { min: 50 })
    .describe('how often the processor is asked again for refunds and payouts that it has not confirmed'),
  TRANSFER_LEASE_MS: settings
    .int(60_000, { min: 100 })
    .describe(
      'how long nobody else asks the processor for a refund or payout that a process asks for; it tries for 35 s at most',
    ),
  ROLL_UP_INTERVAL_MS: settings
    .int(60_000, { min: 50 })
    .describe('how often new journal entries are added to the hourly sums of accounts'),
  SETTLED_KEPT_HOT_MS: settings
    .int(3_600_000)
    .refine(ms => ms === 0 || ms >= HOT_MS_MIN, `must be 0 or at least ${HOT_MS_MIN}`)
    .describe('how long settled calls stay in the tables of the call path, at least 10 minutes; 0: for ever'),
  SETTLE_AWAY_INTERVAL_MS: settings
    .int(60_000, { min: 50 })
    .describe('how often calls that were settled long enough ago leave these tables'),
  LEDGER_SEAL_AFTER_DAYS: settings
    .int(7, { min: 2 })
    .describe('how many days after its end a month of settled calls is sealed: nothing of it changes from then on'),
  LEDGER_EXPORT_DIR: settings
    .text()
    .optional()
    .describe('folder, shared by all replicas, for the files of sealed months; unset: they are not exported'),
  LEDGER_RETENTION_MONTHS: settings
    .int(0)
    .refine(months => months === 0 || months >= RETENTION_MONTHS_MIN, `must be 0 or at least ${RETENTION_MONTHS_MIN}`)
    .describe('months after its end that a sealed and exported month is kept in the database, at least 2; 0: for ever'),
  LEDGER_SEAL_INTERVAL_MS: settings
    .int(3_600_000, { min: 50 })
    .describe('how often it is looked whether a month is to be sealed, exported or dropped'),
  RESERVATION_TTL_MS: settings
    .int(900_000, { min: 1000 })
    .describe("how long after an app's own timeout an unresolved reservation is kept"),
  REAP_INTERVAL_MS: settings.int(2000, { min: 50 }).describe('how often reservations past their deadline are freed'),
  IDEMPOTENCY_TTL_MS: settings
    .int(86_400_000, { min: 100 })
    .describe('how long an Idempotency-Key is remembered, from the request that first carried it'),
  IDEMPOTENCY_LEASE_MS: settings
    .int(15_000, { min: 100 })
    .describe('how long an edge that carries out a request with an Idempotency-Key may be silent; then another may'),
  IDEMPOTENCY_PURGE_INTERVAL_MS: settings
    .int(60_000, { min: 50 })
    .describe('how often Idempotency-Keys and tasks whose time is over are removed'),
  TASK_TTL_MAX_MS: settings
    .int(86_400_000, { min: 1000 })
    .describe('how long the price of a task is held at most, whatever its publisher says'),
  PRICE_NOTICE_MS: settings
    .int(7 * DAY_MS)
    .describe('how long a rise of a price is announced before it holds for those who have bought the app'),
  PRICE_WRITE_INTERVAL_MS: settings
    .int(30_000, { min: 50 })
    .describe('how often announced prices that hold already are written into their tiers and tools'),
  LISTING_WORDS_INTERVAL_MS: settings
    .int(5000, { min: 50 })
    .describe('how often words of new listings are noted, which searches may misspell'),
  CATALOGUE_CACHE_MS: settings
    .int(30_000)
    .describe('how long facts that let a call pass are believed while changes are told; refusals never are'),
  CATALOGUE_CACHE_WITHOUT_NATS_MS: settings.int(2000).describe('how long at most while changes are not told'),
  LISTINGS_CACHE_MS: settings
    .int(1000, { min: 0 })
    .describe(
      'how long a page of the catalogue that many ask for is answered from memory, unless a change is told; 0: not',
    ),
  FAILPOINT: z
    .enum(failpointNames)
    .optional()
    .describe('for fault tests: the point at which this process kills itself; unset anywhere else'),
  CELLS: settings
    .text('')
    .refine(text => text === '' || readCells(text) !== undefined, `must look like ${CELLS_FORM}`)
    .describe(
      `cells that share the buyers, each a billing with a database of its own, the home cell first: ${CELLS_FORM}`,
    ),
  CELL: settings.text('').describe('which of CELLS this process belongs to'),
  PLATFORM_FEE_PPM: settings
    .int(0, { max: 1_000_000 })
    .describe("the platform's share of each paid call, parts per million"),
})

/** The settings, read and checked. */
export type BillingConfig = Readonly<z.infer<typeof billingSettings>>

/** Which of several cells this billing is. */
export interface CellSettings {
  readonly name: string
  readonly cells: readonly CellAddress[]
}

/** Reads them; undefined where there is one billing only. Throws a `ConfigError` when they contradict each other. */
export function cellSettings({ CELL: name, CELLS }: BillingConfig): CellSettings | undefined {
  const cells = CELLS === '' ? undefined : readCells(CELLS)
  if (cells === undefined && name === '') return undefined
  if (cells === undefined) throw new ConfigError(['CELLS: is not set, but CELL is'])
  if (cells.every(cell => cell.name !== name)) throw new ConfigError([`CELL: "${name}" is none of CELLS`])
  return { name, cells }
}

/** Throws a `ConfigError` when settings are missing that the chosen payment processor needs. */
export function requireProcessorSettings(config: BillingConfig): void {
  if (config.PAYMENT_PROCESSOR === 'none') return
  if (config.HTTP_LISTEN === undefined) {
    throw new ConfigError(['HTTP_LISTEN: is not set, but the payment processor must reach the webhook'])
  }
  if (config.PAYMENT_PROCESSOR !== 'stripe') return
  const missing = (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter(name => config[name] === '')
  if (missing.length > 0) throw new ConfigError(missing.map(name => `${name}: is not set`))
}

/** Which payment processor, and how to reach it. */
export function chosenProcessor(config: BillingConfig) {
  return {
    name: config.PAYMENT_PROCESSOR,
    stripe: {
      secretKey: config.STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      apiUrl: new URL(config.STRIPE_API_URL),
    },
  }
}

/** How settled calls leave the tables of the call path. */
export function settlingAway(config: BillingConfig) {
  return { intervalMs: config.SETTLE_AWAY_INTERVAL_MS, keptHotMs: config.SETTLED_KEPT_HOT_MS }
}

/** What becomes of their months. */
export function sealing(config: BillingConfig) {
  return {
    intervalMs: config.LEDGER_SEAL_INTERVAL_MS,
    sealAfterDays: config.LEDGER_SEAL_AFTER_DAYS,
    retentionMonths: config.LEDGER_RETENTION_MONTHS,
  }
}

/** The folder for files of sealed months: each cell has one of its own. */
export function archiveFolder({ CELL: cell, LEDGER_EXPORT_DIR: folder }: BillingConfig): string | undefined {
  return folder === undefined || cell === '' ? folder : join(folder, cell)
}

/** Where gRPC is served, and to whom. */
export function listening(config: BillingConfig) {
  return { listen: config.GRPC_LISTEN, callers: config.GRPC_CALLERS, domain: 'gateway.billing' }
}
