import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PendingRise, type PricePlan, planPrices, type TierPrices, wantedPrices } from './price-plan.ts'

const NOTICE_MS = 1000
const NOW = new Date(10_000)
const later = (ms: number) => new Date(NOW.getTime() + ms)
const prices = (tierMicros: bigint | undefined, tools: Record<string, bigint> = {}): TierPrices => ({
  tierMicros,
  tools: new Map(Object.entries(tools)),
})
const rise = (
  tool: string,
  oldMicros: bigint,
  newMicros: bigint,
  effectiveAt: Date,
  fallsBack = false,
): PendingRise => ({
  id: `${tool}:${newMicros}`,
  tool,
  oldMicros,
  newMicros,
  fallsBack,
  effectiveAt,
})
const plan = (written: TierPrices, wanted: TierPrices, pending: PendingRise[] = [], hasBuyers = true): PricePlan =>
  planPrices({ written, wanted, pending, hasBuyers, now: NOW, noticeMs: NOTICE_MS })
const told = ({ announced }: PricePlan) =>
  announced.map(({ tool, oldMicros, newMicros, effectiveAt }) => [
    tool,
    oldMicros,
    newMicros,
    effectiveAt.getTime() - NOW.getTime(),
  ])

test('a cut holds at once, and so does everything that nobody has bought', () => {
  const cut = plan(prices(20n, { deep: 50n }), prices(10n, { deep: 30n }))
  assert.deepEqual([cut.tierMicros, cut.tools.get('deep'), cut.announced], [10n, 30n, []])
  const unsold = plan(prices(20n), prices(90n, { deep: 99n }), [], false)
  assert.deepEqual([unsold.tierMicros, unsold.tools.get('deep'), unsold.announced], [90n, 99n, []])
})

test('a rise is announced, and the old price is written until it holds', () => {
  const risen = plan(prices(20n, { deep: 50n }), prices(30n, { deep: 70n, fresh: 40n }))
  assert.deepEqual([risen.tierMicros, Object.fromEntries(risen.tools)], [20n, { deep: 50n }])
  assert.deepEqual(told(risen), [
    ['', 20n, 30n, NOTICE_MS],
    ['deep', 50n, 70n, NOTICE_MS],
    ['fresh', 20n, 40n, NOTICE_MS],
  ])
})

test('the same wish again changes nothing, and the old price again withdraws the rise', () => {
  const pending = [rise('', 20n, 30n, later(500))]
  const again = plan(prices(20n), prices(30n), pending)
  assert.deepEqual([again.tierMicros, again.cancelledIds, again.announced], [20n, [], []])
  const withdrawn = plan(prices(20n), prices(20n), pending)
  assert.deepEqual([withdrawn.tierMicros, withdrawn.cancelledIds, withdrawn.announced], [20n, [':30'], []])
})

test('a rise that becomes smaller keeps its day, one that becomes greater is announced anew', () => {
  const pending = [rise('', 20n, 30n, later(500))]
  assert.deepEqual(told(plan(prices(20n), prices(25n), pending)), [['', 20n, 25n, 500]])
  assert.deepEqual(told(plan(prices(20n), prices(31n), pending)), [['', 20n, 31n, NOTICE_MS]])
})

test('a tool that loses its own price and gets dearer by it is announced; one that gets cheaper falls back at once', () => {
  const dearer = plan(prices(20n, { cheap: 5n }), prices(20n))
  assert.deepEqual([told(dearer), dearer.announced[0]?.fallsBack], [[['cheap', 5n, 20n, NOTICE_MS]], true])
  assert.deepEqual(Object.fromEntries(dearer.tools), { cheap: 5n })
  const cheaper = plan(prices(20n, { deep: 50n }), prices(20n))
  assert.deepEqual([cheaper.announced, cheaper.tools.size], [[], 0])
})

test('a rise that holds already is the price from which the next one starts', () => {
  const due = [rise('', 20n, 30n, later(-1))]
  const next = plan(prices(20n), prices(40n), due)
  assert.deepEqual([next.tierMicros, next.settledIds, told(next)], [30n, [':30'], [['', 30n, 40n, NOTICE_MS]]])
  assert.deepEqual(plan(prices(20n), prices(30n), due).settledIds, [':30'])
})

test('what a publisher wants can be asked for again: whatever was announced is in it', () => {
  const pending = [
    rise('', 20n, 30n, later(5)),
    rise('cheap', 5n, 30n, later(5), true),
    rise('deep', 40n, 60n, later(5)),
  ]
  const wanted = wantedPrices(prices(20n, { cheap: 5n, deep: 40n }), pending)
  assert.deepEqual([wanted.tierMicros, Object.fromEntries(wanted.tools)], [30n, { deep: 60n }])
  const again = plan(prices(20n, { cheap: 5n, deep: 40n }), wanted, pending)
  assert.deepEqual([again.cancelledIds, again.announced, again.tierMicros], [[], [], 20n])
})

test('what is announced of the tier is not announced of a tool with a price of its own', () => {
  const pending = [rise('', 20n, 90n, later(500))]
  const asked = plan(prices(20n, { deep: 50n }), prices(90n, { deep: 70n, fresh: 40n }), pending)
  assert.deepEqual(told(asked), [
    ['deep', 50n, 70n, NOTICE_MS],
    ['fresh', 20n, 40n, 500],
  ])
})
