import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { eventually } from '@mtg/testing'
import type { ReserveRequest } from '../clients/billing.ts'
import type { TermsAhead } from '../clients/reservation-terms.ts'
import { callOf, made, settled, startAhead, USABLE_MS } from './reservations-ahead.fixture.ts'

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

test('who calls without a pause waits for no reservation, and each is used once', async () => {
  const { ahead, asked, callEvery } = startAhead()
  await callEvery(10)
  const used = await callEvery(10, 200)
  assert.equal(used.length, 200)
  assert.equal(new Set(used).size, 200)
  const ids = asked.flat()
  assert.ok(used.every(callId => ids.includes(callId)))
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ahead.held() > 0 && ahead.held() <= 40, 'for the calls of 0.4 s')
})

test('nothing is reserved for who calls rarely, has just begun, or calls all at once', async () => {
  const { asked, callEvery } = startAhead()
  await callEvery(600)
  await callEvery(150)
  await callEvery(1, 400, callOf({ toolName: 'just begun' }))
  await callEvery(0, 2_000, callOf({ toolName: 'all at once' }))
  assert.deepEqual(asked, [])
})

test('a reservation is used for calls of its kind alone: buyer, key, app, tool and name', async () => {
  const { ahead, callEvery } = startAhead()
  await callEvery(10)
  const others: Partial<ReserveRequest>[] = [
    { buyerId: 'other' },
    { keyId: 'other' },
    { keyId: '' },
    { adapter: 'llm' },
    { publisherUsername: 'other' },
    { appName: 'other' },
    { toolName: 'other' },
    { name: 'other' },
  ]
  for (const changes of others) assert.equal(ahead.take(callOf(changes)), undefined)
  assert.notEqual(ahead.take(callOf()), undefined)
})

test('a buyer who names tools without end takes nothing from another, and gets what was reserved for it given back', async () => {
  const { ahead, asked, released, callEvery } = startAhead()
  await callEvery(10, 100)
  const ofVictim = ahead.held()
  await callEvery(5, 110, callOf({ buyerId: 'flooding' }))
  for (let tool = 0; tool < 20_000; tool += 1) ahead.take(callOf({ buyerId: 'flooding', toolName: `tool ${tool}` }))
  await settled()
  assert.equal(ahead.held(), ofVictim)
  assert.ok(released.length > 0)
  assert.ok(asked.flat().length >= ofVictim + released.length)
  assert.notEqual(ahead.take(callOf()), undefined)
})

test('billing is asked for as many as it allows, and for none twice at a time', async () => {
  const { asked, callEvery, answerWith } = startAhead()
  const { promise, resolve } = Promise.withResolvers<TermsAhead | undefined>()
  answerWith(() => promise)
  await callEvery(1, 1_000)
  assert.equal(asked.length, 1)
  assert.equal(asked[0]?.length, 128)
  resolve(made)
  await callEvery(1, 2)
  assert.equal(asked.length, 2)
})

test('what is not used in its time is given back, and not used after it', async () => {
  const { ahead, clock, asked, released, callEvery } = startAhead()
  const used = await callEvery(10)
  clock.advance(USABLE_MS)
  assert.equal(ahead.take(callOf()), undefined)
  mock.timers.tick(USABLE_MS)
  await settled()
  assert.equal(ahead.held(), 0)
  assert.deepEqual(new Set([...used, ...released]), new Set(asked.flat()))
})

for (const [of, change] of [
  ['its buyer’s', { buyerId: 'buyer' }],
  ['its publisher’s', { publisher: 'acme' }],
  ['anybody’s', 'everything'],
] as const) {
  test(`when what calls go by has changed it is given back, also what was on its way: ${of}`, async () => {
    const { ahead, asked, released, callEvery, answerWith } = startAhead()
    const used = await callEvery(10)
    const { promise, resolve } = Promise.withResolvers<TermsAhead | undefined>()
    answerWith(() => promise)
    used.push(...(await callEvery(10, 25)))
    ahead.forget(change)
    assert.equal(ahead.held(), 0)
    assert.equal(ahead.take(callOf()), undefined)
    resolve(made)
    await settled()
    assert.equal(ahead.held(), 0)
    assert.deepEqual(new Set([...used, ...released]), new Set(asked.flat()))
  })
}

test('what changes for other buyers and publishers takes nothing from anybody', async () => {
  const { ahead, released, callEvery } = startAhead()
  await callEvery(10)
  const held = ahead.held()
  ahead.forget({ buyerId: 'other' })
  ahead.forget({ publisher: 'bolt' })
  assert.equal(ahead.held(), held)
  await callEvery(10, 20, callOf({ buyerId: 'other', publisherUsername: 'bolt' }))
  assert.deepEqual(released, [])
})

test('billing that reserves nothing, or fails, is left alone for a second; what may be held all the same is given back', async () => {
  const { asked, released, callEvery, answerWith } = startAhead()
  answerWith(async () => undefined)
  await callEvery(10, 100)
  assert.equal(asked.length, 1)
  assert.deepEqual(released, [])
  answerWith(() => Promise.reject(new Error('no answer in time')))
  await callEvery(10, 100)
  assert.equal(asked.length, 2)
  assert.deepEqual(new Set(released), new Set(asked[1]))
})

test('while captures fail, or take long, calls are not carried out on what was reserved before', async () => {
  const { asked, callEvery, failCaptures } = startAhead()
  await callEvery(10, 100)
  const before = asked.length
  failCaptures(true)
  assert.deepEqual(await callEvery(10, 50), [])
  assert.equal(asked.length, before)
  failCaptures(false)
  assert.notDeepEqual(await callEvery(10, 50), [])
})

test('an edge that stops gives everything back, and asks for nothing more', async () => {
  const { ahead, asked, released, callEvery } = startAhead()
  const used = await callEvery(10)
  await ahead.close()
  assert.deepEqual(new Set([...used, ...released]), new Set(asked.flat()))
  const before = asked.length
  await callEvery(10)
  assert.equal(asked.length, before)
})

test('giving back is tried again while billing is away', async () => {
  const { ahead, asked, released, callEvery, failReleases } = startAhead()
  const used = await callEvery(10)
  failReleases(1)
  ahead.forget('everything')
  await eventually(() => assert.deepEqual(new Set([...used, ...released]), new Set(asked.flat())))
})

test('where it is switched off nothing is reserved', async () => {
  const { asked, callEvery } = startAhead(0)
  await callEvery(10, 300)
  assert.deepEqual(asked, [])
})
