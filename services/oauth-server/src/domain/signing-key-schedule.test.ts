import assert from 'node:assert/strict'
import test from 'node:test'
import { currentKey, publishedKeys, stateOf } from './signing-key-schedule.ts'

const old = { name: 'old', activatesAtMs: 100, expiresAtMs: 500 }
const young = { name: 'young', activatesAtMs: 200, expiresAtMs: undefined }
const decided = { name: 'decided', activatesAtMs: 300, expiresAtMs: undefined }
const waiting = { name: 'waiting', activatesAtMs: undefined, expiresAtMs: undefined }
const keys = [waiting, decided, young, old]

test('the key whose time came last signs', () => {
  assert.equal(currentKey(keys, 99), undefined)
  assert.equal(currentKey(keys, 100), old)
  assert.equal(currentKey(keys, 200), young)
  assert.equal(currentKey(keys, 299), young)
  assert.equal(currentKey(keys, 300), decided)
})

test('a key that has expired neither signs nor is published', () => {
  const expired = { ...young, expiresAtMs: 250 }
  assert.equal(currentKey([expired, old], 260), old)
  assert.deepEqual(publishedKeys([expired, old], 260), [old])
  assert.deepEqual(publishedKeys([old], 500), [])
})

test('a key that waits is published before it signs', () => {
  assert.deepEqual(publishedKeys(keys, 0), keys)
})

test('each key is next, current or retiring', () => {
  const states = keys.map(key => stateOf(key, keys, 250))
  assert.deepEqual(states, ['next', 'next', 'current', 'retiring'])
})
