import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createLogger } from '@mtg/observability'
import { type Database, openDatabase } from '@mtg/postgres'
import { uuidv7 } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { rollUpJournal } from '../src/use-cases/ledger/roll-up.ts'
import { walkAway } from '../src/use-cases/storage/walk-away.ts'
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts'
import { appEntry, callTo, type Harness, LIMITS, startHarness, tierEntry } from './harness.ts'
import { openKeys } from './keys.ts'
import { ModelLedger, type ModelLimits, type Outcome } from './model.ts'

const PRICES = { cheap: 3n, dear: 1_700_000n }
const QUOTA = 5
const TOP_UP_CENTS = 500
const CASES = 40
const AGE_MS = 2 * 3_600_000
const OLD_CALLS = /^c[1-5]$/
/** Keys of each buyer, by the one above them. */
const PARENTS = { top: undefined, middle: 'top', leaf: 'middle', other: 'top' } as const
type Key = keyof typeof PARENTS
const KEYS = Object.keys(PARENTS) as Key[]

let stripe: FakeStripe
let system: Harness
let webhookUrl: string
let db: Database
let topUps: ReturnType<typeof connect>
let keys: ReturnType<typeof openKeys>

const connect = (address: string) => createClient(services.billing.TopUpService, { address })

before(async () => {
  stripe = await startFakeStripe('whsec_test')
  const listen = `127.0.0.1:${await freePort()}`
  webhookUrl = `http://${listen}/v1-beta/webhooks/stripe`
  system = await startHarness({
    env: {
      HTTP_LISTEN: listen,
      PAYMENT_PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_billing',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API_URL: stripe.url,
      PLATFORM_FEE_PPM: '333333',
    },
  })
  topUps = connect(system.address)
  const log = createLogger({ service: 'billing', level: 'silent' })
  db = openDatabase({ url: system.env.DATABASE_URL, poolMax: 2, applicationName: 'model', log })
  keys = openKeys(system.address)
  const app = appEntry('tools', {
    tiers: [tierEntry('TIER_PAID', { priceMicros: PRICES.cheap.toString(), monthly: String(QUOTA) })],
    tools: [{ name: 'dear', priceMicros: PRICES.dear.toString() }],
  })
  await system.catalog.ApplyCatalog(
    { publishers: [{ username: 'model', payoutConnected: true, apiKey: 'k', apps: [app] }] },
    LIMITS,
  )
})
after(async () => {
  topUps?.close()
  await db?.close()
  keys?.close()
  await system?.stop()
  await stripe?.close()
})

/** The real service, seen by the small names that commands use. */
class RealLedger {
  readonly #ids = new Map<string, string>()

  id(name: string): string {
    // As old as what may have left the tables of the call path.
    const id = this.#ids.get(name) ?? (OLD_CALLS.test(name) ? uuidv7(Date.now() - AGE_MS) : randomUUID())
    this.#ids.set(name, id)
    return id
  }

  async reserve(call: string, buyer: string, tool: string, key: Key | undefined): Promise<Outcome> {
    const keyId = key === undefined ? '' : this.keyId(buyer, key)
    const request: billing.ReserveRequest = { ...callTo('model/tools'), callId: this.id(call), toolName: tool, keyId }
    return await outcomeOf(
      system.reserve({ ...request, buyerId: this.id(buyer) }).then(({ priceMicros }) => BigInt(priceMicros)),
    )
  }

  keyId = (buyer: string, key: Key) => this.id(`${buyer}/${key}`)

  async setLimits(buyer: string, key: Key, limits: ModelLimits): Promise<Outcome> {
    const { total, per30Days, maxPrice, concurrent } = limits
    const parent = PARENTS[key]
    const message: billing.KeyLimits = {
      ...(total !== undefined && { totalMicros: total.toString() }),
      ...(per30Days !== undefined && { per30DaysMicros: per30Days.toString() }),
      ...(maxPrice !== undefined && { maxPriceMicros: maxPrice.toString() }),
      ...(concurrent !== undefined && { concurrent }),
    }
    const place = {
      keyId: this.keyId(buyer, key),
      name: key,
      parent: parent === undefined ? '' : this.keyId(buyer, parent),
    }
    return await outcomeOf(keys.set(this.id(buyer), message, place).then(() => 0n))
  }

  capture = (call: string) => outcomeOf(system.capture(this.id(call)))

  release = (call: string, undelivered: boolean) =>
    outcomeOf(system.release(this.id(call), undelivered ? 'RELEASE_REASON_UNDELIVERED' : 'RELEASE_REASON_NOT_CHARGED'))

