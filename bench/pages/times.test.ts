import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOf, linesOf, slowPages } from './times.ts'

const figures = figuresOf([
  { page: '/', ms: [30, 10, 4000] },
  { page: '/usage', ms: [1200, 900, 1100, 1001] },
  { page: '/wallet', ms: [1000] },
])

test('a page counts by its median, the later one of two, and its worst time is told beside it', () => {
  assert.deepEqual(figures, [
    { page: '/usage', medianMs: 1100, worstMs: 1200 },
    { page: '/wallet', medianMs: 1000, worstMs: 1000 },
    { page: '/', medianMs: 30, worstMs: 4000 },
  ])
  assert.equal(linesOf(figures)[2], '/        median    30 ms  worst  4000 ms')
})

test('pages over a second by their median are slow, and no others', () => {
  assert.deepEqual(slowPages(figures, 1000), ['/usage'])
})

test('a page that was never opened has no figures', () => {
  assert.throws(() => figuresOf([{ page: '/keys', ms: [] }]), /never opened/)
})
