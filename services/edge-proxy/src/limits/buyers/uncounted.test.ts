import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError } from '@mtg/errors'
import { createMetrics } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { createRefusalCounts } from '../shed-refusals.ts'
import { createUncountedRequests, isUncounted } from './uncounted.ts'

function start(perMinute = 3) {
  const clock = createFakeClock(5_000)
  const refusals = createRefusalCounts(createMetrics('test'))
  return { clock, uncounted: createUncountedRequests({ clock, refusals, perMinute }) }
}

test('a buyer who is refused too often waits for the minute to end, and nobody else does', () => {
  const { clock, uncounted } = start()
  for (let refusal = 0; refusal < 3; refusal += 1) {
    uncounted.check('ada')
    uncounted.count('ada', 0)
  }
  clock.advance(20_000)
  assert.throws(() => uncounted.check('ada'), { code: 'rate_limit_exceeded', message: /Try again in 40 s\.$/ })
  uncounted.check('bob')
  clock.advance(40_000)
  uncounted.check('ada')
})

test('a large body that was read for nothing counts for more', () => {
  const { uncounted } = start()
  uncounted.count('ada', 131_072)
  assert.throws(() => uncounted.check('ada'), { code: 'rate_limit_exceeded' })
})

test('what a rate window has counted, or we have failed at, does not count again', () => {
  for (const code of ['rate_limit_exceeded', 'insufficient_balance', 'internal_error', 'overloaded'] as const) {
    assert.equal(isUncounted(appError(code)), false, code)
  }
  for (const code of ['app_not_purchased', 'publisher_not_found', 'invalid_request', 'method_not_allowed'] as const) {
    assert.equal(isUncounted(appError(code)), true, code)
  }
  assert.ok(isUncounted(appError('rate_limit_exceeded', { detail: { remembered: true } })))
})
