import type { Constellation } from '@mtg/testing'
import { chatCall } from './chat.ts'
import { EDGE, PLATFORM } from './figures.ts'
import type { Target } from './measure.ts'

const KEY = 'vnb-sk-bench-peers-0001'
const APP = 'acme/chat'

/** What the gateway does that no peer does. */
export const OUR_SETTINGS =
  'the defaults of npm start: identity, purchase, rate windows, meter, reservation and capture committed to disk, usage records'

/** A publisher's paid app, and a buyer whose wallet pays for every call. */
export function ourMarketplace(upstream: string): string {
  const limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000, monthly: 1_000_000_000 }
  const app = {
    name: 'chat',
    adapter: 'llm',
    upstream: `${upstream}/v1/chat/completions`,
    tiers: { paid: { price: '0.000001', ...limits } },
  }
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: [
      {
        email: 'bench@example.test',
        wallet: '1000000.00',
        keys: [{ name: 'default', key: KEY }],
        purchases: [{ app: APP, tier: 'paid' }],
      },
    ],
  })
}

/** The gateway as one of those that are measured. */
export function ourselves(gateway: Constellation): Target {
  const edge = () => gateway.pids()['edge-proxy'] ?? 0
  return {
    name: 'this gateway',
    origin: gateway.baseUrl,
    call: chatCall({ path: `/v1-beta/llm/${APP}`, headers: { authorization: `Bearer ${KEY}` } }),
    parts: [
      { name: EDGE, pids: () => [edge()] },
      { name: PLATFORM, pids: () => Object.values(gateway.pids()) },
    ],
  }
}
