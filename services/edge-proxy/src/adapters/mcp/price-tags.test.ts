import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { atOnce } from '../../../test/adapters.ts'
import { createSseSplitter } from '../sse/splitter.ts'
import { withData } from '../sse/with-data.ts'
import { PRICE_KEY, withPriceTags } from './price-tags.ts'

const tag = (tool: string) => JSON.stringify({ of: tool })
const tagged = (text: string) => atOnce(withPriceTags(Buffer.from(text), tag)).toString()
const untagged = (text: string) => atOnce(withPriceTags(Buffer.from(text), undefined)).toString()
const listOf = (tools: string, rest = '') => `{"jsonrpc":"2.0","id":1,"result":{"tools":[${tools}]${rest}}}`
const said = (tool: string) => `"${PRICE_KEY}":{"of":"${tool}"}`

test('every tool carries its price, and every other byte stays as it was', () => {
  const schema = '"inputSchema" : {"x":[1.0,  2e3],"_meta":1}'
  assert.equal(
    tagged(listOf(` {"name":"a", ${schema}},{ "name":"\\u0062","_meta":{ "x/y":1 } },{"name":"c","_meta":{}},{}`)),
    listOf(
      ` {"_meta":{${said('a')}},"name":"a", ${schema}},{ "name":"b","_meta":{${said('b')}, "x/y":1 } },{"name":"c","_meta":{${said('c')}}},{"_meta":{${said('')}}}`.replace(
        '"name":"b"',
        '"name":"\\u0062"',
      ),
    ),
  )
})

test('pages keep their cursor; what caches may share is private from here on', () => {
  const page = (scope: string) => listOf('{"name":"a"}', `,"nextCursor":"n","ttlMs":5,"cacheScope":${scope}`)
  for (const scope of ['"public"', '"private"', '"\\u0070ublic"']) {
    const answer = JSON.parse(tagged(page(scope))) as { result: object }
    assert.deepEqual(
      { ...answer.result, tools: [] },
      { tools: [], nextCursor: 'n', ttlMs: 5, cacheScope: 'private' },
      scope,
    )
  }
  assert.equal(tagged(listOf('', ',"cacheScope":"public"')), listOf('', ',"cacheScope":"private"'))
})

test('what a publisher writes in the place of the price gives way, also where none is known', () => {
  const spoofed = listOf(`{"name":"a","_meta":{"dev\\u002emetered-tool-gateway\\/price":{"price":"0.00"}}}`)
  assert.deepEqual((JSON.parse(tagged(spoofed)) as Priced).result.tools[0]?._meta, { [PRICE_KEY]: { of: 'a' } })
  const untold = (JSON.parse(untagged(spoofed)) as Priced).result.tools[0]?._meta
  assert.deepEqual(untold, { [PRICE_KEY]: null })
  const open = listOf('{"name":"a"}', ',"cacheScope":"public"')
  assert.equal(untagged(open), open)
})

interface Priced {
  readonly result: { readonly tools: readonly { readonly _meta?: object }[] }
}

test('a list that cannot be read for certain goes on as it is', () => {
  const odd = [
    listOf('{"name":"a","Name":"b"}'),
    listOf('{"name":"a","_meta":{"k":1,"K":2}}'),
    listOf(Array.from({ length: 1_025 }, () => '{}').join(',')),
    listOf('1,"x",null,[{"name":"a"}]'),
    listOf('{"name":"a","_meta":7}'),
    '{"jsonrpc":"2.0","id":1,"result":{"tools":{"name":"a"}}}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
    'no JSON',
    '',
  ]
  for (const text of odd) assert.equal(tagged(text), text)
})

test('unless it may hold prices that are not ours', () => {
  const twins = (key: string) => listOf(`{"name":"a","Name":"b","_meta":{"${key}":{"price":"0.00"}}}`)
  for (const key of [PRICE_KEY, 'dev\\u002Emetered-tool-gateway/price', '\\u0064ev.metered-tool-gateway\\/price']) {
    assert.throws(() => tagged(twins(key)), { code: 'publisher_error' }, key)
  }
  assert.equal(tagged(twins('a \\u003cb\\u003e \\u0026 \\u00e9')), twins('a \\u003cb\\u003e \\u0026 \\u00e9'))
})

test('a large list takes several turns and comes out the same', async () => {
  const tools = Array.from({ length: 1_000 }, (_, index) => `{"name":"t${index}","description":"${'d'.repeat(100)}"}`)
  const answer = withPriceTags(Buffer.from(listOf(tools.join(','))), tag)
  assert.ok(answer instanceof Promise)
  const { result } = JSON.parse((await answer).toString()) as Priced
  assert.deepEqual(result.tools[999]?._meta, { [PRICE_KEY]: { of: 't999' } })
  const spoiled = withPriceTags(Buffer.from(`${listOf(tools.join(','))}]`), tag)
  assert.equal((await spoiled).toString(), `${listOf(tools.join(','))}]`)
})

const anyMeta = fc.dictionary(fc.string(), fc.jsonValue())
const anyTool = fc.record(
  { name: fc.string(), description: fc.string(), inputSchema: fc.jsonValue(), _meta: anyMeta },
  { requiredKeys: [] },
)

test('whatever a list holds, a parser finds in it what the publisher sent, and the prices', async context => {
  const property = fc.property(fc.array(anyTool), tools => {
    const sent = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools } })
    const answered = tagged(sent)
    // Keys that some parsers take for each other: the list goes on as it is.
    if (answered === sent) return
    for (const [index, { _meta, ...tool }] of (JSON.parse(answered) as Priced).result.tools.entries()) {
      const { _meta: metaSent, ...toolSent } = (JSON.parse(sent) as Priced).result.tools[index] ?? {}
      assert.deepEqual(tool, toolSent)
      assert.deepEqual(_meta, { ...metaSent, [PRICE_KEY]: { of: tools[index]?.name ?? '' } })
    }
  })
  await fuzz(context, 100, property)
})

test('an event keeps its other lines when its data changes', () => {
  const [event] = createSseSplitter(1_000).push(Buffer.from('event: message\ndata: {"a":\ndata:1}\nx: y\n\n'))
  assert.ok(event?.data)
  const changed = withData(event, Buffer.from('{"b":2,\n"a":\n1}'))
  assert.equal(changed.bytes.toString(), 'event: message\ndata: {"b":2,\ndata: "a":\ndata: 1}\nx: y\n\n')
  assert.equal(createSseSplitter(1_000).push(changed.bytes)[0]?.data?.toString(), '{"b":2,\n"a":\n1}')
})
