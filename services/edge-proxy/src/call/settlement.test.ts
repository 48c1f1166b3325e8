import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError, type ErrorCode } from '@mtg/errors'
import { createLogger } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import type { BillingClient } from '../clients/billing.ts'
import { Settlement } from './settlement.ts'

const call = { callId: 'call', buyerId: 'buyer' }

/** Billing takes the price, or refuses to, when the test says so. */
function start() {
  const clock = createFakeClock(1_000)
  let asked = Promise.withResolvers<bigint>()
  const billing = {
    capture: () => asked.promise,
    captureAgain: async () => 5n,
    releaseAgain: async () => {},
  } as unknown as BillingClient
  const log = createLogger({ service: 'test', level: 'silent' })
  return {
    clock,
    settlement: new Settlement({ billing, clock, log, random: () => -0.5 }),
    answer: () => {
      asked.resolve(5n)
      asked = Promise.withResolvers()
    },
    refuse: (code: ErrorCode) => {
      asked.reject(appError(code))
      asked = Promise.withResolvers()
    },
  }
}

test('a capture that takes long casts doubt on the next, until it is done', async () => {
  const { settlement, clock, answer } = start()
  assert.ok(settlement.isSteady())
  const slow = settlement.capture(call, 0)
  clock.advance(200)
  const quick = settlement.capture(call, 0)
  assert.ok(settlement.isSteady())
  clock.advance(50)
  assert.ok(!settlement.isSteady())
  answer()
  assert.deepEqual(await Promise.all([slow, quick]), [5n, 5n])
  assert.ok(settlement.isSteady())
})

test('a capture that fails casts doubt on the next for a second, unless it fails for what is its own', async () => {
  const { settlement, clock, refuse } = start()
  const resolved = settlement.capture(call, 0)
  refuse('reservation_resolved')
  await assert.rejects(resolved, { code: 'internal_error' })
  assert.ok(settlement.isSteady())
  const failing = settlement.capture(call, 0)
  refuse('database_error')
  assert.equal(await failing, 5n)
  assert.ok(!settlement.isSteady())
  clock.advance(1_000)
  assert.ok(settlement.isSteady())
})
