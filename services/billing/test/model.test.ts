import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { LIMITS } from './harness.ts'
import { ModelLedger } from './model/ledger.ts'
import type { Outcome } from './model/limits.ts'
import { BUYERS, KEYS, PARENTS, TASKS } from './model/names.ts'
import { RealLedger } from './model/real.ts'
import { calling, concurrent, limiting, runOnModel, runOnReal, type Step, sequential } from './model/steps.ts'
import { type ModelSystem, PRICES, QUOTA, startModelSystem, TOP_UP_MICROS } from './model/system.ts'

const CASES = 20
const HOUR_MS = 3_600_000

let system: ModelSystem

before(async () => {
  system = await startModelSystem()
})
after(() => system?.stop())

/** A command of fast-check that both ledgers must answer alike, and after which both must look alike. */
class StepCommand implements fc.AsyncCommand<ModelLedger, RealLedger> {
  readonly #drawn: Step
  readonly #isBlind: boolean
  #step: Step

  constructor(drawn: Step, isBlind: boolean) {
    this.#drawn = drawn
    this.#isBlind = isBlind
    this.#step = drawn
  }

  check = () => true

  async run(model: ModelLedger, real: RealLedger): Promise<void> {
    model.hour = Math.floor(Date.now() / HOUR_MS)
    const step = this.#isBlind ? this.#drawn : aimed(this.#drawn, model)
    this.#step = step
    assert.equal(await runOnReal(real, step, { isAlone: true }), runOnModel(model, step))
    await assertWalletsAlike(model, real)
    if (!keysUntouched.has(step.do)) await assertKeysAlike(model, real)
    if (step.do === 'pass') await assertAsksAlike(model, real)
  }

