import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSealer, SealBroken } from './sealer.ts'

const sealer = createSealer(randomBytes(32))

test('what was sealed opens for its owner alone, with its key, and unchanged', () => {
  const sealed = sealer.seal('a secret ü', 'owner')
  assert.equal(sealer.open(sealed, 'owner'), 'a secret ü')
  assert.throws(() => sealer.open(sealed, 'another'), SealBroken)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8((changed[index] ?? 0) ^ 1, index)
    assert.throws(() => sealer.open(changed, 'owner'), SealBroken, `byte ${index}`)
    assert.throws(() => sealer.open(sealed.subarray(0, index), 'owner'), SealBroken, `cut to ${index} bytes`)
  }
})

test('another key is said to be the reason', () => {
  const sealed = sealer.seal('a secret', 'owner')
  assert.throws(() => createSealer(randomBytes(32)).open(sealed, 'owner'), /another ENCRYPTION_KEY/)
})

test('nothing of the text shows, and the same text never looks the same', () => {
  const first = sealer.seal('a secret', 'owner')
  assert.ok(!first.includes('a secret'))
  assert.notDeepEqual(first, sealer.seal('a secret', 'owner'))
})

test('an unknown version is named', () => {
  assert.throws(() => sealer.open(Buffer.from([9, 0]), 'owner'), /version 9/)
})