  /** What is settled leaves the tables of the call path, also what was asked about of late when `hasForgotten`. */
  async leave(hasForgotten: boolean): Promise<void> {
    await rollUpJournal(db)
    if (hasForgotten) await system.sql.query('DELETE FROM recalled_calls')
    await walkAway(db, { keptHotMs: 0 })
  }

  /** Pays in; the event arrives twice. */
  async topUp(buyer: string): Promise<void> {
    const amountMicros = (BigInt(TOP_UP_CENTS) * 10_000n).toString()
    const { topUp } = await topUps.CreateTopUp({ buyerId: this.id(buyer), amountMicros }, LIMITS)
    const { session } = stripe.pay(topUp?.topUpId ?? '', TOP_UP_CENTS)
    const eventId = randomUUID()
    await Promise.all([1, 2].map(() => stripe.send(webhookUrl, 'checkout.session.completed', session, eventId)))
  }
}

function outcomeOf(work: Promise<bigint>): Promise<Outcome> {
  return work.catch((error: { code: string }) => error.code)
}

type Step =
  | {
      readonly do: 'reserve'
      readonly call: string
      readonly buyer: string
      readonly tool: keyof typeof PRICES
      readonly key: Key | undefined
    }
  | { readonly do: 'limit'; readonly buyer: string; readonly key: Key; readonly limits: ModelLimits }
  | { readonly do: 'capture'; readonly call: string }
  | { readonly do: 'release'; readonly call: string; readonly undelivered: boolean }
  | { readonly do: 'topUp'; readonly buyer: string }
  | { readonly do: 'leave' }

// Few names, so that steps meet each other.
const calls = fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8')
const buyers = fc.constantFrom('ada', 'bob')
const tools = fc.constantFrom('cheap' as const, 'dear' as const)
const keyNames = fc.constantFrom(...KEYS)
const caps = fc.constantFrom(0n, 3n, 7n, 1_700_000n, 1_700_006n, 5_100_000n)
const limits: fc.Arbitrary<ModelLimits> = fc.record(
  { total: caps, per30Days: caps, maxPrice: caps, concurrent: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: [] },
)
const reserving = fc.record({
  do: fc.constant('reserve' as const),
  call: calls,
  buyer: buyers,
  tool: tools,
  key: fc.option(keyNames, { nil: undefined, freq: 3 }),
})
const limiting = fc.record({ do: fc.constant('limit' as const), buyer: buyers, key: keyNames, limits })
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: reserving },
  { weight: 2, arbitrary: limiting },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('capture' as const), call: calls }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const), call: calls, undelivered: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('topUp' as const), buyer: buyers }) },
  { weight: 1, arbitrary: fc.constant({ do: 'leave' as const }) },
)

function runOnModel(model: ModelLedger, step: Step): Outcome {
  if (step.do === 'reserve') return model.reserve(step.call, step.buyer, step.tool, step.key)
  if (step.do === 'limit') return model.setLimits(step.buyer, step.key, step.limits)
  if (step.do === 'capture') return model.capture(step.call)
  if (step.do === 'release') return model.release(step.call, step.undelivered)
  if (step.do === 'topUp') model.topUp(step.buyer, BigInt(TOP_UP_CENTS) * 10_000n)
  return 0n
}

async function runOnReal(real: RealLedger, step: Step, hasForgotten = false): Promise<Outcome> {
  if (step.do === 'reserve') return await real.reserve(step.call, step.buyer, step.tool, step.key)
  if (step.do === 'limit') return await real.setLimits(step.buyer, step.key, step.limits)
  if (step.do === 'capture') return await real.capture(step.call)
  if (step.do === 'release') return await real.release(step.call, step.undelivered)
  if (step.do === 'leave') await real.leave(hasForgotten)
  else await real.topUp(step.buyer)
  return 0n
}

/** A command of fast-check that both ledgers must answer alike, and after which both must look alike. */
class StepCommand implements fc.AsyncCommand<ModelLedger, RealLedger> {
  readonly step: Step

  constructor(step: Step) {
    this.step = step
  }

  check = () => true

  async run(model: ModelLedger, real: RealLedger): Promise<void> {
    assert.equal(await runOnReal(real, this.step, true), runOnModel(model, this.step))
    for (const buyer of ['ada', 'bob']) await assertAlike(model, real, buyer)
    if (this.step.do !== 'topUp') await assertKeysAlike(model, real)
  }

  toString = () => JSON.stringify(this.step)
}

