import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort, type RunningServer, removeServerData, startRedis } from '@mtg/embedded'
import { eventually } from '@mtg/testing'
import { Redis } from 'ioredis'
import { callTo, codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

/** A quarter of a second for Redis; the rest is what a busy machine may add, and far less than what callers wait for billing. */
const ANSWER_MS_MAX = 250 + 4_750

const dir = mkdtempSync(join(tmpdir(), 'mtg-redis-'))
let redis: RunningServer
let system: Harness

before(async () => {
  redis = await startRedis({ dir, port: await freePort() })
  system = await startHarness({ env: { REDIS_URL: redis.url } })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
})
after(async () => {
  await system?.stop()
  await redis?.stop()
  removeServerData(dir)
  rmSync(dir, { recursive: true, force: true })
})

const call = (buyerId: string) => codeOf(system.reserve({ ...callTo('acme/search'), buyerId }))

test('while Redis is silent calls are refused with redis_error, at once and for nothing; afterwards they go on', async () => {
  const buyerId = await system.buyer(100_000n)
  assert.equal(await call(buyerId), 'admitted')
  process.kill(redis.pid, 'SIGSTOP')
  try {
    for (let round = 0; round < 3; round += 1) {
      const startedAt = performance.now()
      assert.equal(await call(buyerId), 'redis_error')
      assert.ok(performance.now() - startedAt < ANSWER_MS_MAX, `${performance.now() - startedAt} ms`)
    }
    assert.deepEqual((await system.wallet(buyerId)).held, 2000n)
  } finally {
    process.kill(redis.pid, 'SIGCONT')
  }
  await eventually(async () => assert.equal(await call(buyerId), 'admitted'))
})

test('a Redis that has lost its functions and counters gets the functions again', async () => {
  const client = new Redis(redis.url)
  await client.call('FUNCTION', 'FLUSH')
  await client.flushall()
  await client.quit()
  const buyerId = await system.buyer(100_000n)
  const codes = await Promise.all(Array.from({ length: 20 }, () => call(buyerId)))
  assert.deepEqual(new Set(codes), new Set(['admitted']))
})

for (const [mode, expected] of [
  ['deny', ['redis_error', 'redis_error', 'redis_error']],
  ['local', ['admitted', 'admitted', 'rate_limit_exceeded']],
  ['allow', ['admitted', 'admitted', 'admitted']],
] as const) {
  test(`without Redis, RATE_LIMIT_ON_REDIS_ERROR=${mode} answers ${expected.join(', ')}`, async () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_ON_REDIS_ERROR: mode }
    const alone = await startHarness({ env })
    try {
      await alone.catalog.ApplyCatalog({ publishers }, LIMITS)
      // In the last seconds of a minute the window may turn between two calls.
      await eventually(async () => {
        const buyerId = await alone.buyer(0n, { app: 'acme/tight', tier: 'TIER_FREE' })
        const codes: string[] = []
        for (let round = 0; round < 3; round += 1) {
          codes.push(await codeOf(alone.reserve({ ...callTo('acme/tight'), buyerId })))
        }
        assert.deepEqual(codes, expected)
      })
      assert.deepEqual(await alone.breaches(), [])
    } finally {
      await alone.stop()
    }
  })
}
