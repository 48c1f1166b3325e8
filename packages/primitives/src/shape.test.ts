import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf, itemAt, keysOf } from '@mtg/primitives'

test('a field of anything at all can be asked for', () => {
  assert.equal(fieldOf({ code: 'x' }, 'code'), 'x')
  for (const value of [undefined, null, 'text', 1, {}, []]) assert.equal(fieldOf(value, 'code'), undefined)
})

test('an item that is not there is an error, and no undefined', () => {
  assert.equal(itemAt(['a', 'b'], 1), 'b')
  assert.throws(() => itemAt(['a', 'b'], 2), RangeError)
})

test('keys come in the order in which they were written', () => {
  assert.deepEqual(keysOf({ b: 1, a: 2 }), ['b', 'a'])
})
