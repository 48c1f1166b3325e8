import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { createRefusalCounts } from '../shed-refusals.ts'
import { createRateRefusals } from './rate-refusals.ts'

const SEARCH = { username: 'acme', name: 'acme/search' }

function start() {
  const clock = createFakeClock()
  const counts = createRefusalCounts(createMetrics('test'))
  return { clock, refusals: createRateRefusals({ clock, refusals: counts, memoryMsMax: 60_000 }) }
}

test('a full window refuses until it ends, and says when that is', () => {
  const { clock, refusals } = start()
  refusals.remember('buyer', SEARCH, 30_000)
  clock.advance(10_500)
  assert.throws(() => refusals.check('buyer', SEARCH), { code: 'rate_limit_exceeded', message: /in 20 s\.$/ })
  clock.advance(19_500)
  assert.doesNotThrow(() => refusals.check('buyer', SEARCH))
})

test('other buyers and other apps are not refused', () => {
  const { refusals } = start()
  refusals.remember('buyer', SEARCH, 30_000)
  assert.doesNotThrow(() => refusals.check('other', SEARCH))
  assert.doesNotThrow(() => refusals.check('buyer', { ...SEARCH, name: 'acme/other' }))
})

test("a day's window is asked about again every minute: an upgrade raises the limit", () => {
  const { clock, refusals } = start()
  refusals.remember('buyer', SEARCH, 80_000_000)
  assert.throws(() => refusals.check('buyer', SEARCH), { message: /in 80000 s\.$/ })
  clock.advance(60_000)
  assert.doesNotThrow(() => refusals.check('buyer', SEARCH))
})

test('what may have changed for a buyer or an app is asked about again, and nothing else', () => {
  const { refusals } = start()
  for (const change of [{ buyerId: 'buyer' }, { publisher: 'acme' }, 'everything'] as const) {
    refusals.remember('buyer', SEARCH, 30_000)
    refusals.forget(change)
    assert.doesNotThrow(() => refusals.check('buyer', SEARCH))
  }
  refusals.remember('buyer', SEARCH, 30_000)
  refusals.forget({ buyerId: 'other' })
  refusals.forget({ publisher: 'bolt' })
  assert.throws(() => refusals.check('buyer', SEARCH), { code: 'rate_limit_exceeded' })
})
