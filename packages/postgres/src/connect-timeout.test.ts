import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectTimeoutMsOf } from './connect-timeout.ts'

test('a URL may say how many seconds a connection may take, and says one when it does not', () => {
  const waits = ['', '?sslmode=require', '?connect_timeout=6', '?connect_timeout=0', '?connect_timeout=soon']
  assert.deepEqual(
    waits.map(query => connectTimeoutMsOf(`postgresql://billing:secret@db.internal:5432/mtg${query}`)),
    [1000, 1000, 6000, 1000, 1000],
  )
})
