import { randomBytes, randomUUID } from 'node:crypto'
import { type billing, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createLogger, createMetrics, type Metrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createClient, fromRefusal } from '@mtg/rpc'
import { type Closable, createOps, loadConfig } from '@mtg/runtime'
import { createServiceDatabase, natsUrl, redisUrl } from '@mtg/testing'
import { Client } from 'pg'
import { billingSettings, startBilling } from '../src/index.ts'
import { openCallStreams } from './call-streams.ts'

/** How long a test waits for any one answer. */
export const LIMITS = { timeoutMs: 20_000 }

/** A real billing service on its own database, with what tests ask it. */
export type Harness = Awaited<ReturnType<typeof startHarness>>

/** Settings that tests may change; `redisUrl` may point to nowhere. */
export interface HarnessOptions {
  readonly env?: Record<string, string>
  /** A PostgreSQL of the test's own, for what it does to it: URL of a database, by a role that may do everything. */
  readonly postgresUrl?: string
}

async function startService(
  env: Record<string, string>,
  metrics: Metrics = createMetrics('billing'),
): Promise<Closable> {
  const config = loadConfig(billingSettings, env)
  const log = createLogger({ service: 'billing', level: 'silent' })
  const ops = createOps({ log, clock: systemClock, metrics })
  return await startBilling({ config, log, clock: systemClock, metrics, ops, telemetry: noTelemetry })
}

/** Boots billing in this process. */
export async function startHarness(options: HarnessOptions = {}) {
  const { postgresUrl: serverUrl } = options
  const database = await createServiceDatabase({ service: 'billing', ...(serverUrl !== undefined && { serverUrl }) })
  const sql = new Client({ connectionString: database.adminUrl })
  sql.on('error', () => {}) // A test may take the server away.
  await sql.connect()
  const address = `127.0.0.1:${await freePort()}`
  const prefix = `billing_${randomBytes(4).toString('hex')}`
  const env = {
    GRPC_LISTEN: address,
    GRPC_CALLERS: 'anyone',
    DATABASE_URL: patient(database.url),
    REDIS_URL: await redisUrl(),
    REDIS_PREFIX: `${prefix}:`,
    NATS_URL: await natsUrl(),
    NATS_PREFIX: `${prefix}.`,
    METERING_ADDR: '127.0.0.1:1',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ...options.env,
  }
  const metrics = createMetrics('billing')
  const running = await startService(env, metrics)
  const twins: Closable[] = []

  const calls = createClient(services.billing.ReservationService, { address })
  const catalog = createClient(services.billing.CatalogAdminService, { address })
  const wallets = createClient(services.billing.WalletService, { address })
  const ledger = createClient(services.billing.LedgerService, { address })
  const streams = openCallStreams(address)

  return {
    address,
    env,
    sql,
    calls,
    catalog,
    wallets,
    ledger,
    metrics,
    /** Another billing process on the same data, in this process; answers with its gRPC address. */
    async startTwin(): Promise<string> {
      const listen = `127.0.0.1:${await freePort()}`
      twins.push(await startService({ ...env, GRPC_LISTEN: listen, HTTP_LISTEN: '127.0.0.1:0' }))
      return listen
    },
    /** Admits one call; answers with its reservation. */
    async reserve(
      request: Partial<billing.ReserveRequest> & { buyerId: string },
    ): Promise<billing.Reservation__Output> {
      const item = { ...callTo('acme/search'), ...request }
      const result = await streams.reserves.send(item, LIMITS)
      if (result.refusal) throw fromRefusal(result.refusal)
      return result.reservation as billing.Reservation__Output
    },
    /** Takes the money of a call; answers with the amount. */
    async capture(callId: string): Promise<bigint> {
      const result = await streams.settles.send({ capture: { callId } }, LIMITS)
      if (result.refusal) throw fromRefusal(result.refusal)
      return BigInt(result.captured?.capturedMicros ?? -1)
    },
    /** Gives the money of a call back. */
    async release(callId: string, reason: billing.ReleaseReason = 'RELEASE_REASON_NOT_CHARGED'): Promise<bigint> {
      const result = await streams.settles.send({ release: { callId, reason, outcome: 'test' } }, LIMITS)
      if (result.refusal) throw fromRefusal(result.refusal)
      return BigInt(result.released?.releasedMicros ?? -1)
    },
    /** Balance and held amount, micro-USD. */
    async wallet(buyerId: string): Promise<{ balance: bigint; held: bigint }> {
      const wallet = await wallets.GetWallet({ buyerId }, LIMITS)
      return { balance: BigInt(wallet.balanceMicros), held: BigInt(wallet.heldMicros) }
    },
    /** Names of broken invariants, with what breaks them. */
    async breaches(): Promise<string[]> {
      const { checks } = await ledger.VerifyLedger({}, LIMITS)
      return checks.flatMap(check => check.breaches.map(breach => `${check.name}: ${breach}`))
    },
    /** Makes a buyer with a wallet and purchases of acme/search (paid) unless told otherwise. */
    async buyer(balanceMicros: bigint, purchase: Partial<billing.PurchaseEntry> | null = {}): Promise<string> {
      const buyerId = randomUUID()
      const purchases = purchase === null ? [] : [{ ...purchaseOf('acme/search', 'TIER_PAID'), ...purchase }]
      const entry = {
        buyerId,
        email: `${buyerId}@example.test`,
        openingBalanceMicros: balanceMicros.toString(),
        purchases,
      }
      await catalog.ApplyCatalog({ buyers: [entry] }, LIMITS)
      return buyerId
    },
    async stop() {
      streams.close()
      for (const client of [calls, catalog, wallets, ledger]) client.close()
      await Promise.all([...twins, running].map(service => service.close()))
      await sql.end()
      await database.drop()
    },
  }
}

