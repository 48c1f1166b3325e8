import assert from 'node:assert/strict'
import test from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { OauthError } from './oauth-error.ts'
import { parseForm, parseJson, requireParameter } from './parameters.ts'

const invalid = (error: unknown) => error instanceof OauthError && error.code === 'invalid_request'

test('a form is read as browsers write it', () => {
  assert.deepEqual(
    [...parseForm('a=1&b=x+y%26&c=%C3%A9&d=&e&=f&&')],
    [
      ['a', '1'],
      ['b', 'x y&'],
      ['c', 'é'],
      ['', 'f'],
    ],
  )
})

test('a parameter that comes twice is refused, known or not, empty or not', () => {
  for (const text of ['a=1&a=1', 'a=1&a=2', 'a=&a=', 'x=1&a=1&x=', '%61=1&a=2']) {
    assert.throws(() => parseForm(text), invalid, text)
  }
  for (const text of ['{"a":"1","a":"1"}', '{"a":null,"a":"1"}', '{"\\u0061":"1","a":"2"}', '{"a":{"b":1},"a":"x"}']) {
    assert.throws(() => parseJson(text), invalid, text)
  }
})

test('names inside of a nested value are no parameters', () => {
  assert.deepEqual(
    [...parseJson('{"x":{"a":"1","b":{"a":"2"}},"y":["a",{"a":"3"}],"a":"{\\"a\\":"}')],
    [['a', '{"a":']],
  )
})

test('what does not decode is refused rather than changed', () => {
  for (const text of ['a=%', 'a=%zz', 'a=%FF', '%C3=1', 'a=%C0%AF', 'a=%ED%A0%80']) {
    assert.throws(() => parseForm(text), invalid, text)
  }
})

test('a JSON body is one object, and known parameters in it are texts', () => {
  for (const text of ['', '[]', '"a"', 'null', '1', '{', '{"code":1}', '{"scope":["a"]}', '{"client_id":{}}']) {
    assert.throws(() => parseJson(text), invalid, text)
  }
  assert.deepEqual([...parseJson('{"resource":["a"],"n":1,"code":null,"__proto__":"x"}')], [['__proto__', 'x']])
})

test('a missing parameter is named', () => {
  assert.throws(() => requireParameter(new Map(), 'code'), { message: 'code is missing.' })
})

test('more than 64 parameters are refused', () => {
  const text = Array.from({ length: 65 }, (_, index) => `p${index}=1`).join('&')
  assert.throws(() => parseForm(text), invalid)
})

test('whatever a browser can send comes out unchanged', async context => {
  const entries = fc.uniqueArray(
    fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 })),
    {
      selector: ([name]) => name,
      maxLength: 20,
    },
  )
  await fuzz(
    context,
    100,
    fc.property(entries, pairs => {
      const isWellFormed = pairs.every(pair => pair.every(text => text.isWellFormed()))
      fc.pre(isWellFormed)
      assert.deepEqual([...parseForm(new URLSearchParams(pairs).toString())], pairs)
    }),
  )
})

test('any text is either read or refused as invalid_request', async context => {
  for (const read of [parseForm, parseJson]) {
    await fuzz(
      context,
      100,
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), text => {
        try {
          read(text)
        } catch (error) {
          assert.ok(invalid(error), String(error))
        }
      }),
    )
  }
})
