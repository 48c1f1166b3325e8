import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { createRefusalCounts } from '../shed-refusals.ts'
import { createRateRefusals } from './rate-refusals.ts'

function start() {
  const clock = createFakeClock()
  const counts = createRefusalCounts(createMetrics('test'))
  return { clock, refusals: createRateRefusals({ clock, refusals: counts, memoryMsMax: 60_000 }) }
}

test('a full window refuses until it ends, and says when that is', () => {
  const { clock, refusals } = start()
  refusals.remember('buyer', 'acme/search', 30_000)
  clock.advance(10_500)
  assert.throws(() => refusals.check('buyer', 'acme/search'), { code: 'rate_limit_exceeded', message: /in 20 s\.$/ })
  clock.advance(19_500)
  assert.doesNotThrow(() => refusals.check('buyer', 'acme/search'))
})

test('other buyers and other apps are not refused', () => {
  const { refusals } = start()
  refusals.remember('buyer', 'acme/search', 30_000)
  assert.doesNotThrow(() => refusals.check('other', 'acme/search'))
  assert.doesNotThrow(() => refusals.check('buyer', 'acme/other'))
})

test("a day's window is asked about again every minute: an upgrade raises the limit", () => {
  const { clock, refusals } = start()
  refusals.remember('buyer', 'acme/search', 80_000_000)
  assert.throws(() => refusals.check('buyer', 'acme/search'), { message: /in 80000 s\.$/ })
  clock.advance(60_000)
  assert.doesNotThrow(() => refusals.check('buyer', 'acme/search'))
})

test('a changed catalogue forgets every refusal', () => {
  const { refusals } = start()
  refusals.remember('buyer', 'acme/search', 30_000)
  refusals.forgetAll()
  assert.doesNotThrow(() => refusals.check('buyer', 'acme/search'))
})
