import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7, uuidv7Floor } from '@mtg/primitives'
import { boundsOf, cutRange, isSingle } from './id-ranges.ts'

const MINUTE_MS = 60_000

test('ranges cover the whole span without gap or overlap, whatever it begins and ends with', () => {
  const bounds = boundsOf(25 * MINUTE_MS + 7, 61 * MINUTE_MS)
  assert.deepEqual(bounds, [
    ...[20, 30, 40, 50, 60].map(minute => uuidv7Floor(minute * MINUTE_MS)),
    uuidv7Floor(61 * MINUTE_MS),
  ])
})

test('a range that is cut keeps its ends, and each of its ids lies in one part', () => {
  const range = { from: uuidv7Floor(1_000_000), to: uuidv7Floor(1_600_000) }
  const bounds = cutRange(range, 64)
  assert.deepEqual([bounds.length, bounds[0], bounds.at(-1)], [65, range.from, range.to])
  assert.deepEqual(bounds, bounds.toSorted())
  const id = uuidv7(1_234_567)
  assert.equal(bounds.filter((from, index) => from <= id && id < (bounds[index + 1] ?? '')).length, 1)
})

test('ids of a single millisecond can be cut down to one', () => {
  let range = { from: uuidv7Floor(5), to: uuidv7Floor(6) }
  let cuts = 0
  while (!isSingle(range)) {
    const [from = '', to = ''] = cutRange(range, 64)
    range = { from, to }
    cuts += 1
  }
  assert.ok(cuts < 20, `${cuts} cuts`)
  assert.deepEqual(cutRange(range, 64), [range.from, range.to])
})
