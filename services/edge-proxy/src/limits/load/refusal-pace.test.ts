import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRefusalPace } from './refusal-pace.ts'

const start = () => createRefusalPace({ turnMs: 100, perSecond: 3, holdMs: 500 })
const pass = (pace: { turn(): void }, turns: number) => {
  for (let turn = 0; turn < turns; turn += 1) pace.turn()
}

test('a few refusals are answered at once; whoever gets more waits half a second for each further one', async () => {
  const pace = start()
  for (let refusal = 0; refusal < 3; refusal += 1) assert.equal(pace.hold('ada'), undefined)
  const held = pace.hold('ada')
  assert.ok(held !== undefined)
  assert.equal(pace.hold('bob'), undefined)
  pass(pace, 4)
  assert.equal(pace.held(), 1)
  pass(pace, 1)
  await held
  assert.equal(pace.held(), 0)
})

test('the next second begins anew', () => {
  const pace = start()
  for (let refusal = 0; refusal < 4; refusal += 1) void pace.hold('ada')
  pass(pace, 10)
  assert.equal(pace.hold('ada'), undefined)
})

test('what waits is bounded: more are answered at once', () => {
  const pace = start()
  for (let refusal = 0; refusal < 4_003; refusal += 1) void pace.hold('ada')
  assert.equal(pace.held(), 4_000)
  assert.equal(pace.hold('ada'), undefined)
})
