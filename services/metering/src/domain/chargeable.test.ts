import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldLimits, isPlainText } from '@mtg/rpc'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { readCanonicalRecord } from './canonical-record.ts'
import { parseUsageRecord } from './usage-record.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.integer({ min: 0, max: 300 }).map(length => 'x'.repeat(length)),
)
/** What the checks of all services let a call bear. */
const name = anyText.filter(text => isPlainText(text, fieldLimits.nameBytesMax))
const named = name.filter(text => text !== '')

const charged = fc.record({
  callId: fc.uuid(),
  occurredAt: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map(date => date.toISOString()),
  buyerId: fc.uuid(),
  keyId: fc.oneof(fc.uuid(), fc.constant('')),
  purchaseId: fc.uuid(),
  appId: fc.uuid(),
  publisherUsername: named,
  appName: named,
  adapter: fc.constantFrom('mcp', 'llm'),
  operation: fc.constantFrom('tools/call', 'chat/completions'),
  name,
  tier: fc.constantFrom('free', 'paid'),
  chargedMicros: fc.bigInt({ min: 0n, max: fieldLimits.amountMicrosMax }).map(String),
  totalTokens: fc.bigInt({ min: 0n, max: fieldLimits.countMax }).map(String),
  durationMs: fc.nat(),
})

test('whatever a call may bear and cost, its usage record is accepted, read quickly or thoroughly', async context => {
  await fuzz(
    context,
    1000,
    fc.property(charged, event => {
      const parsed = parseUsageRecord(event)
      assert.equal(parsed.name, event.name)
      const quick = readCanonicalRecord(event)
      if (quick !== undefined) assert.deepEqual(quick, parsed)
    }),
  )
})
