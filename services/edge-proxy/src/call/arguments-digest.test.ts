import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { digestArguments } from './arguments-digest.ts'

const digestOf = (text: string, app = 'acme/search', tool = 'add') =>
  digestArguments(app, tool, Buffer.from(text)).toString('hex')

test('arguments that mean the same have one digest of 32 bytes', () => {
  const same = ['{"a":1,"b":[true,"é"]}', '{ "b" : [ true, "\\u00e9" ], "a" : 1.0 }', '{"b":[true,"é"],"a":10e-1}']
  assert.equal(new Set(same.map(text => digestOf(text))).size, 1)
  assert.equal(digestOf(same[0] ?? '').length, 64)
  assert.equal(digestOf(''), digestOf('{}'))
})

test('other arguments, tools and apps have others', () => {
  const digests = [
    digestOf('{"a":1}'),
    digestOf('{"a":"1"}'),
    digestOf('{"a":[1]}'),
    digestOf('{"a":{"b":1}}'),
    digestOf('{"a":1}', 'acme/search', 'sub'),
    digestOf('{"a":1}', 'acme/other'),
    digestOf('{"__proto__":1}'),
    digestOf('{"a":1e999}'),
    digestOf('{}'),
  ]
  assert.equal(new Set(digests).size, digests.length)
})

test('arguments of more than 32 KiB are compared as they were sent', () => {
  const long = 'x'.repeat(40_000)
  assert.equal(digestOf(`{"a":"${long}"}`), digestOf(`{"a":"${long}"}`))
  assert.notEqual(digestOf(`{"a":"${long}"}`), digestOf(`{ "a":"${long}"}`))
})

test('the order of keys never matters, at any depth', async t => {
  const shuffled = (value: fc.JsonValue): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).toReversed()
    return Object.fromEntries(entries.map(([key, below]) => [key, shuffled(below as fc.JsonValue)]))
  }
  const property = fc.property(
    fc.jsonValue(),
    value => digestOf(JSON.stringify(value)) === digestOf(JSON.stringify(shuffled(value))),
  )
  await fuzz(t, 300, property)
})
