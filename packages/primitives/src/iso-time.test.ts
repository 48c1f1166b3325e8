import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoTime } from './iso-time.ts'

test('a moment reads the same the second time, and the next one does not', () => {
  assert.equal(isoTime(1_795_296_543_603), '2026-11-21T21:29:03.603Z')
  assert.equal(isoTime(1_795_296_543_603), '2026-11-21T21:29:03.603Z')
  assert.equal(isoTime(1_795_296_543_604), '2026-11-21T21:29:03.604Z')
  assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z')
})
