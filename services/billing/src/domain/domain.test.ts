import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floorToCents, fromCents, isWholeCents, toCents } from './cents.ts'
import { inWords } from './when.ts'

test('amounts become cents and come back, and parts of a cent are never made up', () => {
  assert.equal(toCents(5_000_000n), 500)
  assert.equal(fromCents(500), 5_000_000n)
  assert.equal(floorToCents(19_999n), 10_000n)
  assert.ok(isWholeCents(0n) && !isWholeCents(9_999n))
  assert.throws(() => toCents(1n), RangeError)
})

test('a wait is said in the unit that fits, rounded up', () => {
  const said = [1, 1000, 1001, 120_000, 121_000, 7_200_000, 7_201_000, 172_800_000, 172_801_000].map(inWords)
  assert.deepEqual(said, ['1 s', '1 s', '2 s', '120 s', '3 min', '120 min', '3 h', '48 h', '3 days'])
})
