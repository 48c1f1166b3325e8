import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@mtg/primitives'
import { Turns } from './turns.ts'

test('turns rest once there was nothing to watch for long enough, and begin again, told of what they left out', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const clock = createFakeClock()
  const pass = (ms: number) => {
    clock.advance(ms)
    t.mock.timers.tick(ms)
  }
  let made = 0
  let isWatching = true
  const leftOut: number[] = []
  const turns = new Turns({
    clock,
    turnMs: 100,
    restAfterMs: 500,
    turn() {
      made += 1
      return isWatching
    },
    resume: count => leftOut.push(count),
  })
  pass(1000)
  assert.equal(made, 10)
  isWatching = false
  pass(400)
  turns.used()
  pass(400)
  assert.equal(made, 18)
  pass(100)
  pass(60_000)
  assert.equal(made, 19)
  turns.used()
  turns.used()
  assert.deepEqual(leftOut, [600])
  pass(300)
  assert.equal(made, 22)
  turns.close()
  turns.used()
  pass(1000)
  assert.equal(made, 22)
})
