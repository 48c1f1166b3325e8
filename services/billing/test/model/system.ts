import { randomUUID } from 'node:crypto'
import { services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createLogger } from '@mtg/observability'
import { openDatabase } from '@mtg/postgres'
import { createClient } from '@mtg/rpc'
import { startFakeStripe } from '../fake-stripe.ts'
import { appEntry, LIMITS, startHarness, tierEntry } from '../harness.ts'
import { openKeys } from '../keys.ts'

/** Prices of tools, micro-USD. */
export const PRICES = { cheap: 3n, dear: 1_700_000n, gratis: 0n }
export type Tool = keyof typeof PRICES
/** Calls that a meter allows. */
export const QUOTA = 6
export const TOP_UP_MICROS = 5_000_000n

/** Billing with the market that the model knows of, and what is asked of it. */
export type ModelSystem = Awaited<ReturnType<typeof startModelSystem>>

/** Starts billing with a payment processor. Facts are not remembered: the model knows nothing of a moment's delay. */
export async function startModelSystem() {
  const stripe = await startFakeStripe('whsec_test')
  const listen = `127.0.0.1:${await freePort()}`
  const harness = await startHarness({
    env: {
      HTTP_LISTEN: listen,
      PAYMENT_PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_billing',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API_URL: stripe.url,
      PLATFORM_FEE_PPM: '333333',
      CATALOGUE_CACHE_MS: '0',
      PRICE_NOTICE_MS: String(24 * 3_600_000),
      PRICE_WRITE_INTERVAL_MS: '1000',
    },
  })
  const { address } = harness
  const topUps = createClient(services.billing.TopUpService, { address })
  const tasks = createClient(services.billing.TaskService, { address })
  const keys = openKeys(address)
  const log = createLogger({ service: 'billing', level: 'silent' })
  const db = openDatabase({ url: harness.env.DATABASE_URL, poolMax: 2, applicationName: 'model', log })
  const own = createClient(services.billing.PublisherCatalogService, { address })
  await harness.catalog.ApplyCatalog(
    { publishers: [{ username: 'model', payoutConnected: true, apiKey: 'k', apps: [appOf(PRICES)] }] },
    LIMITS,
  )
  const { rows } = await harness.sql.query('SELECT id FROM apps')

  return {
    ...harness,
    appId: String(rows[0].id),
    db,
    keys,
    tasks,
    /** The publisher asks for these prices. */
    async setPrices(prices: Readonly<Record<Tool, bigint>>): Promise<void> {
      await own.PutPublisherApp({ username: 'model', entry: appOf(prices) }, LIMITS)
    },
    /** Those of the beginning hold, and nothing is announced. */
    async resetPrices(): Promise<void> {
      await harness.sql.query(
        'UPDATE price_changes SET cancelled_at = now() WHERE applied_at IS NULL AND cancelled_at IS NULL',
      )
      await harness.sql.query("UPDATE app_tiers SET price_micros = $1 WHERE tier = 'paid'", [PRICES.cheap])
      for (const tool of ['dear', 'gratis'] as const) {
        await harness.sql.query('UPDATE tool_prices SET price_micros = $2 WHERE tool = $1', [tool, PRICES[tool]])
      }
    },
    /** Pays in; the event arrives twice. */
    async topUp(buyerId: string): Promise<void> {
      const { topUp } = await topUps.CreateTopUp({ buyerId, amountMicros: TOP_UP_MICROS.toString() }, LIMITS)
      const { session } = stripe.pay(topUp?.topUpId ?? '', Number(TOP_UP_MICROS / 10_000n))
      const [url, eventId] = [`http://${listen}/v1-beta/webhooks/stripe`, randomUUID()]
      await Promise.all([1, 2].map(() => stripe.send(url, 'checkout.session.completed', session, eventId)))
    },
    async stop(): Promise<void> {
      for (const client of [topUps, tasks, keys, own]) client.close()
      await db.close()
      await harness.stop()
      await stripe.close()
    },
  }
}

/** The first tool costs what its tier does, the others have prices of their own. */
function appOf({ cheap, ...others }: Readonly<Record<Tool, bigint>>) {
  return appEntry('tools', {
    tiers: [tierEntry('TIER_PAID', { priceMicros: cheap.toString(), monthly: String(QUOTA) })],
    tools: Object.entries(others).map(([name, price]) => ({ name, priceMicros: price.toString() })),
  })
}
