import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSealer } from '@mtg/runtime'
import { openAnswer, sealAnswer } from './kept-answer.ts'

const sealer = createSealer(randomBytes(32))

test('an answer is kept byte for byte, whatever bytes it has', () => {
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body }
  assert.deepEqual(openAnswer(sealer, 'call', sealAnswer(sealer, 'call', answer)), answer)
})

test('an answer cannot be opened as that of another call', () => {
  const sealed = sealAnswer(sealer, 'call', { status: 200, headers: {}, body: Buffer.from('{}') })
  assert.throws(() => openAnswer(sealer, 'another', sealed))
})
