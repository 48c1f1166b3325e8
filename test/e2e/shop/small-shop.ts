import { type Constellation, type ConstellationOptions, startConstellation, startFakePublisher } from '@mtg/testing'

/** Somebody who has bought every app of the shop. */
interface SmallShopBuyer {
  readonly email: string
  readonly key: string
  readonly wallet: string
}

const PLENTY = { perMinute: 100_000, perDay: 1_000_000, monthly: 1_000_000 }

/** A gateway with a small shop, and the publisher behind all of its apps. */
export type SmallShop = Awaited<ReturnType<typeof startSmallShop>>

/** Starts both. */
export async function startSmallShop(
  apps: Readonly<Record<string, object>>,
  buyers: readonly SmallShopBuyer[],
  serviceEnv: NonNullable<ConstellationOptions['serviceEnv']>,
) {
  const publisher = await startFakePublisher()
  const marketplace = smallShop(publisher.origin, apps, buyers)
  const gateway: Constellation = await startConstellation({ marketplace, serviceEnv }).catch(
    async (thrown: unknown) => {
      await publisher.close()
      throw thrown
    },
  )
  return {
    gateway,
    publisher,
    async stop(): Promise<void> {
      await gateway.stop()
      await publisher.close()
    },
  }
}

/** A marketplace file (JSON is YAML) of one MCP publisher, `shop`, whose apps cost a cent a call and differ in `apps` alone. */
function smallShop(origin: string, apps: Readonly<Record<string, object>>, buyers: readonly SmallShopBuyer[]): string {
  const tiers = { paid: { price: '0.01', ...PLENTY } }
  const app = { adapter: 'mcp', upstream: `${origin}/mcp`, timeoutMs: 5_000, tiers }
  const shop = {
    username: 'shop',
    payout: 'connected',
    apiKey: 'shop-upstream-key',
    apps: Object.entries(apps).map(([name, more]) => ({ name, ...app, ...more })),
  }
  return JSON.stringify({
    publishers: [shop],
    buyers: buyers.map(({ email, key, wallet }) => ({
      email,
      wallet,
      keys: [{ name: 'default', key }],
      purchases: Object.keys(apps).map(name => ({ app: `shop/${name}`, tier: 'paid' })),
    })),
  })
}
