import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createClient } from '@mtg/rpc'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts'
import { appEntry, callTo, type Harness, LIMITS, startHarness, tierEntry } from './harness.ts'
import { ModelLedger, type Outcome } from './model.ts'

const PRICES = { cheap: 3n, dear: 1_700_000n }
const QUOTA = 5
const TOP_UP_CENTS = 500
const CASES = 40

let stripe: FakeStripe
let system: Harness
let webhookUrl: string
let topUps: ReturnType<typeof connect>

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
  await system?.stop()
  await stripe?.close()
})

/** The real service, seen by the small names that commands use. */
class RealLedger {
  readonly #ids = new Map<string, string>()

  id(name: string): string {
    const id = this.#ids.get(name) ?? randomUUID()
    this.#ids.set(name, id)
    return id
  }

  async reserve(call: string, buyer: string, tool: string): Promise<Outcome> {
    const request: billing.ReserveRequest = { ...callTo('model/tools'), callId: this.id(call), toolName: tool }
    return await outcomeOf(
      system.reserve({ ...request, buyerId: this.id(buyer) }).then(({ priceMicros }) => BigInt(priceMicros)),
    )
  }

  capture = (call: string) => outcomeOf(system.capture(this.id(call)))

  release = (call: string, undelivered: boolean) =>
    outcomeOf(system.release(this.id(call), undelivered ? 'RELEASE_REASON_UNDELIVERED' : 'RELEASE_REASON_NOT_CHARGED'))

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
  | { readonly do: 'reserve'; readonly call: string; readonly buyer: string; readonly tool: keyof typeof PRICES }
  | { readonly do: 'capture'; readonly call: string }
  | { readonly do: 'release'; readonly call: string; readonly undelivered: boolean }
  | { readonly do: 'topUp'; readonly buyer: string }

// Few names, so that steps meet each other.
const calls = fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8')
const buyers = fc.constantFrom('ada', 'bob')
const tools = fc.constantFrom('cheap' as const, 'dear' as const)
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('reserve' as const), call: calls, buyer: buyers, tool: tools }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('capture' as const), call: calls }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const), call: calls, undelivered: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('topUp' as const), buyer: buyers }) },
)

function runOnModel(model: ModelLedger, step: Step): Outcome {
  if (step.do === 'reserve') return model.reserve(step.call, step.buyer, step.tool)
  if (step.do === 'capture') return model.capture(step.call)
  if (step.do === 'release') return model.release(step.call, step.undelivered)
  model.topUp(step.buyer, BigInt(TOP_UP_CENTS) * 10_000n)
  return 0n
}

async function runOnReal(real: RealLedger, step: Step): Promise<Outcome> {
  if (step.do === 'reserve') return await real.reserve(step.call, step.buyer, step.tool)
  if (step.do === 'capture') return await real.capture(step.call)
  if (step.do === 'release') return await real.release(step.call, step.undelivered)
  await real.topUp(step.buyer)
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
    assert.equal(await runOnReal(real, this.step), runOnModel(model, this.step))
    for (const buyer of ['ada', 'bob']) await assertAlike(model, real, buyer)
  }

  toString = () => JSON.stringify(this.step)
}

async function assertAlike(model: ModelLedger, real: RealLedger, buyer: string): Promise<void> {
  const expected = { balance: model.balance(buyer), held: model.held(buyer) }
  assert.deepEqual(await system.wallet(real.id(buyer)), expected, `wallet of ${buyer}`)
}

async function openLedgers(balance: bigint): Promise<{ model: ModelLedger; real: RealLedger }> {
  const model = new ModelLedger(PRICES, QUOTA)
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
