import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { bucketOf, spreadBuckets } from './buckets.ts'
import { readCells, writeCells } from './cell-addresses.ts'
import { cellOf, packBuckets, unpackBuckets } from './cell-map.ts'

const names = ['home', 'north', 'south']

test('a buyer lives where the bucket does, unless the map says that it has moved', () => {
  const buyerId = randomUUID()
  const map = { version: 1n, names, buckets: spreadBuckets(3), moved: new Map<string, string>() }
  const own = names[bucketOf(buyerId) % 3]
  assert.equal(cellOf(map, buyerId), own)
  const other = names.find(name => name !== own) ?? ''
  assert.equal(cellOf({ ...map, moved: new Map([[buyerId, other]]) }, buyerId), other)
})

test('a packed map is read as it was', () => {
  const buckets = spreadBuckets(300)
  assert.deepEqual(unpackBuckets(packBuckets(buckets)), buckets)
  assert.throws(() => unpackBuckets(Buffer.alloc(10)), /has 32768 bytes/)
})

test('a list of cells is read, and what is none is not', () => {
  const cells = [
    { name: 'home', address: '127.0.0.1:1,127.0.0.1:2' },
    { name: 'north', address: 'dns:///billing-north:50051' },
  ]
  assert.deepEqual(readCells(writeCells(cells)), cells)
  for (const bad of ['', 'home', 'home=', '=a:1', 'a=x:1;a=y:1', 'Home=a:1']) {
    assert.equal(readCells(bad), undefined, bad)
  }
})
