import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { behaviours } from '@mtg/testing'
import { BUYER_ID } from './behind-state.ts'
import { type CallOptions, type EdgeUnderTest, startEdgeUnderTest } from './edge-under-test.ts'

const PER_MINUTE = 20
/** How often a place is free again: floods on a busy machine take longer. */
const REFILL_MS = 60_000 / PER_MINUTE
let edge: EdgeUnderTest

before(async () => {
  edge = await startEdgeUnderTest({
    STRANGER_FAILURES_PER_MINUTE: String(PER_MINUTE),
    VISITS_PER_MINUTE: String(PER_MINUTE),
    TRUST_FORWARDED_FOR: 'true',
  })
  edge.behind.buyerOf = credential => (credential.startsWith('vnb-sk-good') ? BUYER_ID : undefined)
})
after(() => edge.close())

const from = (address: string, key?: string): CallOptions => ({
  headers: { 'x-forwarded-for': address, authorization: key === undefined ? undefined : `Bearer ${key}` },
})

async function codeOf(options: CallOptions): Promise<string> {
  const { json, status } = await edge.call(options)
  return json.error?.code ?? String(status)
}

/** As many codes as there are requests, each counted. */
async function flood(count: number, optionsOf: (index: number) => CallOptions): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const code of await Promise.all(Array.from({ length: count }, (_, index) => codeOf(optionsOf(index))))) {
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** How many more than at once may have got through since `startedAtMs`. */
const refilledSince = (startedAtMs: number) => Math.ceil((performance.now() - startedAtMs) / REFILL_MS)

test('guesses of one address are refused early, and neither its known callers nor other addresses are', async () => {
  assert.equal(await codeOf(from('192.0.2.1', 'vnb-sk-good-neighbour')), '200')
  const startedAtMs = performance.now()
  await flood(PER_MINUTE, index => from('192.0.2.1', `vnb-sk-guess-${index}`))
  const asked = edge.behind.credentials.length
  const later = await flood(50, index => from('192.0.2.1', `vnb-sk-later-guess-${index}`))
  const refilled = refilledSince(startedAtMs)
  assert.ok((later.rate_limit_exceeded ?? 0) >= 50 - refilled, JSON.stringify(later))
  assert.ok(edge.behind.credentials.length <= asked + refilled, 'auth was not asked')
  assert.deepEqual(await flood(20, () => from('192.0.2.1', 'vnb-sk-good-neighbour')), { 200: 20 })
  assert.equal(await codeOf(from('192.0.2.2', 'vnb-sk-good-stranger')), '200')
})

test('requests without a credential, or with nonsense for one, count as well', async () => {
  const startedAtMs = performance.now()
  const counts = await flood(PER_MINUTE + 30, index => from('192.0.2.3', index % 2 === 0 ? undefined : 'nonsense'))
  const { api_key_missing: missing = 0, api_key_invalid: invalid = 0, rate_limit_exceeded: refused = 0 } = counts
  assert.equal(missing + invalid + refused, PER_MINUTE + 30, JSON.stringify(counts))
  assert.ok(missing >= 10 && invalid >= 10 && refused >= 30 - refilledSince(startedAtMs), JSON.stringify(counts))
  assert.equal(await codeOf(from('192.0.2.3', 'vnb-sk-good-neighbour')), '200')
})

test('callers who are good are never counted, however many they are', async () => {
  const counts = await flood(PER_MINUTE * 5, index => from('192.0.2.4', `vnb-sk-good-caller-${index}`))
  assert.deepEqual(counts, { 200: PER_MINUTE * 5 })
})

test('OAuth paths have a rate of their own per address', async () => {
  edge.publisher.behave(behaviours.reply(200, '{}'))
  const visit = (address: string) => edge.call({ ...from(address), path: '/oauth/token', method: 'GET' })
  const startedAtMs = performance.now()
  for (let count = 0; count < PER_MINUTE; count += 1) assert.equal((await visit('192.0.2.5')).status, 200)
  let refused = await visit('192.0.2.5')
  for (let left = refilledSince(startedAtMs); left > 0 && refused.status === 200; left -= 1) {
    refused = await visit('192.0.2.5')
  }
  assert.equal(refused.status, 429)
  assert.deepEqual(Object.keys(refused.json), ['error', 'error_description'])
  assert.equal((await visit('192.0.2.6')).status, 200)
  edge.publisher.behave(behaviours.wellBehaved())
  assert.equal(await codeOf(from('192.0.2.5', 'vnb-sk-good-neighbour')), '200')
})
