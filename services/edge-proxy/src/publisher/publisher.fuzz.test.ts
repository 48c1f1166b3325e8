import assert from 'node:assert/strict'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createLimitRefusals } from '../limits/limit-refusals.ts'
import { readHead } from './answer-head.ts'
import { headersForBuyer } from './headers.ts'
import { createSender } from './sender.ts'

const name = fc.oneof(
  fc.constantFrom('content-type', 'content-encoding', 'cache-control', 'mcp-session-id', 'set-cookie', '__proto__'),
  fc.stringMatching(/^mcp-[a-z0-9!#$%&'*+.^_`|~-]{0,80}$/),
  fc.stringMatching(/^[a-z-]{1,20}$/),
)
const latin1 = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code)),
  maxLength: 1_500,
})
const value = fc.oneof(
  latin1,
  fc.constantFrom('application/json', 'text/event-stream'),
  fc.array(latin1, { maxLength: 3 }),
)
const headerList = fc.array(fc.tuple(name, value), { maxLength: 60 }).map(all => Object.fromEntries(all))

test("whatever headers a publisher's answer has, it is read or refused, and what passes is short and can be sent", async t => {
  const property = fc.property(headerList, fc.integer({ min: 200, max: 999 }), (headers, status) => {
    const reading = readHead(status, headers, Object.keys(headers).length)
    if (reading.kind === 'fault') assert.ok(reading.detail.length <= 100)
    else assert.ok(status === 200 || (status >= 400 && status < 600))
    const passed = Object.entries(headersForBuyer(headers, 'id', 'application/json'))
    assert.ok(passed.length <= 19)
    for (const [key, text] of passed) {
      validateHeaderName(key)
      validateHeaderValue(key, String(text))
      assert.ok(typeof text === 'string' && text.length <= 1_024 && key.length <= 64)
    }
    assert.equal(passed.find(([key]) => key === 'content-type')?.[1], 'application/json')
  })
  await fuzz(t, 1_000, property)
})

const host = fc.oneof(
  fc.constantFrom('127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '169.254.169.254'),
  fc.ipV4(),
  fc.stringMatching(/^[0-9.%@:/\\[\]-]{0,30}$/),
)
const upstreamUrl = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'ftp://', 'javascript:', '//', ''),
    host,
    fc.constantFrom('', ':1', ':0', ':99999', ':x'),
    fc.string({ maxLength: 40 }),
  )
  .map(parts => parts.join(''))

test('whatever an upstream URL is, a call to it fails by itself and leaves nothing behind', async t => {
  const sender = createSender({
    // Nothing of this may reach a network.
    guard: { permits: () => false },
    clock: systemClock,
    connectTimeoutMs: 50,
    limits: {
      connectionsMax: 50,
      publisherConnectionsMax: 50,
      appConnectionsMax: 50,
      idleConnectionsMax: 0,
      appIdleConnectionsMax: 0,
    },
  })
  const refusals = createLimitRefusals(createMetrics('test'))
  const answerBytes = createByteBudget({ limit: 'answer_bytes', bytesMax: 1_000_000, refusals })
  const limits = {
    firstByteMs: 100,
    idleMs: 100,
    totalMs: 200,
    isEndless: false,
    answerBytesMax: 1_000,
    streamBytesMax: 1_000,
  }
  const lane = { app: 'acme/search', publisher: 'acme', buyerId: 'ada' }
  const property = fc.asyncProperty(upstreamUrl, async url => {
    try {
      await sender.open({ url, lane, headers: [], body: Buffer.from('{}'), limits, answerBytes }).answer
      assert.fail(`${url} has answered`)
    } catch (thrown) {
      assert.ok(thrown instanceof Error && thrown.name !== 'AssertionError', String(thrown))
    }
  })
  await fuzz(t, 60, property)
  await sender.close()
  assert.equal(answerBytes.held(), 0)
})
