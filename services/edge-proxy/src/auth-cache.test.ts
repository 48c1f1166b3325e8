import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError, type ErrorCode } from '@mtg/errors'
import { createFakeClock, createMetrics } from '@mtg/runtime'
import { createAuthCache } from './auth-cache.ts'
import type { Principal } from './clients/auth.ts'

const principal: Principal = { buyerId: 'buyer', keyId: 'key', scope: '', expiresAtMs: 0 }

/** Auth answers as it is told, each answer when the test lets it go. */
function start(expiresAtMs = 0) {
  const clock = createFakeClock(1_000)
  let isPushConnected = true
  let refusal: ErrorCode | undefined
  let asked = 0
  let gate = Promise.resolve()
  const client = {
    async authenticate() {
      asked += 1
      await gate
      if (refusal !== undefined) throw appError(refusal)
      return { ...principal, expiresAtMs }
    },
    close() {},
  }
  const cache = createAuthCache({
    client,
    clock,
    metrics: createMetrics('test'),
    isPushConnected: () => isPushConnected,
    entriesMax: 3,
    ttlMs: 5_000,
    ttlWithoutPushMs: 1_000,
  })
  return {
    clock,
    cache,
    asked: () => asked,
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
  clock.advance(4_999)
  await cache.authenticate('a')
  assert.equal(asked(), 1)
  clock.advance(1)
  await cache.authenticate('a')
  assert.equal(asked(), 2)
})

test('a caller is known for one second only while no invalidations arrive', async () => {
  const { cache, clock, asked, disconnectPush } = start()
  await cache.authenticate('a')
  disconnectPush()
  clock.advance(1_000)
  await cache.authenticate('a')
  assert.equal(asked(), 2)
})

test('an access token is never known beyond its expiry', async () => {
  const { cache, clock, asked } = start(3_000)
  await cache.authenticate('a')
  clock.advance(2_000)
  await cache.authenticate('a')
  assert.equal(asked(), 2)
})

test('a revoked key or suspended buyer is forgotten at once', async () => {
  for (const [kind, id] of [
    ['key', 'key'],
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
  for (let turn = 0; turn < 5; turn += 1)
    await assert.rejects(async () => cache.authenticate('a'), { code: 'api_key_invalid' })
  assert.equal(asked(), 1)
  clock.advance(1_000)
  refuse('internal_error')
  for (let turn = 0; turn < 2; turn += 1)
    await assert.rejects(async () => cache.authenticate('a'), { code: 'internal_error' })
  assert.equal(asked(), 3)
})

test('a flood of credentials pushes out the oldest, and memory stays bounded', async () => {
  const { cache, asked } = start()
  for (const credential of ['a', 'b', 'c', 'd']) await cache.authenticate(credential)
  await cache.authenticate('a')
  assert.equal(asked(), 5)
})
