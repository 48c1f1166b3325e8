import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { addCell, BUCKET_COUNT, type Buckets, bucketOf, positionOf, spreadBuckets } from './buckets.ts'

function sizesOf(buckets: Buckets, cellCount: number): number[] {
  const sizes = Array.from({ length: cellCount }, () => 0)
  for (const cell of buckets) sizes[cell] = (sizes[cell] ?? 0) + 1
  return sizes
}

test('every call of a buyer goes to the same one cell', () => {
  const buckets = spreadBuckets(37)
  for (let count = 0; count < 1000; count += 1) {
    const buyerId = randomUUID()
    const cell = positionOf(buckets, buyerId)
    assert.ok(Number.isInteger(cell) && cell >= 0 && cell < 37)
    assert.equal(buckets[bucketOf(buyerId)], cell)
  }
})

test('a cell that is added takes its share of the buckets, and no other bucket moves', () => {
  let buckets = spreadBuckets(1)
  for (let cells = 2; cells <= 40; cells += 1) {
    const grown = addCell(buckets, cells - 1)
    const moved = grown.flatMap((cell, bucket) => (cell === buckets[bucket] ? [] : [cell]))
    assert.equal(moved.length, Math.floor(BUCKET_COUNT / cells))
    assert.ok(
      moved.every(cell => cell === cells - 1),
      'a bucket moved between old cells',
    )
    const sizes = sizesOf(grown, cells)
    assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, `sizes ${sizes.join()}`)
    buckets = grown
  }
})

test('buyers are spread evenly: no cell has a tenth more than its share', () => {
  const buckets = spreadBuckets(16)
  const counts = Array.from({ length: 16 }, () => 0)
  for (let buyer = 0; buyer < 64_000; buyer += 1) {
    const cell = positionOf(buckets, `buyer-${buyer}`)
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  assert.ok(Math.max(...counts) < 4400 && Math.min(...counts) > 3600, counts.join())
})
