import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@mtg/errors'
import { fromPageToken, toPageToken } from './page-token.ts'

test('a page token leads back to where the page ended', () => {
  const position = { occurredAtMs: 1_795_000_000_123, callId: '019aa000-0000-7000-8000-000000000001' }
  assert.deepEqual(fromPageToken(toPageToken(position)), position)
})

test('a made-up page token is invalid_argument', () => {
  for (const text of ['x', '1/2', '-1/019aa000-0000-7000-8000-000000000001', '']) {
    assert.throws(
      () => fromPageToken(Buffer.from(text).toString('base64url')),
      (thrown: unknown) => thrown instanceof AppError && thrown.code === 'invalid_argument',
      text,
    )
  }
})