/** A billable call of an app, with a new id. */
export function callTo(app: string): billing.ReserveRequest & { callId: string } {
  const [publisherUsername = '', appName = ''] = app.split('/')
  return { callId: randomUUID(), adapter: 'mcp', publisherUsername, appName, billable: true, toolName: 'lookup' }
}

/** Thousands of calls at once, on a machine that is busy with other things, wait longer than a second for a connection. */
function patient(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('connect_timeout', '10')
  return url.href
}

/** A purchase that works. */
export function purchaseOf(app: string, tier: billing.Tier): billing.PurchaseEntry {
  return { app, tier, status: 'PURCHASE_STATUS_ACTIVE', renews: true }
}

/** An app entry with generous limits; the paid price is 2,000 micro-USD. */
export function appEntry(name: string, changes: Partial<billing.AppEntry> = {}): billing.AppEntry {
  return {
    name,
    adapter: 'mcp',
    upstream: 'http://127.0.0.1:9101/mcp',
    timeoutMs: 30_000,
    tiers: [tierEntry('TIER_FREE', {}), tierEntry('TIER_PAID', { priceMicros: '2000' })],
    tools: [{ name: 'deep', priceMicros: '20000' }],
    ...changes,
  }
}

/** A tier with generous limits. */
export function tierEntry(tier: billing.Tier, changes: Partial<billing.TierEntry>): billing.TierEntry {
  return { tier, priceMicros: '0', perMinute: '1000000', perDay: '1000000', monthly: '1000000', ...changes }
}

/** Publishers that most tests use: acme serves, the others each have one reason why not. */
export const publishers: billing.PublisherEntry[] = [
  {
    username: 'acme',
    payoutConnected: true,
    apiKey: 'acme-upstream-key',
    apps: [
      appEntry('search'),
      appEntry('tight', { tiers: [tierEntry('TIER_FREE', { perMinute: '2', monthly: '100' })], tools: [] }),
      appEntry('daily', { tiers: [tierEntry('TIER_FREE', { perDay: '1' })], tools: [] }),
      appEntry('quota', {
        tiers: [tierEntry('TIER_FREE', { monthly: '3' }), tierEntry('TIER_PAID', { priceMicros: '5', monthly: '3' })],
      }),
    ],
  },
  { username: 'unpaid', payoutConnected: false, apiKey: 'k', apps: [appEntry('search')] },
  { username: 'keyless', payoutConnected: true, apps: [appEntry('search')] },
  { username: 'banned', suspended: true, payoutConnected: true, apiKey: 'k', apps: [appEntry('search')] },
]

/** The code that something is refused with, or "admitted". */
export function codeOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'admitted',
    (error: { code: string }) => error.code,
  )
}
