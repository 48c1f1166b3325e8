import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@mtg/errors'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { atOnce, defaultLimits } from '../../../test/adapters.ts'
import type { Call } from '../adapter.ts'
import { mcpAdapter } from './adapter.ts'
import { metaKeys } from './version.ts'

const META = {
  [metaKeys.protocolVersion]: '2026-07-28',
  [metaKeys.clientCapabilities]: {},
  [metaKeys.clientInfo]: { name: 'test', version: '1' },
}
const headersFor = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
})
const toolCall = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'add', arguments: { x: 1 } } }
const published = { ...toolCall, id: 0, params: { ...toolCall.params, _meta: META } }

const bodyOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

function parse(headers: Record<string, string>, body: unknown): Call {
  const parsed = atOnce(mcpAdapter.parse(headers, bodyOf(body), defaultLimits()))
  assert.equal(parsed.kind, 'call')
  return parsed
}

function codeOf(headers: Record<string, string>, body: unknown): string {
  try {
    return atOnce(mcpAdapter.parse(headers, bodyOf(body), defaultLimits())).kind
  } catch (thrown) {
    assert.ok(thrown instanceof AppError, String(thrown))
    return thrown.code
  }
}

test("the specification's header rules hold for a caller without namespaced _meta", async t => {
  const all = headersFor('tools/call', 'add')
  const without = (name: string) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))
  const list = { jsonrpc: '2.0', id: 'a', method: 'tools/list' }
  const withMeta = (meta: object) => ({ ...toolCall, params: { ...toolCall.params, _meta: meta } })
  const cases: [name: string, headers: Record<string, string>, body: unknown, code: string][] = [
    ['all three headers', all, toolCall, 'call'],
    ['no MCP-Protocol-Version', without('mcp-protocol-version'), toolCall, 'invalid_request'],
    ['no Mcp-Method', without('mcp-method'), toolCall, 'invalid_request'],
    ['no Mcp-Name', without('mcp-name'), toolCall, 'invalid_request'],
    ['no Mcp-Name with a list method', headersFor('tools/list'), list, 'invalid_request'],
    ['the method as Mcp-Name of a list method', headersFor('tools/list', 'tools/list'), list, 'call'],
    ['an old version', { ...all, 'mcp-protocol-version': '2025-11-25' }, toolCall, 'UnsupportedProtocolVersion'],
    ['another version in bare _meta', all, withMeta({ protocolVersion: '2025-11-25' }), 'HeaderMismatch'],
    ['a version in bare _meta that is no string', all, withMeta({ protocolVersion: 1 }), 'HeaderMismatch'],
    ['the same version in bare _meta', all, withMeta({ protocolVersion: '2026-07-28' }), 'call'],
    ['another Mcp-Method', { ...all, 'mcp-method': 'tools/list' }, toolCall, 'HeaderMismatch'],
    ['another Mcp-Name', { ...all, 'mcp-name': 'sub' }, toolCall, 'HeaderMismatch'],
    ['Mcp-Method in another case', { ...all, 'mcp-method': 'Tools/Call' }, toolCall, 'HeaderMismatch'],
    ['an old version before another header', { 'mcp-protocol-version': '1' }, toolCall, 'UnsupportedProtocolVersion'],
  ]
  for (const [name, headers, body, code] of cases) await t.test(name, () => assert.equal(codeOf(headers, body), code))
})

test("the published revision's header rules hold for a caller with namespaced _meta", async t => {
  const list = { jsonrpc: '2.0', id: 0, method: 'tools/list', params: { _meta: META } }
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'lab://note/1', _meta: META } }
  const unicode = { ...published, params: { name: 'grüß', _meta: META } }
  const otherVersion = { ...published, params: { name: 'add', _meta: { ...META, [metaKeys.protocolVersion]: '1' } } }
  const cases: [name: string, headers: Record<string, string>, body: unknown, code: string][] = [
    ['no Mcp-Name with a list method', headersFor('tools/list'), list, 'call'],
    ['an Mcp-Name with a list method', headersFor('tools/list', 'tools/list'), list, 'call'],
    ['no Mcp-Name with tools/call', headersFor('tools/call'), published, 'invalid_request'],
    ['a resource by its URI', headersFor('resources/read', 'lab://note/1'), read, 'call'],
    ['another resource', headersFor('resources/read', 'lab://note/2'), read, 'HeaderMismatch'],
    ['a name in a sentinel', headersFor('tools/call', '=?base64?Z3LDvMOf?='), unicode, 'call'],
    ['a sentinel that is not canonical', headersFor('tools/call', '=?base64?Z3LDvMOf=?='), unicode, 'HeaderMismatch'],
    ['a sentinel that never ends', headersFor('tools/call', '=?base64?Z3LDvMOf'), unicode, 'HeaderMismatch'],
    ['another version in _meta', headersFor('tools/call', 'add'), otherVersion, 'HeaderMismatch'],
    ['an unknown method', headersFor('logging/setLevel'), { ...list, method: 'logging/setLevel' }, 'call'],
  ]
  for (const [name, headers, body, code] of cases) await t.test(name, () => assert.equal(codeOf(headers, body), code))
})

