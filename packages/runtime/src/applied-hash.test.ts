import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appliedHash, isSameEntry } from './applied-hash.ts'

const key = Buffer.alloc(32, 1)
const entry = { username: 'acme', apiKey: 'secret' }

test('an entry is the same as long as nothing in it changes', () => {
  const known = appliedHash(key, entry)
  assert.ok(isSameEntry(known, appliedHash(key, { ...entry })))
  assert.ok(!isSameEntry(known, appliedHash(key, { ...entry, apiKey: 'other' })))
  for (const nothing of [null, undefined, new Uint8Array()]) assert.ok(!isSameEntry(nothing, known))
})

test('without the key nobody can try out what an entry holds', () => {
  assert.ok(!isSameEntry(appliedHash(key, entry), appliedHash(Buffer.alloc(32, 2), entry)))
})
