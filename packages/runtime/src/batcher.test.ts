import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createBatcher } from './index.ts'

test('what queues up while a batch runs goes into the next one, and each item gets its own answer', async () => {
  const sizes: number[] = []
  const batcher = createBatcher<number, number>({
    itemsMax: 100,
    queueMax: 1000,
    run: async items => {
      sizes.push(items.length)
      return items.map(item => item * 2)
    },
  })
  const first = batcher.add(1)
  const rest = Array.from({ length: 150 }, (_, index) => batcher.add(index))
  assert.equal(await first, 2)
  assert.deepEqual(
    await Promise.all(rest),
    Array.from({ length: 150 }, (_, index) => index * 2),
  )
  assert.deepEqual(sizes, [100, 51])
  assert.equal(batcher.pending, 0)
})

test('an item that fails its batch fails alone', async () => {
  const batcher = createBatcher<string, string>({
    itemsMax: 10,
    queueMax: 10,
    run: async items => {
      if (items.includes('bad')) throw new Error('no')
      return items
    },
  })
  const outcomes = await Promise.allSettled(['good', 'bad', 'fine', 'better'].map(item => batcher.add(item)))
  assert.deepEqual(
    outcomes.map(outcome => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.equal(batcher.pending, 0)
})

test('bytes that wait are bounded as well as items', async () => {
  const batcher = createBatcher<string, string>({
    itemsMax: 10,
    queueMax: 10,
    bytesOf: item => item.length,
    queueBytesMax: 100,
    run: async items => items,
  })
  const taken = batcher.add('x'.repeat(60))
  await assert.rejects(batcher.add('x'.repeat(60)), { code: 'overloaded' })
  const small = batcher.add('small')
  assert.equal(await small, 'small')
  await taken
  assert.equal((await batcher.add('x'.repeat(60))).length, 60)
})

test('a failed batch fails its own items only', async () => {
  const batcher = createBatcher<string, string>({
    itemsMax: 1,
    queueMax: 10,
    run: async items => {
      if (items[0] === 'bad') throw new Error('no')
      return items
    },
  })
  const outcomes = await Promise.allSettled(['good', 'bad', 'fine'].map(item => batcher.add(item)))
  assert.deepEqual(
    outcomes.map(outcome => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a full queue refuses instead of growing', async () => {
  const batcher = createBatcher<number, number>({ itemsMax: 1, queueMax: 1, run: async items => items })
  const taken = batcher.add(1)
  await assert.rejects(batcher.add(2), { code: 'overloaded' })
  assert.equal(await taken, 1)
})

test('a batch with an answer missing fails as a whole, so that nobody gets what belongs to another', async () => {
  const batcher = createBatcher<number, number>({ itemsMax: 10, queueMax: 10, run: async items => items.slice(1) })
  const outcomes = await Promise.allSettled([1, 2].map(item => batcher.add(item)))
  assert.deepEqual(
    outcomes.map(outcome => outcome.status),
    ['rejected', 'rejected'],
  )
})

test('lanes run at once, and never more of them', async () => {
  const finish: (() => void)[] = []
  let underWay = 0
  let underWayMax = 0
  const batcher = createBatcher<number, number>({
    itemsMax: 1,
    lanes: 2,
    queueMax: 10,
    run: async items => {
      underWay += 1
      underWayMax = Math.max(underWayMax, underWay)
      if (finish.length < 1) await new Promise<void>(resolve => finish.push(resolve))
      else for (const resolve of finish) resolve()
      underWay -= 1
      return items
    },
  })
  // The first batch ends only because the second one runs beside it.
  assert.deepEqual(await Promise.all([1, 2, 3, 4].map(item => batcher.add(item))), [1, 2, 3, 4])
  assert.equal(underWayMax, 2)
})

test('a batch starts beside another one only when enough items wait', async () => {
  const finish: (() => void)[] = []
  const sizes: number[] = []
  const batcher = createBatcher<number, number>({
    itemsMax: 10,
    lanes: 2,
    itemsForNextLane: 3,
    queueMax: 100,
    run: async items => {
      sizes.push(items.length)
      if (sizes.length === 1) await new Promise<void>(resolve => finish.push(resolve))
      else for (const resolve of finish) resolve()
      return items
    },
  })
  const first = batcher.add(0)
  await new Promise(resolve => setImmediate(resolve))
  const few = [1, 2].map(item => batcher.add(item))
  await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual(sizes, [1])
  assert.deepEqual(await Promise.all([first, ...few, batcher.add(3)]), [0, 1, 2, 3])
  assert.deepEqual(sizes, [1, 3])
})

test('who is told to gather waits for company, until there is enough of it or the time is over', async () => {
  const sizes: number[] = []
  let waitMs = 3_600_000
  const batcher = createBatcher<number, number>({
    itemsMax: 10,
    queueMax: 10,
    itemsForNextLane: 3,
    gatherMs: () => waitMs,
    run: async items => {
      sizes.push(items.length)
      return items
    },
  })
  const company = [batcher.add(1), batcher.add(2)]
  await turn()
  await turn()
  assert.deepEqual(sizes, [])
  company.push(batcher.add(3))
  assert.deepEqual(await Promise.all(company), [1, 2, 3])
  waitMs = 1
  assert.equal(await batcher.add(4), 4)
  waitMs = 0
  assert.equal(await batcher.add(5), 5)
  assert.deepEqual(sizes, [3, 1, 1])
})
