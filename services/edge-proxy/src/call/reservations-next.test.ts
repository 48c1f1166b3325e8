import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import type { TermsAhead } from '../clients/reservation-terms.ts'
import { callOf, made, settled, startAhead, USABLE_MS } from './reservations-ahead.fixture.ts'

const TURN_MS = 100
const PAUSE_MS = 3_000
const KEPT_MS = 10_000

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

/** Somebody who calls, and comes back twice; what was asked for then is there. */
async function startComingBack(usableMs = KEPT_MS) {
  const started = startAhead()
  started.answerWith(async () => ({ ...made, usableMs }))
  await started.callEvery(PAUSE_MS, 3)
  await turn()
  return started
}

/** The time passes in which next calls are asked for. */
async function turn() {
  mock.timers.tick(TURN_MS)
  await settled()
}

test('who comes back after pauses waits for no reservation, and each is used once', async () => {
  const { next, underWay, ahead, callEvery } = await startComingBack()
  const used: string[] = []
  for (let call = 0; call < 5; call += 1) {
    used.push(...(await callEvery(PAUSE_MS, 1)))
    await turn()
  }
  assert.deepEqual(used, next.slice(0, 5))
  assert.equal(new Set(next).size, 6)
  assert.deepEqual(underWay, used)
  assert.equal(ahead.held(), 1)
})

test('nothing is held for who has not come back twice, stays away for long, or calls at once', async () => {
  const { next, callEvery } = startAhead()
  await callEvery(PAUSE_MS, 2)
  await callEvery(8_001, 1)
  await callEvery(PAUSE_MS, 1)
  await callEvery(0, 50, callOf({ toolName: 'at once' }))
  await turn()
  assert.deepEqual(next, [])
})

test('those of all buyers are asked for together, each once', async () => {
  const { next, clock, ahead } = startAhead()
  const names = Array.from({ length: 20 }, (_, index) => `buyer ${index}`)
  for (let round = 0; round < 3; round += 1) {
    for (const buyerId of names) ahead.take(callOf({ buyerId }))
    for (const buyerId of names) ahead.take(callOf({ buyerId }))
    clock.advance(PAUSE_MS)
  }
  assert.deepEqual(next, [])
  await turn()
  assert.equal(next.length, names.length)
})

test('whose call did not come is not waited for again before coming back twice', async () => {
  const { next, released, ahead, clock, callEvery } = await startComingBack(USABLE_MS)
  assert.equal(ahead.held(), 1)
  clock.advance(USABLE_MS)
  mock.timers.tick(USABLE_MS)
  await settled()
  assert.deepEqual([ahead.held(), released], [0, next])
  await callEvery(PAUSE_MS, 1)
  await turn()
  assert.equal(next.length, 1)
  await callEvery(PAUSE_MS, 1)
  await turn()
  assert.equal(next.length, 2)
})

test('none is asked for that the minute’s windows would be over before', async () => {
  const { next, clock, callEvery } = startAhead()
  clock.advance(60_000 - (clock.nowMs() % 60_000) - 3 * PAUSE_MS - 1)
  await callEvery(PAUSE_MS, 3)
  await callEvery(0, 1)
  await turn()
  assert.deepEqual(next, [])
  await callEvery(PAUSE_MS, 1)
  await turn()
  assert.equal(next.length, 1)
})

test('while changes are not told nothing is held for long: what is held is not used, and no more is asked for', async () => {
  const { next, released, callEvery, tellChanges } = await startComingBack()
  tellChanges(false)
  assert.deepEqual(await callEvery(PAUSE_MS, 1), [])
  await turn()
  assert.deepEqual(released, next)
  tellChanges(true)
  await callEvery(PAUSE_MS, 1)
  await turn()
  assert.equal(next.length, 2)
})

test('what has changed for a buyer is given back, also what was on its way', async () => {
  const { next, released, ahead, callEvery, answerWith } = await startComingBack()
  ahead.forget({ buyerId: 'buyer' })
  await settled()
  assert.deepEqual(released, next)
  const { promise, resolve } = Promise.withResolvers<TermsAhead | undefined>()
  answerWith(() => promise)
  await callEvery(PAUSE_MS, 1)
  await turn()
  ahead.forget({ publisher: 'acme' })
  resolve(made)
  await settled()
  assert.deepEqual([next.length, released], [2, next])
})

test('what may be held all the same when billing fails is given back', async () => {
  const { next, released, callEvery, answerWith } = startAhead()
  answerWith(() => Promise.reject(new Error('no answer in time')))
  await callEvery(PAUSE_MS, 3)
  await turn()
  await settled()
  assert.deepEqual([next.length, released], [1, next])
})

test('an edge that stops asks for none, and gives back what it has', async () => {
  const { next, released, ahead, callEvery } = await startComingBack()
  await callEvery(PAUSE_MS, 1)
  await ahead.close()
  await turn()
  assert.equal(next.length, 1)
  assert.deepEqual(released, [])
  const other = await startComingBack()
  await other.ahead.close()
  assert.deepEqual(other.released, other.next)
})

test('however much is given back at once, billing is asked for a few at a time', async () => {
  const { ahead, clock, released } = startAhead()
  for (let round = 0; round < 3; round += 1) {
    for (let buyer = 0; buyer < 1_000; buyer += 1) ahead.take(callOf({ buyerId: `buyer ${buyer}` }))
    clock.advance(PAUSE_MS)
  }
  await turn()
  assert.equal(ahead.held(), 1_000)
  ahead.forget('everything')
  await new Promise(setImmediate)
  assert.ok(released.length <= 16, `${released.length}`)
  await ahead.close()
  assert.equal(released.length, 1_000)
})
