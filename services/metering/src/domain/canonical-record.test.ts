import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { usageEvent } from '../../test/harness.ts'
import { readCanonicalRecord } from './canonical-record.ts'
import { parseUsageRecord, type UsageRecord } from './usage-record.ts'

const id = '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const ids = { callId: id, buyerId: id, keyId: id, purchaseId: id, appId: id }
const event = usageEvent({ ...ids, occurredAt: '2026-11-21T05:00:00.123Z' })

function parsed(candidate: unknown): UsageRecord | undefined {
  try {
    return parseUsageRecord(candidate)
  } catch {
    return undefined
  }
}

test('what an edge writes is read without the schema', () => {
  for (const overrides of [{}, { keyId: '' }, { name: '' }, { adapter: 'llm', tier: 'free' }, { traceparent: 'x' }]) {
    const candidate = { ...event, ...overrides }
    assert.deepEqual(readCanonicalRecord(candidate), parseUsageRecord(candidate))
  }
})

const strange = fc.oneof(
  fc.constantFrom('', '\0', 'A', id.toUpperCase(), `${id} `, 'a2a', 'gold', null, undefined, true, {}, [], [id]),
  fc.constantFrom('x'.repeat(200), 'x'.repeat(201), 'x'.repeat(1024), 'x'.repeat(1025)),
  fc.constantFrom('2026-02-28T23:59:59Z', '2026-02-29T00:00:00.000Z', '2026-11-21T05:00:00+01:00', '2026-11-21', '0Z'),
  fc.constantFrom('1'.repeat(12), '1'.repeat(13), '1'.repeat(16), '-1', '+1', '1.5', '1e3', '0x1', ' 1', '00'),
  fc.constantFrom(0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 10 ** 15, Number.NaN, Number.POSITIVE_INFINITY, -0),
  fc.string(),
  fc.integer(),
)

test('it reads nothing that the schema refuses, and reads the rest alike', async context => {
  const fields = fc.constantFrom(...Object.keys(event))
  await fuzz(
    context,
    3000,
    fc.property(fields, strange, (field, value) => {
      const candidate = { ...event, [field]: value }
      const read = readCanonicalRecord(candidate)
      if (read !== undefined) assert.deepEqual(read, parsed(candidate))
    }),
  )
})
