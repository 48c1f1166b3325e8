import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { defaultLimits } from '../../../test/adapters.ts'
import * as strict from './scan.ts'
import { JsonFault, jsonOf, textOf, type WatchTree, watchFor } from './value.ts'

const scanObject = (bytes: Buffer, watch: WatchTree = {}) =>
  strict.scanObject(bytes, watchFor(watch), defaultLimits().scanRules)
const scan = (text: string) => scanObject(Buffer.from(text))
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const refusal = (bytes: Buffer): string => {
  try {
    scanObject(bytes)
  } catch (thrown) {
    assert.ok(thrown instanceof JsonFault)
    return thrown.message
  }
  return 'accepted'
}

test('members are found with the exact bytes of their values', () => {
  const bytes = Buffer.from(' {"id" : 007e , "x":1}'.replace('007e', '12345678901234567890123'))
  const root = scanObject(bytes)
  const id = root.members.get('id')
  assert.ok(id)
  assert.equal(jsonOf(bytes, id), '12345678901234567890123')
})

test('keys and strings are compared after their escapes are resolved', () => {
  const bytes = Buffer.from('{"m\\u0065thod":"tools\\/call"}')
  assert.equal(textOf(bytes, scanObject(bytes).members.get('method')), 'tools/call')
})

test('everything that two parsers could read differently is refused', async t => {
  const cases: [name: string, body: string | Buffer, reason: RegExp][] = [
    ['a key twice', '{"method":"a","method":"b"}', /twice/],
    ['a key in two cases', '{"method":"a","Method":"b"}', /twice/],
    ['a key twice by escape', '{"method":"a","m\\u0065thod":"b"}', /twice/],
    ['a long s for an s', '{"params":1,"param\u017f":2}', /twice/],
    ['a Kelvin sign for a k', '{"k":1,"\u212a":2}', /twice/],
    ['a key that a NUL ends for parsers in C', '{"name":1,"name\\u0000":2}', /twice/],
    ['the same, and more behind the NUL', '{"na\\u006de\\u0000x":1,"NAME":2}', /twice/],
    ['a dotted I for an i', '{"id":1,"\u0130d":2}', /twice/],
    ['a dotless i for an i', '{"id":1,"\u0131d":2}', /twice/],
    ['a key twice at the second level', '{"params":{"name":"a","NAME":"b"}}', /twice/],
    ['a byte order mark', '\ufeff{}', /byte order mark/],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/],
    ['an encoded surrogate', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/],
    ['an escaped lone high surrogate', '{"a":"\\ud800"}', /surrogate/],
    ['an escaped lone low surrogate', '{"a":"\\udc00"}', /surrogate/],
    ['surrogates in the wrong order', '{"a":"\\udc00\\ud800"}', /surrogate/],
    ['an array', '[{"method":"a"}]', /array/],
    ['a string', '"{}"', /object/],
    ['nothing', '', /object/],
    ['two documents', '{}{}', /after its end/],
    ['a trailing comma', '{"a":1,}', /JSON/],
    ['a leading zero', '{"a":01}', /JSON/],
    ['a comment', '{/**/}', /JSON/],
    ['a raw control character', '{"a":"\n"}', /JSON/],
    ['an unknown escape', '{"a":"\\x41"}', /JSON/],
    ['an unfinished string', '{"a":"', /JSON/],
    ['NaN', '{"a":NaN}', /JSON/],
    ['a bare minus', '{"a":-}', /JSON/],
    ['65 levels of arrays', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, /64 levels/],
    ['100,000 levels of objects', '{"a":'.repeat(100_000), /64 levels/],
  ]
  for (const [name, body, reason] of cases) {
    await t.test(name, () => assert.match(refusal(typeof body === 'string' ? Buffer.from(body) : body), reason))
  }
})

test('no byte of a string is passed over unseen, wherever it stands', () => {
  const special = ['\0', '\x1f', ' ', '"', '\\', '\\n', '\x7f', 'é', '\u{1f600}']
  for (const character of special) {
    for (let before = 0; before < 9; before += 1) {
      for (let behind = 0; behind < 9; behind += 1) {
        const value = `${'a'.repeat(before)}${character}${'~'.repeat(behind)}`
        const bytes = Buffer.from(`{"${value}":"${value}"}`)
        if (!isJson(bytes)) assert.notEqual(refusal(bytes), 'accepted', value)
        else assert.deepEqual(membersOf(bytes), JSON.parse(bytes.toString()), value)
      }
    }
  }
})

test('members read the same in a small document and in a large one', () => {
  const members = { method: 'tools/call', 'io.modelcontextprotocol/protocolVersion': '2026-07-28', naïve: 'a "word"' }
  for (const padding of [0, 16 * 1024, 1024 * 1024]) {
    const document = { ...members, padding: 'x'.repeat(padding) }
    assert.deepEqual(membersOf(Buffer.from(JSON.stringify(document))), document)
  }
})

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}

function membersOf(bytes: Buffer): Record<string, unknown> {
  const { members } = scanObject(bytes)
  return Object.fromEntries([...members].map(([key, value]) => [key, textOf(bytes, value)]))
}

test('64 levels are allowed', () => {
  assert.equal(refusal(Buffer.from(`{"a":${'['.repeat(63)}${']'.repeat(63)}}`)), 'accepted')
})

test('equal keys deeper down belong to the publisher', () => {
  assert.doesNotThrow(() => scan('{"params":{"arguments":{"a":1,"a":2,"A":3}}}'))
})

test('a watched object deeper down is recorded and checked', () => {
  const bytes = Buffer.from('{"params":{"_meta":{"v":"1"}}}')
  const root = scanObject(bytes, { params: { _meta: {} } })
  const meta = root.members.get('params')?.members?.get('_meta')
  assert.equal(textOf(bytes, meta?.members?.get('v')), '1')
  assert.throws(
    () => scanObject(Buffer.from('{"params":{"_meta":{"v":1,"V":2}}}'), { params: { _meta: {} } }),
    JsonFault,
  )
})

test('whatever is accepted is JSON, and every object without twin keys is accepted', async context => {
  const unique = (value: object) => new Set(Object.keys(value).map(key => key.toUpperCase().toLowerCase())).size
  await fuzz(
    context,
    100,
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 5 })), value => {
      const levels = [value, ...Object.values(value).filter(isPlainObject)]
      const twins = levels.some(level => unique(level) !== Object.keys(level).length)
      const wellFormed = JSON.stringify(value).isWellFormed()
      assert.equal(refusal(Buffer.from(JSON.stringify(value))) === 'accepted', !twins && wellFormed)
    }),
  )
})

test('mutated documents never pass when JSON.parse refuses them', async context => {
  const seed = Buffer.from(
    '{"jsonrpc":"2.0","id":-1.5e+3,"method":"tools/call","params":{"a":[true,null,"\\u00e9\\ud83d\\ude00"]}}',
  )
  await fuzz(
    context,
    2000,
    fc.property(fc.nat(seed.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const mutated = Buffer.from(seed)
      mutated[at] = byte
      if (refusal(mutated) !== 'accepted') return
      assert.doesNotThrow(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(mutated)))
    }),
  )
})
