import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, defaultLimits } from '../../../test/adapters.ts'
import type { MessageLimitName } from '../message-limits.ts'
import { mcpAdapter } from './adapter.ts'

const headersFor = (method: string, name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  'mcp-name': name,
})
const toolCall = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'add', arguments: { x: 1 } } }

const bodyOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

function parse(headers: Record<string, string>, body: unknown) {
  const parsed = atOnce(mcpAdapter.parse(headers, bodyOf(body), defaultLimits()))
  assert.equal(parsed.kind, 'call')
  return parsed
}

test('what is too large or odd to be passed on is refused, with the limit in words, and counted', async t => {
  const with_ = (change: object) => ({ ...toolCall, ...change })
  const long = (length: number) => 'x'.repeat(length)
  const named = (name: string) => with_({ params: { name } })
  const keys = Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`key ${index}`, 0]))
  const cases: [name: string, body: unknown, reason: RegExp, limit?: MessageLimitName][] = [
    ['an id of 65 characters', with_({ id: long(65) }), /at most 64 characters in "id"/, 'message_id'],
    ['a megabyte of id', with_({ id: long(1_000_000) }), /at most 64 characters in "id"/, 'message_id'],
    ['an id of 65 digits', JSON.stringify(toolCall).replace('"a"', '9'.repeat(65)), /at most 64/, 'message_id'],
    ['a method of 257 bytes', with_({ method: long(257) }), /at most 256 bytes in "method"/, 'message_name'],
    ['a tool of 257 bytes', named(`${long(255)}é`), /at most 256 bytes in "params.name"/, 'message_name'],
    ['a method with a line feed', with_({ method: 'tools/call\n' }), /no control characters in "method"/],
    ['a NUL in a tool name', named('add\0'), /no control characters in "params.name"/],
    [
      'a resource of 2,049 bytes',
      with_({ method: 'resources/read', params: { uri: long(2049) } }),
      /2048/,
      'message_name',
    ],
    ['257 keys', with_({ params: { ...toolCall.params, ...keys } }), /more than 256 keys/, 'message_keys'],
    ['257 keys in _meta', with_({ params: { name: 'add', _meta: keys } }), /more than 256 keys/, 'message_keys'],
    ['65 levels', `{"params":${'{"a":'.repeat(100)}`, /more than 64 levels/, 'message_depth'],
  ]
  for (const [name, body, reason, limit] of cases) {
    await t.test(name, async () => {
      const exceeded: MessageLimitName[] = []
      const parsing = async () =>
        await mcpAdapter.parse(headersFor('tools/call', 'add'), bodyOf(body), defaultLimits(exceeded))
      await assert.rejects(parsing, { code: 'invalid_request', message: reason })
      assert.deepEqual(exceeded, limit === undefined ? [] : [limit])
    })
  }
})

test('what is just small enough is taken', () => {
  for (const id of ['x'.repeat(64), 'é'.repeat(64), '"\\'.repeat(32)]) {
    const call = parse(headersFor('tools/call', 'add'), { ...toolCall, id })
    assert.ok(atOnce(call.judge(bodyOf({ jsonrpc: '2.0', id, result: {} }), { chargeToolErrors: false })).charged)
  }
  parse(headersFor('tools/call', 'add'), JSON.stringify(toolCall).replace('"a"', `-${'9'.repeat(64)}`))
  const name = 'n'.repeat(256)
  parse(headersFor('tools/call', name), { ...toolCall, params: { name } })
  const uri = `file:///${'u'.repeat(2000)}`
  parse(headersFor('resources/read', uri), { ...toolCall, method: 'resources/read', params: { uri } })
  const keys = Object.fromEntries(Array.from({ length: 255 }, (_, index) => [`key ${index}`, 0]))
  parse(headersFor('tools/call', 'add'), { ...toolCall, params: { name: 'add', ...keys } })
  const large = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key ${index}`, 0]))
  parse(headersFor('tools/call', 'add'), { ...toolCall, params: { name: 'add', arguments: large } })
})
