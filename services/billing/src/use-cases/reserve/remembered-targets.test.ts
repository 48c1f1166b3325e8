import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asBuyerId, asPublisherId, asPurchaseId, uuidv7 } from '@mtg/primitives'
import type { ResolvedTarget } from '../../domain/call.ts'
import { createRememberedTargets } from './remembered-targets.ts'

const TARGET = { buyerId: asBuyerId(uuidv7(0)), username: 'acme', appName: 'search' }
const publisherId = asPublisherId(uuidv7(0))
const CALLABLE: ResolvedTarget = {
  publisher: { id: publisherId, isSuspended: false, apiKeySealed: Buffer.alloc(1) },
  purchase: { id: asPurchaseId(uuidv7(0)), tier: 'paid', status: 'active', isMeterExpired: false },
  limits: { perMinute: 1n, perDay: 1n },
}

test('what may be called is remembered for its time, and not longer', () => {
  const remembered = createRememberedTargets(() => 100)
  remembered.remember(TARGET, CALLABLE, { atMs: 1000, mark: remembered.mark() })
  assert.equal(remembered.find(TARGET, 1099), CALLABLE)
  assert.equal(remembered.find(TARGET, 1100), undefined)
})

test('a refusal is not remembered, and takes the place of what let calls through', () => {
  const remembered = createRememberedTargets(() => 100)
  const read = { atMs: 1000, mark: remembered.mark() }
  remembered.remember(TARGET, CALLABLE, read)
  remembered.remember(
    TARGET,
    { ...CALLABLE, publisher: { id: publisherId, isSuspended: true, apiKeySealed: null } },
    read,
  )
  assert.equal(remembered.find(TARGET, 1000), undefined)
})

for (const [of, change] of [
  ['its buyer’s', { buyerId: TARGET.buyerId }],
  ['its publisher’s', { publisher: TARGET.username }],
  ['anybody’s', 'everything'],
] as const) {
  test(`what was read before a change is not believed after it: ${of}`, () => {
    const remembered = createRememberedTargets(() => 100)
    const read = { atMs: 1000, mark: remembered.mark() }
    remembered.remember(TARGET, CALLABLE, read)
    remembered.forget(change)
    assert.equal(remembered.find(TARGET, 1000), undefined)
    remembered.remember(TARGET, CALLABLE, read)
    assert.equal(remembered.find(TARGET, 1000), undefined)
    remembered.remember(TARGET, CALLABLE, { atMs: 1000, mark: remembered.mark() })
    assert.equal(remembered.find(TARGET, 1000), CALLABLE)
  })
}

test('what changes for other buyers and publishers leaves everything as it is', () => {
  const remembered = createRememberedTargets(() => 100)
  const read = { atMs: 1000, mark: remembered.mark() }
  const other = { ...TARGET, buyerId: asBuyerId(uuidv7(0)) }
  remembered.remember(TARGET, CALLABLE, read)
  for (let count = 0; count < 1_000; count += 1) {
    remembered.forget({ buyerId: other.buyerId })
    remembered.forget({ publisher: 'bolt' })
  }
  assert.equal(remembered.find(TARGET, 1000), CALLABLE)
  remembered.remember(other, CALLABLE, { atMs: 1000, mark: remembered.mark() })
  remembered.forget({ buyerId: TARGET.buyerId })
  assert.deepEqual([remembered.find(TARGET, 1000), remembered.find(other, 1000)], [undefined, CALLABLE])
})

test('what calls go by is read again beside one of them, before its time is over', () => {
  const remembered = createRememberedTargets(() => 100)
  remembered.remember(TARGET, CALLABLE, { atMs: 1000, mark: remembered.mark() })
  assert.deepEqual(
    [1059, 1060, 1061, 1080].map(nowMs => remembered.claimRenewal(TARGET, nowMs)),
    [false, true, false, true],
  )
  assert.equal(remembered.find(TARGET, 1080), CALLABLE)
})