test('a body that is not one JSON-RPC request is refused', async t => {
  const headers = headersFor('tools/call', 'add')
  const cases: [name: string, body: unknown][] = [
    ['a batch', [toolCall]],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
    ['no id', { ...toolCall, id: undefined }],
    ['id null', { ...toolCall, id: null }],
    ['a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{"name":"add"}}'],
    ['an exponential id', '{"jsonrpc":"2.0","id":1e2,"method":"tools/call","params":{"name":"add"}}'],
    ['an object as id', { ...toolCall, id: {} }],
    ['no jsonrpc', { ...toolCall, jsonrpc: undefined }],
    ['jsonrpc 1.0', { ...toolCall, jsonrpc: '1.0' }],
    ['no method', { ...toolCall, method: undefined }],
    ['an unknown member', { ...toolCall, extra: 1 }],
    ['params as an array', { ...toolCall, params: [] }],
    ['_meta as a string', { ...toolCall, params: { name: 'add', _meta: 'x' } }],
    ['no tool name', { ...toolCall, params: {} }],
    ['a tool name that is no string', { ...toolCall, params: { name: 1 } }],
    ['a second method in another case', '{"jsonrpc":"2.0","id":"a","method":"tools/list","Method":"tools/call"}'],
    ['nothing', ''],
  ]
  for (const [name, body] of cases) await t.test(name, () => assert.equal(codeOf(headers, body), 'invalid_request'))
})

test('only tools/call is billable, and its price goes by the tool name of the body', () => {
  const call = parse(headersFor('tools/call', 'add'), toolCall)
  assert.deepEqual([call.billable, call.toolName, call.operation], [true, 'add', 'tools/call'])
  const get = { jsonrpc: '2.0', id: 'a', method: 'prompts/get', params: { name: 'p' } }
  const prompt = parse(headersFor('prompts/get', 'p'), get)
  assert.deepEqual([prompt.billable, prompt.toolName, prompt.name], [false, '', 'p'])
})

test('a notification needs no MCP headers', () => {
  assert.equal(codeOf({}, { jsonrpc: '2.0', method: 'notifications/cancelled', params: {} }), 'notification')
})

test('the body of a caller of the published revision is forwarded byte for byte', () => {
  const text = `{ "jsonrpc":"2.0","id":0, "method":"tools/call","params":${JSON.stringify(published.params)} }`
  assert.equal(parse(headersFor('tools/call', 'add'), text).upstream.body.toString(), text)
})

test('other callers gain the _meta that real servers demand, and nothing else changes', async t => {
  const bare = {
    protocolVersion: '2026-07-28',
    clientInfo: { name: 'me', version: '9' },
    clientCapabilities: { a: {} },
  }
  const cases: [name: string, params: object | undefined][] = [
    ['no params', undefined],
    ['empty params', {}],
    ['params', { name: 'x', arguments: { deep: [1, 2, { a: 'é' }] } }],
    ['empty _meta', { _meta: {} }],
    ['bare _meta', { cursor: 'c', _meta: { ...bare, progressToken: 7 } }],
  ]
  for (const [name, params] of cases) {
    await t.test(name, () => {
      const request = { jsonrpc: '2.0', id: 'a', method: 'x/y', ...(params === undefined ? {} : { params }) }
      const sent = JSON.parse(parse(headersFor('x/y', 'x/y'), request).upstream.body.toString())
      const { _meta: meta, ...rest } = sent.params
      const { _meta: before, ...restBefore } = (params ?? {}) as Record<string, unknown>
      assert.deepEqual(rest, restBefore)
      assert.equal(meta[metaKeys.protocolVersion], '2026-07-28')
      const own = before as typeof bare | undefined
      assert.deepEqual(meta[metaKeys.clientCapabilities], own?.clientCapabilities ?? {})
      assert.equal(meta[metaKeys.clientInfo].name, own?.clientInfo?.name ?? 'metered-tool-gateway')
      assert.deepEqual({ ...meta, ...own }, meta)
    })
  }
})

test('publishers get the protocol headers, Mcp-Param-* untouched, and no session', () => {
  const headers = {
    ...headersFor('tools/call', 'add'),
    'mcp-param-region': '=?base64?Zm9v?=',
    'mcp-session-id': 's',
    authorization: 'Bearer secret',
    cookie: 'a=b',
  }
  const { headers: sent } = parse(headers, toolCall).upstream
  assert.equal(sent['mcp-param-region'], '=?base64?Zm9v?=')
  assert.equal(sent['mcp-name'], 'add')
  for (const name of ['mcp-session-id', 'authorization', 'cookie']) assert.equal(sent[name], undefined)
})

test('a name that no header can carry is sent to the publisher in a sentinel', () => {
  const request = { ...toolCall, params: { name: 'grüß' } }
  const raw = Buffer.from('grüß').toString('latin1')
  assert.equal(parse(headersFor('tools/call', raw), request).upstream.headers['mcp-name'], '=?base64?Z3LDvMOf?=')
})

