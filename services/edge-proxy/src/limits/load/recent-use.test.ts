import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecentUse } from './recent-use.ts'

const TURN_MS = 100

function start() {
  const use = createRecentUse(TURN_MS)
  /** So many seconds, with so many calls a second. */
  const pass = (seconds: number, callsPerSecond: Readonly<Record<string, number>> = {}) => {
    for (let turn = 0; turn < seconds * 10; turn += 1) {
      for (const [owner, calls] of Object.entries(callsPerSecond)) use.add(owner, calls / 10)
      use.turn()
    }
  }
  return { use, pass }
}

const isNear = (value: number, wanted: number) => Math.abs(value - wanted) < wanted * 0.1

test('a steady pace is told as calls a second, whoever else calls', () => {
  const { use, pass } = start()
  pass(20, { ada: 500, bob: 5 })
  assert.ok(isNear(use.of('ada'), 500), String(use.of('ada')))
  assert.ok(isNear(use.of('bob'), 5))
  assert.equal(use.of('cleo'), 0)
})

test('what was is forgotten by half every two seconds', () => {
  const { use, pass } = start()
  pass(20, { ada: 400 })
  pass(2)
  assert.ok(isNear(use.of('ada'), 200), String(use.of('ada')))
  pass(8)
  assert.ok(use.of('ada') < 15)
})

test('extremes are of those who have asked for something just now', () => {
  const { use, pass } = start()
  pass(20, { ada: 500, bob: 5, cleo: 50 })
  const { most, least } = use.extremes()
  assert.ok(isNear(most, 500) && isNear(least, 5))
  pass(2.1, { ada: 500 })
  assert.ok(isNear(use.extremes().least, 500), 'who fell silent is kept waiting by nobody')
  pass(3)
  assert.deepEqual(use.extremes(), { most: 0, least: Number.POSITIVE_INFINITY })
})
