import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleMsOf } from './keep-alive.ts'

test('a connection waits a second less than its server says, and a minute at most', () => {
  const said: readonly [header: string, idleMs: number][] = [
    ['timeout=5', 4_000],
    ['timeout=5, max=100', 4_000],
    ['max=100; Timeout = 30', 29_000],
    ['timeout=61', 60_000],
    [`timeout=${'9'.repeat(400)}`, 60_000],
    ['timeout=1', 0],
    ['timeout=0', 0],
  ]
  for (const [header, idleMs] of said) assert.equal(idleMsOf({ 'keep-alive': header }), idleMs, header)
})

test('where its server says nothing that can be read, four seconds', () => {
  for (const header of ['', 'timeout', 'timeout=', 'timeout=-1', 'mytimeout=30', 'max=100']) {
    assert.equal(idleMsOf({ 'keep-alive': header }), 4_000, header)
  }
  assert.equal(idleMsOf({}), 4_000)
})
