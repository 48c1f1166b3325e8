import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError } from '@mtg/errors'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { workOff } from './index.ts'

/** Doubles what it is given; throws for a batch that holds a bad item. */
function doubling(bad: ReadonlySet<number>) {
  let runs = 0
  return {
    run: async (items: number[]) => {
      runs += 1
      const found = items.find(item => bad.has(item))
      if (found !== undefined) throw new Error(`bad ${found}`)
      return items.map(item => item * 2)
    },
    runs: () => runs,
  }
}

test('whichever items are bad, they alone fail, and every other one has its own answer', async context => {
  const flags = fc.array(fc.boolean(), { maxLength: 200 })
  await fuzz(
    context,
    200,
    fc.asyncProperty(flags, async isBad => {
      const items = isBad.map((_, index) => index)
      const { run, runs } = doubling(new Set(items.filter(index => isBad[index])))
      const outcomes = await workOff(items, { run })
      assert.deepEqual(
        outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
        items.map(index => (isBad[index] ? `Error: bad ${index}` : index * 2)),
      )
      assert.ok(runs() <= Math.max(0, 2 * items.length - 1), `${items.length} items took ${runs()} runs`)
    }),
  )
})

test('one bad item among many costs few runs', async () => {
  const { run, runs } = doubling(new Set([77]))
  await workOff(
    Array.from({ length: 128 }, (_, index) => index),
    { run },
  )
  assert.ok(runs() <= 15, `${runs()} runs`)
})

test('an outage ends the batch at once and is told to all', async () => {
  let runs = 0
  const outage = appError('database_error')
  const run = async (): Promise<number[]> => {
    runs += 1
    throw outage
  }
  const outcomes = await workOff([1, 2, 3], { run })
  assert.equal(runs, 1)
  assert.deepEqual(
    outcomes,
    [1, 2, 3].map(() => ({ status: 'rejected', reason: outage })),
  )
})

test('an outage in the midst of working off keeps what was done before it', async () => {
  const run = async (items: string[]) => {
    if (items.includes('outage')) throw items.length === 1 ? appError('database_error') : new Error('together')
    return items
  }
  const outcomes = await workOff(['a', 'b', 'outage', 'c'], { run })
  assert.deepEqual(
    outcomes.map(outcome => outcome.status),
    ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
  )
})

test('an item that failed alone is tried once more where that may help, and no more than once', async () => {
  const seen: number[][] = []
  let failuresLeft = 2
  const run = async (items: number[]) => {
    seen.push(items)
    if (items.includes(2) && failuresLeft > 0) {
      failuresLeft -= 1
      throw new Error('raced')
    }
    return items
  }
  const once = await workOff([1, 2], { run, mayPassAgain: () => true })
  assert.deepEqual(
    once.map(outcome => outcome.status),
    ['fulfilled', 'fulfilled'],
  )
  failuresLeft = Number.POSITIVE_INFINITY
  seen.length = 0
  const never = await workOff([1, 2], { run, mayPassAgain: () => true })
  assert.deepEqual(
    never.map(outcome => outcome.status),
    ['fulfilled', 'rejected'],
  )
  assert.deepEqual(seen, [[1, 2], [1], [2], [2]])
})
