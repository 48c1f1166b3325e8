import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { appError, type ErrorCode } from '@mtg/errors'
import { createMetrics } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { createRefusalCounts } from '../limits/shed-refusals.ts'
import { createStrangers } from '../limits/strangers/strangers.ts'
import type { CallerChanges, Principal } from './auth.ts'
import { AuthCache } from './auth-cache.ts'

const principal: Principal = {
  buyerId: 'buyer',
  keyId: 'key',
  scope: '',
  expiresAtMs: 0,
  ancestorIds: ['top', 'parent'],
  publisherUsername: '',
  wantsDigests: false,
}

const requestFrom = (remoteAddress: string) =>
  ({ headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage

/** Auth answers as it is told, each answer when the test lets it go. */
function start(expiresAtMs = 0, failuresPerMinute = 100) {
  const clock = createFakeClock(1_000)
  let isPushConnected = true
  let refusal: ErrorCode | undefined
  let asked = 0
  let changes: Partial<CallerChanges> | undefined
  let askedForChanges: string[] = []
  let gate = Promise.resolve()
  const client = {
    async authenticate() {
      asked += 1
      await gate
      if (refusal !== undefined) throw appError(refusal)
      return { ...principal, expiresAtMs }
    },
    async listChanges(since: string): Promise<CallerChanges> {
      askedForChanges = [...askedForChanges, since]
      if (changes === undefined) throw appError('internal_error')
      const next = String(askedForChanges.length)
      return { next, keyIds: new Set(), buyerIds: new Set(), everything: false, ...changes }
    },
    close() {},
  }
  const metrics = createMetrics('test')
  const strangers = createStrangers({
    clock,
    refusals: createRefusalCounts(metrics),
    trustForwardedFor: false,
    failuresPerMinute,
    visitsPerMinute: 100,
    lookupsMax: 2,
    lookupsPerSecond: 1_000,
    waitMs: 450,
    load: { acceptVisit: () => {}, acceptGuess: () => {}, countGuess: () => {} },
  })
  const authCache = new AuthCache({
    client,
    strangers,
    clock,
    metrics,
    isPushConnected: () => isPushConnected,
    entriesMax: 3,
    ttlMs: 5_000,
    ttlWithoutPushMs: 1_000,
    keepMs: 60_000,
  })
  const authenticate = (credential: string, address = '192.0.2.1') =>
    authCache.authenticate(credential, requestFrom(address))
  return {
    clock,
    cache: {
      forget: (kind: 'key' | 'buyer', id: string) => authCache.forget(kind, id),
      forgetAll: () => authCache.forgetAll(),
      authenticate,
    },
    /** Callers are known, and auth has said for the first time what has changed: that says nothing of what was before it. */
    meet: async (first: string, ...others: readonly string[]) => {
      changes = {}
      await authenticate(first)
      await authenticate(first)
      await new Promise(setImmediate)
      for (const credential of [first, ...others]) await authenticate(credential)
    },
    metrics,
    strangers,
    asked: () => asked,
    askedForChanges: () => askedForChanges,
    /** What auth says has changed; unless it is told, it says nothing at all. */
    tellChanges: (told: Partial<CallerChanges>) => {
      changes = told
    },
    refuse: (code?: ErrorCode) => {
      refusal = code
    },
    disconnectPush: () => {
      isPushConnected = false
    },
    holdAnswers: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}

test('a caller is known for five seconds', async () => {
  const { cache, clock, asked } = start()
  await cache.authenticate('a')
  clock.advance(2_999)
  await cache.authenticate('a')
  assert.equal(asked(), 1)
  clock.advance(2_001)
  assert.ok(cache.authenticate('a') instanceof Promise)
  assert.equal(asked(), 2)
})

test('a caller who goes on calling never waits for auth, and nobody is known longer for it', async () => {
  const { cache, clock, asked, holdAnswers } = start()
  await cache.authenticate('a')
  clock.advance(3_000)
  const release = holdAnswers()
  assert.deepEqual(cache.authenticate('a'), principal)
  assert.deepEqual(cache.authenticate('a'), principal)
  assert.equal(asked(), 2, 'asked once beside the calls')
  clock.advance(1_999)
  assert.deepEqual(cache.authenticate('a'), principal)
  clock.advance(1)
  const waiting = cache.authenticate('a')
  assert.ok(waiting instanceof Promise, 'unanswered, its time is over')
  release()
  assert.deepEqual(await waiting, principal)
  assert.equal(asked(), 2)
})

test('auth that fails for a moment fails nobody whom it knew; what it refuses holds from then on', async () => {
  const { cache, clock, refuse } = start()
  await cache.authenticate('a')
  refuse('internal_error')
  clock.advance(3_000)
  await cache.authenticate('a')
  await new Promise(setImmediate)
  clock.advance(1_000)
  refuse('api_key_revoked')
  assert.deepEqual(cache.authenticate('a'), principal)
  await new Promise(setImmediate)
  await assert.rejects(async () => cache.authenticate('a'), { code: 'api_key_revoked' })
})

test('a caller is known for one second only while no invalidations arrive', async () => {
  const { cache, clock, asked, disconnectPush } = start()
  await cache.authenticate('a')
  disconnectPush()
  clock.advance(1_000)
  await cache.authenticate('a')
  assert.equal(asked(), 2)
})

test('an access token or key is never known beyond its expiry', async () => {
  const { cache, clock, asked } = start(3_000)
  await cache.authenticate('a')
  clock.advance(2_000)
  await cache.authenticate('a')
  assert.equal(asked(), 2)
})

test('a question that ends after something was forgotten does not end the one that was asked since', async () => {
  const { cache, asked, holdAnswers } = start()
  const releaseFirst = holdAnswers()
  const first = cache.authenticate('a')
  await new Promise(setImmediate)
  cache.forgetAll()
  const releaseSecond = holdAnswers()
  const second = cache.authenticate('a')
  await new Promise(setImmediate)
  releaseFirst()
  await first
  const victim = cache.authenticate('a')
  await new Promise(setImmediate)
  assert.equal(asked(), 2, 'whoever comes while the second is asked waits for its answer')
  releaseSecond()
  assert.deepEqual(await Promise.all([second, victim]), [principal, principal])
})

test('a revoked key, one below it, or a suspended buyer is forgotten at once', async () => {
  for (const [kind, id] of [
    ['key', 'key'],
    ['key', 'parent'],
    ['key', 'top'],
    ['buyer', 'buyer'],
  ] as const) {
    const { cache, asked, refuse } = start()
    await cache.authenticate('a')
    cache.forget(kind, id)
    refuse('api_key_revoked')
    await assert.rejects(async () => cache.authenticate('a'), { code: 'api_key_revoked' })
    assert.equal(asked(), 2)
  }
})

test('the invalidation of another key changes nothing', async () => {
  const { cache, asked } = start()
  await cache.authenticate('a')
  cache.forget('key', 'another')
  await cache.authenticate('a')
  assert.equal(asked(), 1)
})

test('an answer that was on its way during an invalidation is not kept', async () => {
  const { cache, asked, holdAnswers } = start()
  const release = holdAnswers()
  const answer = cache.authenticate('a')
  cache.forget('key', 'key')
  release()
  await answer
  await cache.authenticate('a')
  assert.equal(asked(), 2)
})

test('refusals are remembered for a second, failures of the gateway not at all', async () => {
  const { cache, clock, asked, refuse } = start()
  refuse('api_key_invalid')
  for (let turn = 0; turn < 5; turn += 1) {
    await assert.rejects(async () => cache.authenticate('a'), { code: 'api_key_invalid' })
  }
  assert.equal(asked(), 1)
  clock.advance(1_000)
  refuse('internal_error')
  for (let turn = 0; turn < 2; turn += 1) {
    await assert.rejects(async () => cache.authenticate('a'), { code: 'internal_error' })
  }
  assert.equal(asked(), 3)
})

test('a flood of credentials pushes out the oldest, and memory stays bounded', async () => {
  const { cache, asked } = start()
  for (const credential of ['a', 'b', 'c', 'd']) await cache.authenticate(credential)
  await cache.authenticate('a')
  assert.equal(asked(), 5)
})

test('an address that guesses too often is refused without asking auth; known callers from it and other addresses are not', async () => {
  const { cache, refuse, asked, clock } = start(0, 4)
  await cache.authenticate('neighbour')
  refuse('api_key_invalid')
  for (const guess of ['g1', 'g2', 'g3', 'g4']) await assert.rejects(async () => cache.authenticate(guess))
  const before = asked()
  await assert.rejects(async () => cache.authenticate('g5'), {
    code: 'rate_limit_exceeded',
    message: /Try again in 15 s/,
  })
  assert.equal(asked(), before)
  refuse(undefined)
  clock.advance(6_000)
  assert.equal(await cache.authenticate('neighbour'), await cache.authenticate('neighbour'))
  cache.forgetAll()
  await cache.authenticate('neighbour')
  await cache.authenticate('somebody', '192.0.2.2')
  clock.advance(10_000)
  await cache.authenticate('late comer')
})

test('a known caller is asked about at once, while strangers wait for their turn', async () => {
  const { cache, clock, asked, holdAnswers, strangers } = start()
  await cache.authenticate('regular')
  clock.advance(6_000)
  const letGo = holdAnswers()
  const guesses = ['a', 'b', 'c', 'd'].map(name => cache.authenticate(name))
  const other = cache.authenticate('e', '192.0.2.2')
  await Promise.resolve()
  assert.deepEqual([asked(), strangers.waiting()], [3, 3])
  const regular = cache.authenticate('regular')
  assert.deepEqual([asked(), strangers.waiting()], [4, 3])
  letGo()
  await Promise.all([...guesses, other, regular])
  assert.deepEqual([asked(), strangers.waiting()], [7, 0])
})

test('a stranger whose turn does not come in time is told so', async () => {
  const { cache, clock, holdAnswers } = start()
  const letGo = holdAnswers()
  const first = [cache.authenticate('a'), cache.authenticate('b')]
  const late = assert.rejects(async () => cache.authenticate('c'), { code: 'overloaded' })
  clock.advance(451)
  letGo()
  await Promise.all([...first, late])
})

test('a fresh token of a known key is heard although its address guesses; one made-up token in its name ends that', async () => {
  const { cache, refuse, asked } = start(0, 2)
  const token = (keyId: string, mark: string) =>
    `e30.${Buffer.from(JSON.stringify({ client_id: keyId, mark })).toString('base64url')}.${mark}`
  await cache.authenticate('api key of the same buyer')
  refuse('api_key_invalid')
  for (const guess of ['g1', 'g2']) await assert.rejects(async () => cache.authenticate(guess))
  refuse(undefined)
  await cache.authenticate(token('key', 'a'))
  await assert.rejects(async () => cache.authenticate(token('other', 'b')), { code: 'rate_limit_exceeded' })
  refuse('api_key_invalid')
  await assert.rejects(async () => cache.authenticate(token('key', 'c')), { code: 'api_key_invalid' })
  const before = asked()
  await assert.rejects(async () => cache.authenticate(token('key', 'd')), { code: 'rate_limit_exceeded' })
  assert.equal(asked(), before)
})

test('a caller who is known is asked about once a minute: what has changed is asked for all at once', async () => {
  const { cache, clock, asked, askedForChanges, meet } = start()
  await meet('a', 'b', 'c')
  const [askedFirst, questions] = [asked(), askedForChanges().length]
  for (let second = 1; second <= 33; second += 1) {
    clock.advance(1_000)
    for (const credential of ['a', 'b', 'c']) assert.deepEqual(cache.authenticate(credential), principal)
    await new Promise(setImmediate)
  }
  assert.equal(asked(), askedFirst)
  assert.equal(askedForChanges().length - questions, 16, 'one question in two seconds, whoever calls')
  clock.advance(27_000)
  await cache.authenticate('a')
  assert.equal(asked(), askedFirst + 1)
})

test('an edge that was idle asks once what has changed, and not about each caller', async () => {
  const { cache, clock, asked, askedForChanges, meet } = start()
  await meet('a', 'b')
  const [askedFirst, questions] = [asked(), askedForChanges().length]
  clock.advance(20_000)
  const answers = [cache.authenticate('a'), cache.authenticate('b')]
  assert.ok(answers.every(answer => answer instanceof Promise))
  assert.deepEqual(await Promise.all(answers), [principal, principal])
  assert.equal(asked(), askedFirst)
  assert.equal(askedForChanges().length, questions + 1)
})

test('callers who all pause for longer than they are believed are asked about once a minute as well', async () => {
  const { cache, clock, asked, tellChanges } = start()
  tellChanges({})
  const callAll = async () => {
    clock.advance(7_000)
    for (const credential of ['a', 'b', 'c']) assert.deepEqual(await cache.authenticate(credential), principal)
  }
  await callAll()
  await callAll()
  await callAll()
  const askedFirst = asked()
  for (let round = 0; round < 3; round += 1) await callAll()
  assert.equal(asked(), askedFirst)
})

test('what auth tells of a key, one above it or its buyer ends what is known within the five seconds', async () => {
  const told = [
    { keyIds: new Set(['key']) },
    { keyIds: new Set(['other', 'top']) },
    { buyerIds: new Set(['buyer']) },
    { everything: true },
  ]
  for (const change of told) {
    const { cache, clock, refuse, tellChanges, meet } = start()
    await meet('a')
    refuse('api_key_revoked')
    tellChanges(change)
    clock.advance(3_000)
    assert.deepEqual(cache.authenticate('a'), principal, 'asked beside this call')
    await new Promise(setImmediate)
    await assert.rejects(async () => cache.authenticate('a'), { code: 'api_key_revoked' })
  }
})

test('a question under way when auth tells of a change is answered to nobody who comes later', async () => {
  const { cache, clock, asked, refuse, tellChanges, holdAnswers, meet } = start()
  await meet('a')
  const askedFirst = asked()
  const release = holdAnswers()
  const before = cache.authenticate('b')
  await new Promise(setImmediate)
  tellChanges({ keyIds: new Set(['key']) })
  clock.advance(3_000)
  await cache.authenticate('a')
  await new Promise(setImmediate)
  const victim = cache.authenticate('b')
  await new Promise(setImmediate)
  assert.equal(asked(), askedFirst + 2, 'asked anew')
  refuse('api_key_revoked')
  release()
  await Promise.allSettled([before, victim])
  await assert.rejects(async () => victim, { code: 'api_key_revoked' })
})

test('after five minutes without a question nothing is believed, since auth forgets what changed', async () => {
  const { cache, clock, asked, askedForChanges, meet } = start()
  await meet('a')
  const askedFirst = asked()
  clock.advance(300_001)
  await cache.authenticate('a')
  await cache.authenticate('a')
  assert.equal(asked(), askedFirst + 1)
  await new Promise(setImmediate)
  assert.equal(askedForChanges().at(-1), '')
})
