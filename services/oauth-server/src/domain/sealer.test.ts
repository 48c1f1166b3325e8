import assert from 'node:assert/strict'
import test from 'node:test'
import { createSealer } from './sealer.ts'

const sealer = createSealer(Buffer.alloc(32, 1))

test('what was sealed opens for its owner alone', () => {
  const sealed = sealer.seal('private', 'key-1')
  assert.equal(sealer.open(sealed, 'key-1'), 'private')
  assert.throws(() => sealer.open(sealed, 'key-2'))
  assert.throws(() => createSealer(Buffer.alloc(32, 2)).open(sealed, 'key-1'))
})

test('nothing of the text shows, and the same text never looks the same', () => {
  const first = sealer.seal('private', 'key-1')
  assert.ok(!first.includes('private'))
  assert.notDeepEqual(first, sealer.seal('private', 'key-1'))
})

test('an unknown version is named', () => {
  assert.throws(() => sealer.open(Buffer.from([9, 0]), 'key-1'), /version 9/)
  assert.throws(() => sealer.open(Buffer.alloc(0), 'key-1'), /version/)
})
