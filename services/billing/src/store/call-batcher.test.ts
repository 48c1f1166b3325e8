import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError } from '@mtg/errors'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { createCallBatcher } from './call-batcher.ts'

interface Item {
  readonly key: string
  readonly serial: number
}

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 40 })

class ConstraintFailure extends Error {
  readonly code = '23505'
}

const itemsOf = (names: readonly string[]): Item[] => names.map((key, serial) => ({ key, serial }))

test('whatever order batches end in, every call gets its own answer, and none stands in a batch twice', async context => {
  const property = fc.asyncProperty(
    fc.scheduler(),
    keys,
    fc.integer({ min: 1, max: 3 }),
    async (scheduler, names, lanes) => {
      const run = scheduler.scheduleFunction(async (items: Item[]) => {
        assert.equal(new Set(items.map(item => item.key)).size, items.length)
        return items.map(item => item.serial)
      })
      const batcher = createCallBatcher<Item, number>({ keyOf: item => item.key, run, lanes })
      const answers = Promise.all(itemsOf(names).map(item => batcher.add(item)))
      await scheduler.waitFor(answers)
      assert.deepEqual(
        await answers,
        names.map((_, serial) => serial),
      )
    },
  )
  await fuzz(context, 200, property, { endOnFailure: true })
})

test('repeats of a call are answered in the order they were asked in', async () => {
  const seen: number[] = []
  const run = async (items: Item[]) => {
    seen.push(...items.filter(item => item.key === 'a').map(item => item.serial))
    return items.map(item => item.serial)
  }
  const batcher = createCallBatcher<Item, number>({ keyOf: item => item.key, run, lanes: 1 })
  await Promise.all(itemsOf(['a', 'b', 'a', 'c', 'a']).map(item => batcher.add(item)))
  assert.deepEqual(seen, [0, 2, 4])
})

test('a call that breaks a constraint does not fail its neighbours, and is tried once more by itself', async () => {
  let failuresLeft = 2
  const run = async (items: Item[]) => {
    if (items.some(item => item.key === 'raced') && failuresLeft > 0) {
      failuresLeft -= 1
      throw new ConstraintFailure('duplicate key')
    }
    return items.map(item => item.serial)
  }
  const batcher = createCallBatcher<Item, number>({ keyOf: item => item.key, run, lanes: 1 })
  assert.deepEqual(await Promise.all(itemsOf(['a', 'raced', 'b']).map(item => batcher.add(item))), [0, 1, 2])
})

test('a call that fails its statement for whatever reason fails no other, and the good ones are each carried out once', async context => {
  const states = fc.constantFrom('22021', '22P02', '42804', 'XX000', '23505', '40P01', '')
  const badness = fc.array(fc.boolean(), { minLength: 1, maxLength: 200 })
  const property = fc.asyncProperty(badness, states, async (flags, code) => {
    const carriedOut = new Map<string, number>()
    const run = async (items: Item[]) => {
      if (items.some(item => flags[item.serial])) throw Object.assign(new Error('refused'), { code })
      for (const { key } of items) carriedOut.set(key, (carriedOut.get(key) ?? 0) + 1)
      return items.map(item => item.serial)
    }
    const batcher = createCallBatcher<Item, number>({ keyOf: item => item.key, run, lanes: 2 })
    const asked = flags.map((_, serial) => batcher.add({ key: `call-${serial}`, serial }))
    const settled = await Promise.allSettled(asked)
    for (const [serial, { status }] of settled.entries()) {
      const isBad = flags[serial] === true
      assert.equal(status, isBad ? 'rejected' : 'fulfilled')
      assert.equal(carriedOut.get(`call-${serial}`), isBad ? undefined : 1)
    }
  })
  await fuzz(context, 50, property)
})

test('an outage fails the whole batch at once, and the next one is tried', async () => {
  let isDown = true
  let runs = 0
  const run = async (items: Item[]) => {
    runs += 1
    if (isDown) throw appError('database_error')
    return items.map(item => item.serial)
  }
  const batcher = createCallBatcher<Item, number>({ keyOf: item => item.key, run, lanes: 1 })
  const asked = itemsOf(['a', 'b']).map(item => batcher.add(item))
  for (const outcome of await Promise.allSettled(asked)) assert.equal(outcome.status, 'rejected')
  assert.equal(runs, 1)
  isDown = false
  assert.deepEqual(await Promise.all(itemsOf(['a']).map(item => batcher.add(item))), [0])
})