test('what an answer is worth', async t => {
  const result = (value: object) => ({ jsonrpc: '2.0', id: 'a', result: value })
  const cases: [name: string, answer: unknown, charged: boolean | 'publisher_error'][] = [
    ['a complete result', result({ resultType: 'complete', content: [] }), true],
    ['a result of an earlier draft', result({ content: [] }), true],
    ['half an emoji in the result', '{"jsonrpc":"2.0","id":"a","result":{"content":"\\ud83d"}}', true],
    ['input_required', result({ resultType: 'input_required' }), false],
    ['another result type', result({ resultType: 'other' }), false],
    ['a task', result({ resultType: 'task', taskId: 't', ttlMs: null }), false],
    ['a task without an id', result({ resultType: 'task' }), 'publisher_error'],
    ['a JSON-RPC error', { jsonrpc: '2.0', id: 'a', error: { code: -32602, message: 'x' } }, false],
    ['a JSON-RPC error without id', { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'x' } }, false],
    ['isError', result({ resultType: 'complete', isError: true }), false],
    ['an answer to another request', { jsonrpc: '2.0', id: 'b', result: {} }, 'publisher_error'],
    ['a result without id', { jsonrpc: '2.0', result: {} }, 'publisher_error'],
    ['result and error', { ...result({}), error: {} }, 'publisher_error'],
    ['a result that is no object', { jsonrpc: '2.0', id: 'a', result: 1 }, 'publisher_error'],
    ['a notification', { jsonrpc: '2.0', method: 'x' }, 'publisher_error'],
    ['another protocol', { hello: 1 }, 'publisher_error'],
    ['an array', [result({})], 'publisher_error'],
    ['no JSON', '<html>', 'publisher_error'],
    ['nothing', '', 'publisher_error'],
  ]
  const call = parse(headersFor('tools/call', 'add'), toolCall)
  for (const [name, answer, expected] of cases) {
    await t.test(name, () => {
      const judge = () => atOnce(call.judge(bodyOf(answer), { chargeToolErrors: false }))
      if (expected === 'publisher_error') assert.throws(judge, { code: 'publisher_error' })
      else assert.equal(judge().charged, expected)
    })
  }
  await t.test('isError where the publisher charges for it', () => {
    assert.ok(atOnce(call.judge(bodyOf(result({ isError: true })), { chargeToolErrors: true })).charged)
  })
})

test('ids are matched by value: escapes and rounded integers are no mismatch', () => {
  const text = '{"jsonrpc":"2.0","id":"\\u0061","method":"tools/call","params":{"name":"add"}}'
  const call = parse(headersFor('tools/call', 'add'), text)
  assert.ok(atOnce(call.judge(bodyOf({ jsonrpc: '2.0', id: 'a', result: {} }), { chargeToolErrors: false })).charged)
  const long = parse(headersFor('tools/call', 'add'), text.replace('"\\u0061"', '12345678901234567890'))
  const answer = bodyOf('{"jsonrpc":"2.0","id":12345678901234567000,"result":{}}')
  assert.ok(atOnce(long.judge(answer, { chargeToolErrors: false })).charged)
})

test("the last event of a broken stream carries the request's own id", () => {
  const call = parse(headersFor('tools/call', 'add'), published)
  const event = call.errorEvent(new AppError('publisher_error'))
  const data = JSON.parse(event.split('data: ')[1] ?? '')
  assert.deepEqual([data.id, data.error.code, data.error.data.code], [0, -32603, 'publisher_error'])
  assert.ok(event.endsWith('\n\n'))
})

test("a publisher's JSON-RPC refusal passes through to clients of the published revision only", () => {
  const refusal = (id: unknown, code: number) => bodyOf({ jsonrpc: '2.0', id, error: { code, message: 'x' } })
  const modern = parse(headersFor('tools/call', 'add'), published)
  assert.equal(modern.translateRefusal(404, refusal(0, -32601)), undefined)
  assert.equal(modern.translateRefusal(404, refusal(1, -32601))?.code, 'publisher_client_error')
  assert.equal(modern.translateRefusal(404, bodyOf('not found'))?.status, 404)
  const other = parse(headersFor('tools/call', 'add'), toolCall)
  assert.equal(other.translateRefusal(404, refusal('a', -32601))?.code, 'publisher_client_error')
  assert.equal(other.translateRefusal(400, refusal('a', -32021))?.code, 'MissingRequiredClientCapability')
})

test('whatever is sent, parsing answers with a call or a 400, and a call is billed by what its body says', async context => {
  const text = JSON.stringify(toolCall)
  const mutation = fc.tuple(fc.nat(text.length), fc.nat(6), fc.string({ maxLength: 6, unit: 'binary' }))
  await fuzz(
    context,
    2000,
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), mutations => {
      let body = text
      for (const [at, removed, inserted] of mutations) body = body.slice(0, at) + inserted + body.slice(at + removed)
      const code = codeOf(headersFor('tools/call', 'add'), body)
      assert.ok(['call', 'notification', 'invalid_request', 'HeaderMismatch'].includes(code), code)
      if (code !== 'call') return
      assert.equal(JSON.parse(body).method, 'tools/call')
      assert.equal(JSON.parse(body).params.name, 'add')
    }),
  )
})
