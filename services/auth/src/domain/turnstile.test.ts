import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTurnstile } from './turnstile.ts'

/** Work that ends when told to, and notes in which order it was let in. */
function createWork() {
  const begun: string[] = []
  const running: (() => void)[] = []
  return {
    begun,
    start: (name: string) => () => {
      begun.push(name)
      return new Promise<string>(resolve => running.push(() => resolve(name)))
    },
    async finishOne() {
      running.shift()?.()
      await nextTurn()
    },
  }
}

test('requesters take turns, however much one of them has waiting', async () => {
  const take = createTurnstile({ concurrencyMax: 1, queueMax: 100 })
  const work = createWork()
  const flood = Array.from({ length: 20 }, (_, index) => take('flood', work.start(`flood ${index}`)))
  const honest = [take('ada', work.start('ada')), take('bob', work.start('bob'))]
  for (let finished = 0; finished < 22; finished++) await work.finishOne()
  await Promise.all([...flood, ...honest])
  assert.deepEqual(work.begun.slice(0, 5), ['flood 0', 'flood 1', 'ada', 'bob', 'flood 2'])
})

test('when too much waits, the newest of whoever has most is refused, and nobody else', async () => {
  const take = createTurnstile({ concurrencyMax: 1, queueMax: 8 })
  const work = createWork()
  const flood = Array.from({ length: 30 }, (_, index) => take('flood', work.start(`${index}`)).catch(() => 'refused'))
  const honest = Array.from({ length: 4 }, (_, index) => take(`person ${index}`, work.start(`person ${index}`)))
  for (let finished = 0; finished < 34; finished++) await work.finishOne()
  assert.deepEqual(await Promise.all(honest), ['person 0', 'person 1', 'person 2', 'person 3'])
  const answers = await Promise.all(flood)
  assert.deepEqual(
    answers.filter(answer => answer !== 'refused'),
    ['0', '1', '2', '3', '4'],
  )
})

test('a place that is left is taken again, also after work that failed', async () => {
  const take = createTurnstile({ concurrencyMax: 1, queueMax: 1 })
  await assert.rejects(
    take('a', async () => {
      throw new Error('failed')
    }),
  )
  assert.equal(await take('b', async () => 'done'), 'done')
})
