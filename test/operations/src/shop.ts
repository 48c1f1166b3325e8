import assert from 'node:assert/strict'
import { type Answer, type Constellation, callTool } from '@mtg/testing'

/** The buyer of the tests, with 100 USD. */
export const EMAIL = 'ada@example.test'
/** What each call costs, micro-USD. */
export const PRICE_MICROS = 2000n
/** What the buyer has before the first call, micro-USD. */
export const OPENING_MICROS = 100_000_000n
/** Calls under way at once while there is load. */
export const CALLERS = 8

const KEY = 'vnb-sk-operations-0001'

/** A marketplace with one buyer and one paid app of a publisher at this origin. */
export function marketplaceFor(origin: string): string {
  const limits = { perMinute: 1_000_000, perDay: 1_000_000, monthly: 1_000_000 }
  const tiers = { paid: { price: '0.002', ...limits } }
  const app = { name: 'tools', adapter: 'mcp', upstream: `${origin}/mcp`, timeoutMs: 2000, tiers }
  const keys = [{ name: 'default', key: KEY }]
  const buyer = { email: EMAIL, wallet: '100.00', keys, purchases: [{ app: 'acme/tools', tier: 'paid' }] }
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: [buyer],
  })
}

/** One paid call. */
export function call(gateway: Constellation): Promise<Answer> {
  return callTool({ baseUrl: gateway.baseUrl, app: 'acme/tools', credential: KEY, tool: 'echo' })
}

/** Calls that go on until they are stopped, or until one of them fails. */
export interface Load {
  /** How many were paid so far; throws when one was not. */
  paid(): number
  /** Answers with how many were paid; throws when one was not. */
  stop(): Promise<number>
  /** Ends the calls of a test that has failed, before what answers them. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Calls without pause. */
export function startLoad(gateway: Constellation): Load {
  const stopping = new AbortController()
  const failures: unknown[] = []
  let paid = 0
  const callOnAndOn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const answer = await call(gateway)
      assert.equal(answer.status, 200, answer.text)
      paid += 1
    }
  }
  const callers = Array.from({ length: CALLERS }, () =>
    callOnAndOn().catch((error: unknown) => {
      failures.push(error)
      stopping.abort()
    }),
  )
  const paidSoFar = (): number => {
    if (failures.length > 0) throw failures[0]
    return paid
  }
  const end = async (): Promise<void> => {
    stopping.abort()
    await Promise.all(callers)
  }
  return {
    paid: paidSoFar,
    async stop() {
      await end()
      return paidSoFar()
    },
    [Symbol.asyncDispose]: end,
  }
}
