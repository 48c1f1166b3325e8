import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stageTimesOf } from './stage-times.ts'

test('times of steps are told in the order of the calls, with what a whole call takes last', () => {
  const calls = Array.from({ length: 100 }, (_, index) => `authenticate ${index + 1};forward 1000 buyer_left`)
  assert.deepEqual(stageTimesOf(calls), [
    { name: 'authenticate', callCount: 100, p50Us: 50, p95Us: 95, p99Us: 99 },
    { name: 'forward', callCount: 100, p50Us: 1000, p95Us: 1000, p99Us: 1000 },
    { name: 'total', callCount: 100, p50Us: 1050, p95Us: 1095, p99Us: 1099 },
  ])
  assert.deepEqual(stageTimesOf([]), [])
})