  toString = () => JSON.stringify(this.#step, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** The same of a call that is open, or of a task that there is: to all else the answers are soon known. */
function aimed(step: Step, model: ModelLedger): Step {
  if (step.do === 'find') {
    const known = [...model.tasks]
    const [task, { call: callId = '' } = {}] = known[Number(step.task.slice(1)) % known.length] ?? []
    const call = model.calls.get(callId)
    return call === undefined || call === 'tombstone' ? step : { ...step, buyer: call.buyer, task: task ?? step.task }
  }
  if (!('call' in step) || step.do === 'reserve') return step
  const open = [...model.calls].flatMap(([name, call]) => (call !== 'tombstone' && call.state === 'open' ? [name] : []))
  const call = open[Number(step.call.slice(1)) % open.length]
  return call === undefined ? step : { ...step, call }
}

async function assertWalletsAlike(model: ModelLedger, real: RealLedger): Promise<void> {
  const expected = BUYERS.map(buyer => ({ balance: model.balance(buyer), held: model.held(buyer) }))
  assert.deepEqual(await Promise.all(BUYERS.map(real.wallet)), expected)
}

/** Steps that no key's spending could ever show. */
const keysUntouched: ReadonlySet<Step['do']> = new Set(['limit', 'topUp', 'keep', 'confirm', 'find', 'price'])

async function assertKeysAlike(model: ModelLedger, real: RealLedger): Promise<void> {
  for (const [name, spending] of await real.spendings()) assert.deepEqual(spending, model.spending(name), name)
}

/** The gateway asks about the same tasks. */
async function assertAsksAlike(model: ModelLedger, real: RealLedger): Promise<void> {
  const asked = await real.askAboutDue()
  assert.deepEqual(asked.toSorted(), model.askAboutDue(asked).toSorted(), 'tasks that are asked about')
}

async function openLedgers(
  balance: bigint,
  asks: ConstructorParameters<typeof RealLedger>[1],
): Promise<{ model: ModelLedger; real: RealLedger }> {
  await system.resetPrices()
  const model = new ModelLedger(PRICES, QUOTA, PARENTS)
  const real = new RealLedger(system, asks)
  const purchase = { app: 'model/tools', tier: 'TIER_PAID', status: 'PURCHASE_STATUS_ACTIVE', renews: true } as const
  const entries = BUYERS.map(name => ({
    buyerId: real.id(name),
    email: `${real.id(name)}@example.test`,
    openingBalanceMicros: balance.toString(),
    purchases: [purchase],
  }))
  await system.catalog.ApplyCatalog({ buyers: entries }, LIMITS)
  for (const name of BUYERS) model.open(name, balance)
  for (const key of KEYS) await Promise.all(BUYERS.map(name => real.setLimits(name, key, {})))
  return { model, real }
}

const balances = fc.bigInt({ min: 0n, max: 12_000_000n })

test('whatever is asked in whatever order, billing answers as the smallest ledger does', async context => {
  const command = fc
    .tuple(sequential, fc.integer({ max: 3, min: 0 }))
    .map(([step, luck]) => new StepCommand(step, luck === 0))
  const commands = fc.commands([command], { maxCommands: 120, size: '+1' })
  const property = fc.asyncProperty(balances, commands, async (balance, sequence) => {
    await fc.asyncModelRun(async () => await openLedgers(balance, 'over streams'), sequence)
  })
  await fuzz(context, CASES, property)
  assert.deepEqual(await system.breaches(), [])
})

type Answered = readonly [Step, Outcome]

test('whatever is asked at once, the outcome is that of some order, and no cap of a key is passed', async context => {
  const property = fc.asyncProperty(
    balances,
    fc.array(limiting, { maxLength: 6 }),
    fc.array(calling, { maxLength: 8 }),
    fc.array(concurrent, { minLength: 2, maxLength: 60, size: '+1' }),
    async (balance, limits, first, asked) => {
      const { model, real } = await openLedgers(balance, 'by single requests')
      for (const step of limits) {
        assert.equal(await runOnReal(real, step, { isAlone: true }), runOnModel(model, step))
      }
      const ask = async (step: Step): Promise<Answered> => [step, await runOnReal(real, step, { isAlone: false })]
      const outcomes = await Promise.all(first.map(ask))
      outcomes.push(...(await Promise.all(asked.map(ask))))
      for (const buyer of BUYERS) await assertExplained(model, real, buyer, outcomes)
      await assertTasksExplained(real, outcomes)
      await assertWithinCaps(model, real)
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
  outcomes: readonly Answered[],
): Promise<void> {
  const paidIn = outcomes.filter(([step]) => step.do === 'topUp' && step.buyer === buyer).length
  let balance = model.balance(buyer) + BigInt(paidIn) * TOP_UP_MICROS
  let held = 0n
  for (const call of new Set(outcomes.flatMap(([step]) => (step.do === 'reserve' ? [step.call] : [])))) {
    const { state, priceMicros, buyerId, corrected } = await real.reservation(call)
    if (buyerId !== real.id(buyer)) continue
    const wasCaptured = outcomes.some(
      ([step, outcome]) => step.do === 'capture' && step.call === call && typeof outcome === 'bigint',
    )
    assert.equal(state === 'RESERVATION_STATE_CAPTURED', wasCaptured, `${call}: ${answersOf(call, outcomes)}`)
    if (state === 'RESERVATION_STATE_OPEN') held += BigInt(priceMicros)
    if (state === 'RESERVATION_STATE_CAPTURED' && !corrected) balance -= BigInt(priceMicros)
  }
  assert.deepEqual(await real.wallet(buyer), { balance, held })
}

/** For whoever reads of a failure. */
function answersOf(call: string, outcomes: readonly Answered[]): string {
  const answers = outcomes.flatMap(([step, outcome]) =>
    'call' in step && step.call === call ? [`${step.do} ${outcome}`] : [],
  )
  return `captured is what was answered: ${answers.join(', ')}`
}

/** A task is one call's and its buyer's, and stands as the money of that call does. */
async function assertTasksExplained(real: RealLedger, outcomes: readonly Answered[]): Promise<void> {
  for (const task of TASKS) {
    const keeping = outcomes.flatMap(([step, outcome]) =>
      step.do === 'keep' && step.task === task && outcome === 0n ? [step.call] : [],
    )
    const [call, ...others] = new Set(keeping)
    assert.deepEqual(others, [], `${task} was kept for one call`)
    const { state = '', buyerId, corrected } = call === undefined ? {} : await real.reservation(call)
    for (const buyer of BUYERS) {
      const found = await real.find(buyer, task, false)
      const stands = corrected === true ? 'released' : state.replace('RESERVATION_STATE_', '').toLowerCase()
      assert.equal(found, buyerId === real.id(buyer) ? stands : 'task_not_found', `${task} of ${buyer}`)
    }
  }
}

/** However many asked at once: limits that stood before are kept. */
async function assertWithinCaps(model: ModelLedger, real: RealLedger): Promise<void> {
  for (const [name, spending] of await real.spendings()) {
    const { total, perDay, per30Days, concurrent: most } = model.limits.get(name) ?? {}
    const { total: spent = 0n, today = 0n, last30Days = 0n, open = 0 } = spending ?? {}
    assert.ok(total === undefined || spent <= total, `${name}: in all`)
    assert.ok(perDay === undefined || today <= perDay, `${name}: in a day`)
    assert.ok(per30Days === undefined || last30Days <= per30Days, `${name}: in 30 days`)
    assert.ok(most === undefined || open <= most, `${name}: at once`)
  }
}
