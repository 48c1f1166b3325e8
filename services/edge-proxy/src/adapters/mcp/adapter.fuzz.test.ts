import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@mtg/errors'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { atOnce, defaultLimits } from '../../../test/adapters.ts'
import { mcpAdapter } from './adapter.ts'

const names = fc.oneof(
  fc.constantFrom('add', 'add\0', 'a\nb', '', 'x'.repeat(257), 'é'.repeat(128), '\ud800', '=?base64?YQ==?='),
  fc.string({ unit: 'binary', maxLength: 10 }),
)
const ids = fc.oneof(
  fc.constantFrom('1', '-0', '1.5', '1e3', 'null', '{}', '""', '9'.repeat(64), '9'.repeat(65), `"${'x'.repeat(65)}"`),
  fc.string({ unit: 'binary', maxLength: 70 }).map(text => JSON.stringify(text)),
)
const methods = fc.oneof(
  fc.constantFrom(
    'tools/call',
    'prompts/get',
    'resources/read',
    'tools/list',
    'subscriptions/listen',
    'notifications/x',
  ),
  names,
)
const params = fc.oneof(
  fc.record(
    { name: names, uri: names, arguments: fc.jsonValue(), _meta: fc.dictionary(names, fc.jsonValue()) },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)
/** A list of headers as Node hands it over: latin1 values, now and then a list. */
const headers = fc.dictionary(
  fc.oneof(
    fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-param-x', 'mcp-session-id', 'mcp-'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  ),
  fc.oneof(names, fc.constantFrom('2026-07-28', 'tools/call', '=?base64?!?=', '=?base64?/w==?=')),
  { noNullPrototype: true },
)

test('whatever body and headers say, the answer is a call, a notification or a 400, and a call is what its body says', async t => {
  const requests = fc.record({
    id: fc.option(ids),
    method: methods,
    params: fc.option(params),
    headers,
    isHonest: fc.boolean(),
  })
  await fuzz(
    t,
    2000,
    fc.property(requests, ({ id, method, params: given, headers: sent, isHonest }) => {
      const members = [
        '"jsonrpc":"2.0"',
        ...(id === null ? [] : [`"id":${id}`]),
        `"method":${JSON.stringify(method)}`,
        ...(given === null ? [] : [`"params":${JSON.stringify(given)}`]),
      ]
      const { name, uri } = (given ?? {}) as { name?: string; uri?: string }
      const honest = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': name ?? uri ?? method }
      const body = Buffer.from(`{${members.join(',')}}`)
      try {
        const parsed = atOnce(mcpAdapter.parse({ ...sent, ...(isHonest ? honest : {}) }, body, defaultLimits()))
        assert.equal(parsed.operation, method)
        assert.ok(Buffer.byteLength(method) <= 256 && !/\p{Cc}/u.test(method))
        if (parsed.kind === 'notification') return
        assert.ok(Buffer.byteLength(parsed.toolName) <= 256 && !/\p{Cc}/u.test(parsed.name))
        assert.equal(parsed.billable, method === 'tools/call')
        const forwarded = JSON.parse(parsed.upstream.body.toString()) as { method: string; params?: { name?: string } }
        assert.equal(forwarded.method, method)
        if (parsed.billable) assert.equal(forwarded.params?.name, parsed.toolName)
        for (const value of Object.values(parsed.upstream.headers)) assert.equal(typeof value, 'string')
      } catch (thrown) {
        assert.ok(thrown instanceof AppError, String(thrown))
        assert.equal(thrown.status, 400, thrown.code)
      }
    }),
  )
})

test("whatever a publisher answers, it is worth something or is the publisher's error", async t => {
  const call = atOnce(
    mcpAdapter.parse(
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'add' },
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}'),
      defaultLimits(),
    ),
  )
  assert.equal(call.kind, 'call')
  const answers = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0', 2),
      id: fc.oneof(fc.constantFrom(1, '1', null), fc.jsonValue()),
      result: fc.oneof(
        fc.record({ resultType: fc.constantFrom('complete', 'input_required', 'x'), isError: fc.boolean() }),
        fc.jsonValue(),
      ),
      error: fc.oneof(fc.record({ code: fc.integer(), message: fc.string() }), fc.jsonValue()),
      method: fc.string(),
    },
    { requiredKeys: [] },
  )
  await fuzz(
    t,
    1500,
    fc.property(fc.oneof(answers, fc.jsonValue()), answer => {
      try {
        const { charged } = atOnce(call.judge(Buffer.from(JSON.stringify(answer)), { chargeToolErrors: false }))
        const { id, result } = answer as { id?: unknown; result?: { resultType?: unknown; isError?: unknown } }
        if (charged) {
          assert.ok(id === 1 && result?.isError !== true && (result?.resultType ?? 'complete') === 'complete')
        }
      } catch (thrown) {
        assert.ok(thrown instanceof AppError && thrown.code === 'publisher_error', String(thrown))
      }
    }),
  )
})
