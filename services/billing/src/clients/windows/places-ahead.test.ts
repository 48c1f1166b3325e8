import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { createLogger, createMetrics } from '@mtg/observability'
import { createFakeClock, systemClock } from '@mtg/primitives'
import { eventually, redisUrl } from '@mtg/testing'
import { Redis } from 'ioredis'
import type { WindowVerdict } from '../../domain/rate-windows.ts'
import { takePlacesAhead } from './places-ahead.ts'
import { openRateWindows } from './rate-windows.ts'

const ROOMY = { perMinute: 1_000_000n, perDay: 1_000_000n }
const PLACE: WindowVerdict = { isTaken: true, giveBack: () => {} }
const MINUTE_MS = 60_000
/** Five milliseconds apart, enough for anybody to count as steady. */
const CALLS = 60
const cleanups: (() => unknown)[] = []
after(async () => {
  for (const cleanup of cleanups) await cleanup()
})

function begin() {
  const clock = createFakeClock(MINUTE_MS)
  const ahead = takePlacesAhead(clock)
  const given: number[] = []
  return {
    clock,
    ahead,
    given,
    /** So many calls, so far apart. */
    callEvery: (pauseMs: number) => {
      for (let call = 0; call < CALLS; call += 1) {
        clock.advance(pauseMs)
        ahead.next('a')
      }
    },
    keep: (count: number) => ahead.keep('a', count, { place: PLACE, giveBack: back => void given.push(back) }),
  }
}

test('places are taken ahead for those who call without a pause in large windows, and by one question at a time', () => {
  const { ahead, callEvery, keep } = begin()
  callEvery(1000)
  assert.equal(ahead.wanted('a', ROOMY), 0)
  callEvery(0)
  assert.equal(ahead.wanted('a', ROOMY), 0)
  callEvery(5)
  assert.equal(ahead.wanted('a', { ...ROOMY, perMinute: 1000n }), 0)
  assert.equal(ahead.wanted('a', { ...ROOMY, perDay: 1000n }), 0)
  assert.ok(ahead.wanted('a', ROOMY) > 0)
  assert.equal(ahead.wanted('a', ROOMY), 0)
  keep(0)
  assert.ok(ahead.wanted('a', ROOMY) > 0)
})

test('what was taken ahead is used once, and what is left of it after a moment is given back', context => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { ahead, given, keep } = begin()
  keep(3)
  assert.equal(ahead.next('a'), PLACE)
  assert.equal(ahead.next('b'), undefined)
  context.mock.timers.tick(1000)
  assert.deepEqual(given, [2])
  assert.equal(ahead.next('a'), undefined)
  keep(1)
  assert.equal(ahead.next('a'), PLACE)
  assert.equal(ahead.next('a'), undefined)
  context.mock.timers.tick(1000)
  assert.deepEqual(given, [2])
})

test('a place that was taken in one minute is not used in the next, nor when Redis could not be asked since', () => {
  const { clock, ahead, given, keep } = begin()
  keep(3)
  clock.advance(MINUTE_MS)
  assert.equal(ahead.next('a'), undefined)
  assert.deepEqual(given, [3])
  keep(4)
  ahead.forget('a')
  assert.equal(ahead.next('a'), undefined)
  assert.deepEqual(given, [3, 4])
})

test('however places are taken, a day counts every call once in the end', async () => {
  // For this clock every call comes five milliseconds after the one before.
  let durationMs = 0
  const clock = { ...systemClock, monotonicMs: () => (durationMs += 5) }
  const log = createLogger({ service: 'windows-test', level: 'silent' })
  const [url, prefix] = [await redisUrl(), `${randomUUID()}:`]
  const metrics = createMetrics('windows-test')
  const windows = openRateWindows({ url, prefix, timeoutMs: 30_000, onFailure: 'deny', clock, log, metrics })
  const redis = new Redis(url)
  cleanups.push(
    () => windows.close(),
    () => redis.quit(),
  )
  await eventually(() => windows.check())
  // At midnight the window turns between two calls.
  await eventually(async () => {
    const buyerAndApp = randomUUID()
    const caller = async () => {
      for (let call = 0; call < 100; call += 1) assert.ok((await windows.take(buyerAndApp, ROOMY)).isTaken)
    }
    await Promise.all([caller(), caller(), caller()])
    const counted = () => redis.hget(`${prefix}rl:{${buyerAndApp}}`, 'dc')
    await eventually(async () => assert.equal(await counted(), '300'))
  })
})
