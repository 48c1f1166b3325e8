import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endsWithin } from '@mtg/primitives'

const LONG_MS = 60_000

test('work that ends in time says so, and one that does not is not waited for', async () => {
  assert.equal(await endsWithin(Promise.resolve('done'), LONG_MS), true)
  assert.equal(await endsWithin(new Promise(() => {}), 1), false)
})

test('work that fails in time fails, and one that fails later disturbs nobody', async () => {
  await assert.rejects(endsWithin(Promise.reject(new Error('failed')), LONG_MS), /failed/)
  const late = Promise.withResolvers<never>()
  assert.equal(await endsWithin(late.promise, 1), false)
  late.reject(new Error('too late to matter'))
  await new Promise(resolve => setImmediate(resolve))
})