async function assertAlike(model: ModelLedger, real: RealLedger, buyer: string): Promise<void> {
  const expected = { balance: model.balance(buyer), held: model.held(buyer) }
  assert.deepEqual(await system.wallet(real.id(buyer)), expected, `wallet of ${buyer}`)
}

/** What every key of both buyers has spent. */
async function assertKeysAlike(model: ModelLedger, real: RealLedger): Promise<void> {
  const names = ['ada', 'bob'].flatMap(buyer =>
    KEYS.map(key => ({ name: `${buyer}/${key}`, keyId: real.keyId(buyer, key) })),
  )
  const spending = await keys.spendings(names.map(({ keyId }) => keyId))
  for (const { name, keyId } of names) {
    const { spent, open } = model.spending(name)
    assert.deepEqual(spending.get(keyId), { total: spent, last30Days: spent, open }, name)
  }
}

async function openLedgers(balance: bigint): Promise<{ model: ModelLedger; real: RealLedger }> {
  const model = new ModelLedger(PRICES, QUOTA, PARENTS)
  const real = new RealLedger()
  const purchase = { app: 'model/tools', tier: 'TIER_PAID', status: 'PURCHASE_STATUS_ACTIVE', renews: true } as const
  const entries = ['ada', 'bob'].map(name => ({
    buyerId: real.id(name),
    email: `${real.id(name)}@example.test`,
    openingBalanceMicros: balance.toString(),
    purchases: [purchase],
  }))
  await system.catalog.ApplyCatalog({ buyers: entries }, LIMITS)
  for (const name of ['ada', 'bob']) model.open(name, balance)
  for (const key of KEYS) await Promise.all(['ada', 'bob'].map(name => real.setLimits(name, key, {})))
  return { model, real }
}

const balances = fc.bigInt({ min: 0n, max: 6_000_000n })

test('whatever is asked in whatever order, billing answers as the smallest ledger does', async context => {
  const commands = fc.commands([steps.map(step => new StepCommand(step))], { maxCommands: 60, size: '+1' })
  const property = fc.asyncProperty(balances, commands, async (balance, sequence) => {
    await fc.asyncModelRun(async () => await openLedgers(balance), sequence)
  })
  await fuzz(context, CASES, property)
  assert.deepEqual(await system.breaches(), [])
})

test('whatever is asked at once, the outcome is that of some order', async context => {
  const property = fc.asyncProperty(
    balances,
    fc.array(steps, { minLength: 2, maxLength: 60, size: '+1' }),
    async (balance, asked) => {
      const { model, real } = await openLedgers(balance)
      const outcomes = await Promise.all(asked.map(async step => [step, await runOnReal(real, step)] as const))
      for (const buyer of ['ada', 'bob']) await assertExplained(model, real, buyer, outcomes)
    },
  )
  await fuzz(context, CASES, property)
  assert.deepEqual(await system.breaches(), [])
})

/** Money is where the answers say: what was paid in, less what was captured, plus what was given back of that. */
async function assertExplained(
  model: ModelLedger,
  real: RealLedger,
  buyer: string,
  outcomes: readonly (readonly [Step, Outcome])[],
): Promise<void> {
  const paidIn = outcomes.filter(([step]) => step.do === 'topUp' && step.buyer === buyer).length
  let balance = model.balance(buyer) + BigInt(paidIn) * BigInt(TOP_UP_CENTS) * 10_000n
  let held = 0n
  for (const call of new Set(outcomes.flatMap(([step]) => (step.do === 'reserve' ? [step.call] : [])))) {
    const { state, priceMicros, buyerId, corrected } = await readReservation(real.id(call))
    if (buyerId !== real.id(buyer)) continue
    const wasCaptured = outcomes.some(
      ([step, outcome]) => step.do === 'capture' && step.call === call && typeof outcome === 'bigint',
    )
    assert.equal(state === 'RESERVATION_STATE_CAPTURED', wasCaptured, `${call}: captured is what was answered`)
    if (state === 'RESERVATION_STATE_OPEN') held += BigInt(priceMicros)
    if (state === 'RESERVATION_STATE_CAPTURED' && !corrected) balance -= BigInt(priceMicros)
  }
  assert.deepEqual(await system.wallet(real.id(buyer)), { balance, held })
}

async function readReservation(callId: string) {
  const none = { state: '', priceMicros: '0', buyerId: '', corrected: false }
  return await system.calls.GetReservation({ callId }, LIMITS).catch((error: { code: string }) => {
    assert.equal(error.code, 'reservation_not_found')
    return none
  })
}
