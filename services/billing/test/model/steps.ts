import fc from 'fast-check'
import type { ModelLedger } from './ledger.ts'
import type { ModelLimits, Outcome } from './limits.ts'
import { BUYERS, KEYS, type Key, TASKS } from './names.ts'
import type { RealLedger } from './real.ts'
import { TOP_UP_MICROS, type Tool } from './system.ts'

interface Reserving {
  readonly do: 'reserve'
  readonly call: string
  readonly buyer: string
  readonly tool: Tool
  readonly key: Key | undefined
  readonly maxPrice: bigint | undefined
}

export interface Limiting {
  readonly do: 'limit'
  readonly buyer: string
  readonly key: Key
  readonly limits: ModelLimits
}

/** One thing that somebody asks of billing. */
export type Step =
  | Reserving
  | Limiting
  | { readonly do: 'capture'; readonly call: string }
  | { readonly do: 'release'; readonly call: string; readonly undelivered: boolean }
  | { readonly do: 'topUp'; readonly buyer: string }
  | { readonly do: 'keep'; readonly call: string; readonly task: string; readonly hours: number }
  | { readonly do: 'confirm'; readonly call: string }
  | { readonly do: 'find'; readonly buyer: string; readonly task: string; readonly isCancelling: boolean }
  | { readonly do: 'price'; readonly prices: Readonly<Record<Tool, bigint>> }
  | { readonly do: 'leave' }
  | { readonly do: 'pass'; readonly hours: number }

const of = <Name extends string>(name: Name) => fc.constant(name)
// Few names, so that steps meet each other.
const callOf = (count: number) => fc.integer({ min: 1, max: count }).map(number => `c${number}`)
const buyers = fc.constantFrom(...BUYERS)
const tools = fc.constantFrom<Tool>('cheap', 'cheap', 'dear', 'dear', 'gratis')
const taskNames = fc.constantFrom(...TASKS)
const caps = fc.constantFrom(0n, 3n, 7n, 1_700_000n, 1_700_006n, 5_100_000n)
function seldom<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}
// Few at once, so that each has something to refuse.
const limits: fc.Arbitrary<ModelLimits> = fc.record({
  total: seldom(caps),
  perDay: seldom(caps),
  per30Days: seldom(caps),
  maxPrice: seldom(caps),
  concurrent: seldom(fc.integer({ min: 1, max: 3 })),
  loop: seldom(fc.integer({ min: 1, max: 4 })),
  tools: seldom(fc.subarray<Tool>(['cheap', 'dear', 'gratis'], { minLength: 1 })),
})
const prices = fc.record({
  cheap: fc.constantFrom(3n, 3n, 4n, 5n),
  dear: fc.constantFrom(1_700_000n, 1_700_000n, 1_700_003n, 2_500_000n),
  gratis: fc.constantFrom(0n, 0n, 3n),
})
const mostly = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 })

function reserving(call: fc.Arbitrary<string>): fc.Arbitrary<Reserving> {
  const maxPrice = seldom(fc.constantFrom(3n, 1_700_000n))
  return fc.record({
    do: of('reserve'),
    call,
    buyer: buyers,
    tool: tools,
    key: mostly(fc.constantFrom(...KEYS)),
    maxPrice,
  })
}

/** Somebody changes a key's limits. */
export const limiting: fc.Arbitrary<Limiting> = fc.record({
  do: of('limit'),
  buyer: buyers,
  key: fc.constantFrom(...KEYS),
  limits,
})

function asking(
  call: fc.Arbitrary<string>,
  weights: { readonly reserve: number; readonly leave: number },
): fc.WeightedArbitrary<Step>[] {
  const keeping = { do: of('keep'), call, task: taskNames, hours: fc.constantFrom(1, 1, 24) }
  const finding = { do: of('find'), buyer: buyers, task: taskNames, isCancelling: fc.boolean() }
  return [
    { weight: weights.reserve, arbitrary: reserving(call) },
    { weight: 5, arbitrary: fc.record({ do: of('capture'), call }) },
    { weight: 3, arbitrary: fc.record({ do: of('release'), call, undelivered: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: of('topUp'), buyer: buyers }) },
    { weight: 4, arbitrary: fc.record(keeping) },
    { weight: 2, arbitrary: fc.record({ do: of('confirm'), call }) },
    { weight: 3, arbitrary: fc.record(finding) },
    { weight: weights.leave, arbitrary: fc.record({ do: of('leave') }) },
  ]
}

const someCalls = callOf(8)

/** Calls that are made first, so that what follows finds some. */
export const calling: fc.Arbitrary<Step> = reserving(someCalls)

/** What may be asked by several at once. */
export const concurrent: fc.Arbitrary<Step> = fc.oneof(...asking(someCalls, { reserve: 8, leave: 1 }))

/** What may be asked one after another. A day, a task's time and 30 days end, each just not, just so and long since. */
export const sequential: fc.Arbitrary<Step> = fc.oneof(
  ...asking(callOf(16), { reserve: 14, leave: 2 }),
  { weight: 4, arbitrary: limiting },
  { weight: 2, arbitrary: fc.record({ do: of('price'), prices }) },
  { weight: 3, arbitrary: fc.record({ do: of('pass'), hours: fc.constantFrom(1, 1, 1, 1, 1, 23, 24, 719, 720, 721) }) },
)

export function runOnModel(model: ModelLedger, step: Step): Outcome {
  switch (step.do) {
    case 'reserve':
      return model.reserve(step.call, step)
    case 'limit':
      return model.setLimits(step.buyer, step.key, step.limits)
    case 'capture':
      return model.capture(step.call)
    case 'release':
      return model.release(step.call, step.undelivered)
    case 'keep':
      return model.keep(step.call, step.task, step.hours)
    case 'find':
      return model.find(step.buyer, step.task, step.isCancelling)
    case 'topUp':
      model.topUp(step.buyer, TOP_UP_MICROS)
      return ''
    case 'price':
      model.setPrices(step.prices)
      return ''
    case 'confirm':
      model.confirm(step.call)
      return ''
    case 'pass':
      model.pass(step.hours)
      return ''
    case 'leave':
    default:
      return ''
  }
}

export async function runOnReal(real: RealLedger, step: Step, { isAlone }: { isAlone: boolean }): Promise<Outcome> {
  switch (step.do) {
    case 'reserve':
      return await real.reserve(step.call, step)
    case 'limit':
      return await real.setLimits(step.buyer, step.key, step.limits)
    case 'capture':
      return await real.capture(step.call)
    case 'release':
      return await real.release(step.call, step.undelivered)
    case 'keep':
      return await real.keep(step.call, step.task, step.hours)
    case 'find':
      return await real.find(step.buyer, step.task, step.isCancelling)
    case 'topUp':
      await real.topUp(step.buyer)
      return ''
    case 'price':
      await real.setPrices(step.prices)
      return ''
    case 'confirm':
      await real.confirm(step.call)
      return ''
    case 'pass':
      await real.pass(step.hours)
      return ''
    case 'leave':
    default:
      await real.leave(isAlone)
      return ''
  }
}
