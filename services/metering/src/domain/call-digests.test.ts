import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { digestsIn } from './call-digests.ts'

const digest = createHash('sha256').update('body').digest('base64url')
const bytes = Buffer.from(digest, 'base64url')
const none = Buffer.alloc(0)

test('digests of an event are read, and an answer that was not handed over has none', () => {
  assert.deepEqual(digestsIn({ requestDigest: digest, answerDigest: digest }), { request: bytes, answer: bytes })
  assert.deepEqual(digestsIn({ requestDigest: digest, answerDigest: '' }), { request: bytes, answer: none })
})

test('what is no digest is not kept, whatever it is', () => {
  for (const requestDigest of ['', 'x', `${digest}A`, 7, null, { toString: 7 }]) {
    assert.equal(digestsIn({ requestDigest, answerDigest: digest }), undefined)
  }
  for (const event of [undefined, null, 'text', {}, { answerDigest: digest }]) assert.equal(digestsIn(event), undefined)
  assert.deepEqual(digestsIn({ requestDigest: digest, answerDigest: ['x'] }), { request: bytes, answer: none })
})
