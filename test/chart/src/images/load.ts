import { setTimeout as pause } from 'node:timers/promises'
import { formatMicros } from '@mtg/primitives'
import { callTool } from '@mtg/testing'
import type { Cluster } from './cluster.ts'

const KEY = 'vnb-sk-images-eve-0001'
const CALLERS = 2
/** Between a caller's calls: the machine has an upgrade to do as well. */
const PAUSE_MS = 50
const PRICE_MICROS = 2000n
const OPENING_MICROS = 100_000_000n
const HTTP = 8080

/** The buyer whose calls are the load. */
export const LOAD_BUYER = 'eve@example.test'

/** What the load needs, as a marketplace file: a buyer with 100 USD, and an app at this origin. */
export function marketplaceOfLoad(origin: string): string {
  const limits = { perMinute: 1_000_000, perDay: 1_000_000, monthly: 1_000_000 }
  const tiers = { paid: { price: '0.002', ...limits } }
  const app = { name: 'steady', adapter: 'mcp', upstream: `${origin}/mcp`, tiers }
  const keys = [{ name: 'k', key: KEY }]
  return JSON.stringify({
    publishers: [{ username: 'steady', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: [{ email: LOAD_BUYER, wallet: '100.00', keys, purchases: [{ app: 'steady/steady', tier: 'paid' }] }],
  })
}

/** Paid calls without pause, spread over the edges that a cluster would send them to. */
export interface Load {
  /** Answered 200 so far. */
  paid(): number
  /** What the others were told. */
  readonly failures: readonly string[]
  /** Ends it; answers with what must be left in the buyer's wallet. */
  stop(): Promise<string>
}

/** Starts calling. */
export function startLoad(cluster: Cluster): Load {
  const failures: string[] = []
  let paid = 0
  let turn = 0
  const stopping = new AbortController()
  const callOnAndOn = async () => {
    while (!stopping.signal.aborted) {
      const edges = cluster.addressesOf('edge-proxy')
      const ip = edges[turn++ % edges.length]
      const failed = (text: string) => failures.push(`${new Date().toISOString()} ${ip}: ${text}`)
      try {
        const call = { app: 'steady/steady', credential: KEY, tool: 'echo' }
        const { status, text } = await callTool({ ...call, baseUrl: `http://${ip}:${HTTP}` })
        if (status === 200) paid += 1
        else failed(`${status} ${text}`)
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
        failed(String(cause))
      }
      await pause(PAUSE_MS)
    }
  }
  const callers = Array.from({ length: CALLERS }, callOnAndOn)
  return {
    paid: () => paid,
    failures,
    async stop() {
      stopping.abort()
      await Promise.all(callers)
      return formatMicros(OPENING_MICROS - BigInt(paid) * PRICE_MICROS)
    },
  }
}
