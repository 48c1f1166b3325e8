import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { eventually } from '@mtg/testing'
import type { ReserveRequest, TermsAhead } from '../clients/billing.ts'
import { ReservationsAhead } from './reservations-ahead.ts'

const USABLE_MS = 1_000
const CALLS = 60

const callOf = (changes: Partial<ReserveRequest> = {}): ReserveRequest => ({
  callId: 'own',
  buyerId: 'buyer',
  adapter: 'mcp',
  publisherUsername: 'acme',
  appName: 'search',
  billable: true,
  toolName: 'lookup',
  keyId: 'key',
  name: '',
  maxPriceMicros: undefined,
  argumentsDigest: Buffer.alloc(0),
  withPrices: false,
  ...changes,
})

const made: TermsAhead = {
  terms: {
    callId: '',
    isOpen: true,
    tier: 'paid',
    purchaseId: 'purchase',
    appId: 'app',
    upstream: {
      url: 'http://publisher.example',
      credential: 'k',
      timeoutMs: 1,
      chargeToolErrors: false,
      chargeAbandoned: false,
      chargeTasksOnAcceptance: false,
      promises: { outputSchema: false, firstByteMs: undefined },
    },
    prices: undefined,
  },
  usableMs: USABLE_MS,
  places: { appId: 'app', minute: '1', day: '1' },
}

/** Billing answers as the test says, when it says so. */
function start(callsMax = 512) {
  const clock = createFakeClock(1_000)
  const asked: string[][] = []
  const released: string[] = []
  let answer: () => Promise<TermsAhead | undefined> = async () => made
  let releases = 0
  let failures = 0
  let isSteady = true
  const billing = {
    reserveAhead(_call: ReserveRequest, callIds: readonly string[]) {
      asked.push([...callIds])
      return answer()
    },
    async releaseAhead(_buyerId: string, callIds: readonly string[]) {
      releases += 1
      if (releases <= failures) throw new Error('billing is away')
      released.push(...callIds)
    },
  }
  const log = createLogger({ service: 'test', level: 'silent' })
  const ahead = new ReservationsAhead({
    billing,
    settlement: { isSteady: () => isSteady },
    clock,
    log,
    callsMax,
    releasePausesMs: [1],
  })
  return {
    clock,
    ahead,
    asked,
    released,
    answerWith: (next: typeof answer) => {
      answer = next
    },
    failCaptures: (doFail: boolean) => {
      isSteady = !doFail
    },
    failReleases: (count: number) => {
      failures = count
    },
    /** So many calls, so far apart; answers with their ids, where something was reserved for them. */
    callEvery: async (pauseMs: number, count = CALLS, call = callOf()) => {
      const used: string[] = []
      for (let index = 0; index < count; index += 1) {
        clock.advance(pauseMs)
        const terms = ahead.take(call)
        if (terms !== undefined) used.push(terms.callId)
        await new Promise(setImmediate)
      }
      return used
    },
  }
}

test('who calls without a pause waits for no reservation, and each is used once', async () => {
  const { ahead, asked, callEvery } = start()
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
  const { asked, callEvery } = start()
  await callEvery(600)
  await callEvery(150)
  await callEvery(1, 400, callOf({ toolName: 'just begun' }))
  await callEvery(0, 2_000, callOf({ toolName: 'all at once' }))
  assert.deepEqual(asked, [])
})

test('a reservation is used for calls of its kind alone: buyer, key, app, tool and name', async () => {
  const { ahead, callEvery } = start()
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
  const { ahead, asked, released, callEvery } = start()
  await callEvery(10, 100)
  const ofVictim = ahead.held()
  await callEvery(5, 110, callOf({ buyerId: 'flooding' }))
  for (let tool = 0; tool < 20_000; tool += 1) ahead.take(callOf({ buyerId: 'flooding', toolName: `tool ${tool}` }))
  await new Promise(setImmediate)
  assert.equal(ahead.held(), ofVictim)
  assert.ok(released.length > 0)
  assert.ok(asked.flat().length >= ofVictim + released.length)
  assert.notEqual(ahead.take(callOf()), undefined)
})

test('billing is asked for as many as it allows, and for none twice at a time', async () => {
  const { asked, callEvery, answerWith } = start()
  const { promise, resolve } = Promise.withResolvers<TermsAhead | undefined>()
  answerWith(() => promise)
  await callEvery(1, 1_000)
  assert.equal(asked.length, 1)
  assert.equal(asked[0]?.length, 128)
  resolve(made)
  await callEvery(1, 2)
  assert.equal(asked.length, 2)
})

test('what is not used in its time is given back, and not used after it', async context => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { ahead, clock, asked, released, callEvery } = start()
  const used = await callEvery(10)
  clock.advance(USABLE_MS)
  assert.equal(ahead.take(callOf()), undefined)
  context.mock.timers.tick(USABLE_MS)
  await new Promise(setImmediate)
  assert.equal(ahead.held(), 0)
  assert.deepEqual(new Set([...used, ...released]), new Set(asked.flat()))
})

for (const [of, change] of [
  ['its buyer’s', { buyerId: 'buyer' }],
  ['its publisher’s', { publisher: 'acme' }],
  ['anybody’s', 'everything'],
] as const) {
  test(`when what calls go by has changed it is given back, also what was on its way: ${of}`, async () => {
    const { ahead, asked, released, callEvery, answerWith } = start()
    const used = await callEvery(10)
    const { promise, resolve } = Promise.withResolvers<TermsAhead | undefined>()
    answerWith(() => promise)
    used.push(...(await callEvery(10, 25)))
    ahead.forget(change)
    assert.equal(ahead.held(), 0)
    assert.equal(ahead.take(callOf()), undefined)
    resolve(made)
    await new Promise(setImmediate)
    assert.equal(ahead.held(), 0)
    assert.deepEqual(new Set([...used, ...released]), new Set(asked.flat()))
  })
}

test('what changes for other buyers and publishers takes nothing from anybody', async () => {
  const { ahead, released, callEvery } = start()
  await callEvery(10)
  const held = ahead.held()
  ahead.forget({ buyerId: 'other' })
  ahead.forget({ publisher: 'bolt' })
  assert.equal(ahead.held(), held)
  await callEvery(10, 20, callOf({ buyerId: 'other', publisherUsername: 'bolt' }))
  assert.deepEqual(released, [])
})

test('billing that reserves nothing, or fails, is left alone for a second; what may be held all the same is given back', async () => {
  const { asked, released, callEvery, answerWith } = start()
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
  const { asked, callEvery, failCaptures } = start()
  await callEvery(10, 100)
  const before = asked.length
  failCaptures(true)
  assert.deepEqual(await callEvery(10, 50), [])
  assert.equal(asked.length, before)
  failCaptures(false)
  assert.notDeepEqual(await callEvery(10, 50), [])
})

test('an edge that stops gives everything back, and asks for nothing more', async () => {
  const { ahead, asked, released, callEvery } = start()
  const used = await callEvery(10)
  await ahead.close()
  assert.deepEqual(new Set([...used, ...released]), new Set(asked.flat()))
  const before = asked.length
  await callEvery(10)
  assert.equal(asked.length, before)
})

test('giving back is tried again while billing is away', async () => {
  const { ahead, asked, released, callEvery, failReleases } = start()
  const used = await callEvery(10)
  failReleases(1)
  ahead.forget('everything')
  await eventually(() => assert.deepEqual(new Set([...used, ...released]), new Set(asked.flat())))
})

test('where it is switched off nothing is reserved', async () => {
  const { asked, callEvery } = start(0)
  await callEvery(10, 300)
  assert.deepEqual(asked, [])
})
