import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Constellation,
  eventually,
  type FakePublisher,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { injectFaults } from '../faults.ts'
import { createRandom } from '../random.ts'
import { createMover } from './move.ts'
import { callOnce, type Spender, type SpendOptions, spend } from './spend.ts'

/** A run of cells under faults and moves. */
export interface CellsOptions {
  readonly seed: number
  /** For how long something is killed or frozen. */
  readonly seconds: number
  readonly cells: number
  readonly buyers: number
  /** What is killed and frozen, by name. */
  readonly victims: RegExp
  readonly log: (line: string) => void
}

/** What a run found. */
export interface CellsReport {
  /** What is wrong. Must be nothing. */
  readonly violations: readonly string[]
  readonly delivered: number
  readonly moves: number
  readonly faults: ReadonlyMap<string, number>
  /** Calls that were not answered with a result, by code. */
  readonly codes: ReadonlyMap<string, number>
}

const APP = 'acme/tools'
const PRICE = '0.01'
/** A buyer's money lasts for about as long as there are faults. */
const CALLS_PER_SECOND = 10
const PATIENCE_MS = 240_000
/** Long enough for buyers to be moved between one fault and the next. */
const REST_MS = 1_500

const ENV = {
  LOG_LEVEL: 'error',
  RESERVATION_TTL_MS: '3000',
  REAP_INTERVAL_MS: '200',
  TRANSFER_RETRY_MS: '500',
}

/**
 * Buyers of several cells spend what they have while processes of the cells are killed and frozen, and they themselves are moved from
 * cell to cell. What each has had delivered in the end is exactly what was paid for.
 */
export async function runCells(options: CellsOptions): Promise<CellsReport> {
  const affordable = options.seconds * CALLS_PER_SECOND
  const spenders = Array.from({ length: options.buyers }, (_, index): Spender => {
    return { email: `buyer${index}@example.test`, key: `vnb-sk-cells-${String(index).padStart(6, '0')}`, delivered: 0 }
  })
  const publisher = await startFakePublisher()
  try {
    const marketplace = marketplaceOf(spenders, affordable, publisher)
    await using gateway = await startConstellation({ cells: options.cells, ownServers: true, marketplace, env: ENV })
    return await perform(gateway, spenders, affordable, options)
  } finally {
    await publisher.close()
  }
}

function marketplaceOf(spenders: readonly Spender[], affordable: number, publisher: FakePublisher): string {
  const paid = { price: PRICE, perMinute: 1_000_000, perDay: 1_000_000, monthly: 1_000_000 }
  const app = { name: 'tools', adapter: 'mcp', upstream: `${publisher.origin}/mcp`, tiers: { paid } }
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: spenders.map(({ email, key }) => ({
      email,
      wallet: (affordable * Number(PRICE)).toFixed(2),
      keys: [{ name: 'default', key }],
      purchases: [{ app: APP, tier: 'paid' }],
    })),
  })
}

async function perform(
  gateway: Constellation,
  spenders: readonly Spender[],
  affordable: number,
  { seed, seconds, victims, log }: CellsOptions,
): Promise<CellsReport> {
  const random = createRandom(seed)
  const buyerIds = await Promise.all(spenders.map(({ email }) => eventually(() => gateway.buyerId(email))))
  const mover = createMover(gateway, buyerIds, random.fork())
  const codes = new Map<string, number>()
  const [storm, all] = [new AbortController(), new AbortController()]
  const spending: SpendOptions = { baseUrl: gateway.baseUrl, app: APP, affordable, codes, signal: all.signal }
  const spent = Promise.all(spenders.map(spender => spend(spender, spending)))
  try {
    const stormy = injectFaults({ gateway, random: random.fork(), signal: storm.signal, log, victims, restMs: REST_MS })
    const moving = mover.moveUntil(storm.signal)
    await sleep(seconds * 1000)
    storm.abort()
    const [faults] = await Promise.all([stormy, moving])
    const moves = mover.moves()
    await gateway.ready()
    await mover.moveEach()
    const inTime = await Promise.race([spent.then(() => true), sleep(PATIENCE_MS, false, { signal: all.signal })])
    const violations = inTime ? await judge(gateway, spenders, spending) : missing(spenders, affordable)
    return { violations, delivered: sum(spenders), moves, faults, codes }
  } finally {
    storm.abort()
    all.abort()
    await spent
    mover.close()
  }
}

const sum = (spenders: readonly Spender[]) => spenders.reduce((total, { delivered }) => total + delivered, 0)

const missing = (spenders: readonly Spender[], affordable: number) =>
  spenders
    .filter(({ delivered }) => delivered < affordable)
    .map(({ email, delivered }) => `${email} has money for ${affordable} calls, and got ${delivered}`)

/** Nobody got more than was paid for, nothing is left, and the books and the usage of all cells say the same. */
async function judge(gateway: Constellation, spenders: readonly Spender[], spending: SpendOptions): Promise<string[]> {
  const violations: string[] = []
  for (const spender of spenders) {
    // Another may be under way: then it is refused once that one has been charged.
    await eventually(async () => {
      if ((await callOnce(spender, spending)) !== 'insufficient_balance') throw new Error(`${spender.email} is served`)
    }, PATIENCE_MS)
    const { email, delivered } = spender
    if (delivered !== spending.affordable) violations.push(`${email} paid for ${spending.affordable}, got ${delivered}`)
    const { balance, held } = await eventually(() => gateway.wallet(email), PATIENCE_MS)
    if (balance !== '0.00' || held !== '0.00') violations.push(`${email} has ${balance}, of which ${held} is held`)
  }
  await eventually(() => gateway.verifyLedger(), PATIENCE_MS)
  await eventually(async () => {
    await gateway.reconcile()
    for (const { email, delivered } of spenders) {
      const records = (await gateway.usageCallIds(email)).length
      if (records !== delivered) throw new Error(`${email}: ${records} usage records of ${delivered} calls`)
    }
  }, PATIENCE_MS)
  return violations
}
