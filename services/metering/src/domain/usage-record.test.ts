import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@mtg/errors'
import { parseUsageRecord } from './usage-record.ts'

const id = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-7${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`

const event = {
  callId: id('a').toUpperCase(),
  occurredAt: '2026-11-21T05:00:00.123Z',
  buyerId: id('b'),
  keyId: '',
  purchaseId: id('c'),
  appId: id('d'),
  publisherUsername: 'acme',
  appName: 'search',
  adapter: 'llm',
  operation: 'chat/completions',
  name: '',
  tier: 'free',
  chargedMicros: '0',
  totalTokens: 42,
  durationMs: 0,
}

const codeOf = (candidate: unknown) => {
  try {
    parseUsageRecord(candidate)
    return 'accepted'
  } catch (thrown) {
    assert.ok(thrown instanceof AppError)
    return thrown.code
  }
}

test('a record is read with its money as a bigint and its ids as the database gives them back', () => {
  const record = parseUsageRecord({ ...event, chargedMicros: '9007199254740' })
  assert.equal(record.callId, id('a'))
  assert.equal(record.keyId, null)
  assert.equal(record.chargedMicros, 9_007_199_254_740n)
  assert.equal(record.totalTokens, 42n)
})

test('unknown fields of a newer sender are ignored', () => {
  assert.equal(codeOf({ ...event, region: 'eu' }), 'accepted')
})

test('A2A metering is protocol_not_supported, whatever else is wrong', () => {
  assert.equal(codeOf({ ...event, adapter: 'a2a' }), 'protocol_not_supported')
  assert.equal(codeOf({ adapter: 'a2a' }), 'protocol_not_supported')
})

test('a time that is absent or unreadable is invalid_timestamp', () => {
  for (const occurredAt of [undefined, '', 'now', 17, '2026-13-01T00:00:00Z', '2026-11-21']) {
    assert.equal(codeOf({ ...event, occurredAt }), 'invalid_timestamp', String(occurredAt))
  }
})

test('any other fault is invalid_record', () => {
  const faults: Record<string, unknown>[] = [
    { callId: 'x' },
    { buyerId: undefined },
    { adapter: 'soap' },
    { tier: 'gold' },
    { chargedMicros: '-1' },
    { chargedMicros: '1.5' },
    { chargedMicros: '1e3' },
    { chargedMicros: '9'.repeat(18) },
    { totalTokens: -1 },
    { totalTokens: 1.5 },
    { durationMs: 2 ** 31 },
    { durationMs: Number.NaN },
    { publisherUsername: '' },
    { callId: 'x', occurredAt: 'now' },
  ]
  for (const fault of faults) assert.equal(codeOf({ ...event, ...fault }), 'invalid_record', JSON.stringify(fault))
  for (const candidate of [undefined, null, 7, 'text', [], {}]) assert.equal(codeOf(candidate), 'invalid_record')
})

test('a call with an odd or huge name gets its record all the same, under as much of that name as can be kept', () => {
  assert.equal(parseUsageRecord({ ...event, name: 'a\0b' }).name, 'a\uFFFDb')
  assert.equal(parseUsageRecord({ ...event, name: 'x'.repeat(500_000) }).name, 'x'.repeat(256))
  assert.equal(parseUsageRecord({ ...event, name: 'a\uD800' }).name, 'a\uFFFD')
})
