import type { Account, Attacker } from './attack.ts'

/** The honest buyer. */
export const victimBuyer: Account = { email: 'victim@example.test', key: 'vnb-sk-victim-0123456789abcdefghijklmnop' }

/** The honest publisher's apps. */
export const victimApps = { mcpApp: 'honest/tools', llmApp: 'honest/chat' } as const

/** What a call of any app costs, in micro-USD and as the marketplace says it. */
export const priceMicros = 1_000n
const PRICE = '0.001'

/** What the victim has at first, in micro-USD. */
export const openingMicros = 1_000_000_000n
const OPENING = '1000.00'

const LIMITS = { perMinute: 6_000, perDay: 100_000_000, monthly: 100_000_000 }

/** The attackers, each with a publisher at its port. */
export function attackersAt(ports: readonly number[]): Attacker[] {
  return ports.map((publisherPort, index) => ({
    poor: { email: `poor${index}@example.test`, key: `vnb-sk-poor-${index}-0123456789abcdefghijklmn` },
    rich: { email: `rich${index}@example.test`, key: `vnb-sk-rich-${index}-0123456789abcdefghijklmn` },
    mcpApp: `mallory${index}/tools`,
    llmApp: `mallory${index}/chat`,
    publisherPort,
  }))
}

/** With which the victim logs in. */
export const victimPassword = 'the password of the victim'

/** The marketplace file (JSON is YAML) of victim and attackers. */
export function marketplaceOf(honestOrigin: string, attackers: readonly Attacker[]): string {
  const publisherOf = (app: string) => app.split('/')[0] ?? ''
  const everyApp = [victimApps, ...attackers].flatMap(({ mcpApp, llmApp }) => [mcpApp, llmApp])
  const bought = (apps: readonly string[]) => apps.map(app => ({ app, tier: 'paid' }))
  const buyer = ({ email, key }: Account, wallet: string, apps: readonly string[]) => ({
    email,
    wallet,
    keys: [{ name: 'default', key }],
    purchases: bought(apps),
  })
  return JSON.stringify({
    publishers: [
      publisher(publisherOf(victimApps.mcpApp), honestOrigin),
      ...attackers.map(({ mcpApp, publisherPort }) =>
        publisher(publisherOf(mcpApp), `http://127.0.0.1:${publisherPort}`),
      ),
    ],
    buyers: [
      { ...buyer(victimBuyer, OPENING, [victimApps.mcpApp, victimApps.llmApp]), password: victimPassword },
      ...attackers.flatMap(({ poor, rich }) => [buyer(poor, '0', everyApp), buyer(rich, OPENING, everyApp)]),
    ],
  })
}

function publisher(username: string, origin: string): object {
  const tiers = { paid: { price: PRICE, ...LIMITS } }
  const apps = [
    { name: 'tools', adapter: 'mcp', upstream: `${origin}/mcp`, tiers },
    { name: 'chat', adapter: 'llm', upstream: `${origin}/chat`, tiers },
  ]
  return { username, payout: 'connected', apiKey: `${username}-upstream-key`, apps }
}
