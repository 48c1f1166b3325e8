import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatience } from './patience.ts'

test('an answer that comes in time is passed on, and so is a failure', async () => {
  const patience = createPatience(2)
  assert.equal(await patience.wait(Promise.resolve(7)), 7)
  await assert.rejects(patience.wait(Promise.reject(new Error('no'))), /no/)
  for (let ticks = 0; ticks < 5; ticks += 1) assert.equal(patience.tick(), 0)
})

test('what is not answered after its ticks is given up, once, and what began later is not', async () => {
  const patience = createPatience(2)
  const never = new Promise<never>(() => {})
  const early = assert.rejects(patience.wait(never), /in time/)
  assert.deepEqual([patience.tick(), patience.tick()], [0, 0])
  const late = assert.rejects(patience.wait(never), /in time/)
  assert.equal(patience.tick(), 1)
  await early
  assert.deepEqual([patience.tick(), patience.tick(), patience.tick()], [0, 1, 0])
  await late
})

test('time need not go on while nobody waits', async () => {
  const patience = createPatience(2)
  assert.ok(patience.isIdle())
  const { promise, resolve } = Promise.withResolvers<void>()
  const waited = patience.wait(promise)
  patience.tick()
  assert.ok(!patience.isIdle())
  resolve()
  await waited
  assert.ok(patience.isIdle())
})
