import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleShed, type LoadSample, nextShed, type ShedState } from './shed-controller.ts'

const limits = { roundMs: 10, waitMs: 100, callsPerSecondMin: 50 }
const calm: LoadSample = { roundMs: 1, busy: 0.3, waitMs: 3, waiting: 2, most: 40, least: 25, hasRefused: false }
const late: Partial<LoadSample> = { roundMs: 60, busy: 1 }

/** So many turns of the same sample. */
function pass(turns: number, sample: Partial<LoadSample>, from: ShedState = idleShed): ShedState {
  let state = from
  for (let turn = 0; turn < turns; turn += 1) state = nextShed(state, { ...calm, ...sample }, limits)
  return state
}

/** A process that carries `capacity` calls a second, of which one buyer wants more than there is; turns of a tenth of a second. */
function simulate(turns: number, wanted: number, capacity: number, from: ShedState = idleShed) {
  let state = from
  let queued = 0
  const accepted: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const taken = Math.min(wanted, state.ceiling)
    queued = Math.max(0, queued + (taken - capacity) / 10)
    accepted.push(taken)
    const sample = {
      roundMs: 1 + (queued / capacity) * 1000,
      busy: Math.min(1, taken / capacity),
      most: taken,
      least: 25,
      hasRefused: taken < wanted,
    }
    state = nextShed(state, { ...calm, ...sample }, limits)
  }
  return { state, accepted, queuedMs: (queued / capacity) * 1000 }
}

test('nobody is refused while the work is done in time, however much one asks for', () => {
  assert.equal(pass(100, { most: 5_000 }).ceiling, Number.POSITIVE_INFINITY)
})

test('a burst of less than half a second, or a long garbage collection, refuses nobody', () => {
  let state = pass(4, { ...late, most: 900 })
  state = pass(20, {}, state)
  state = pass(1, { roundMs: 400, busy: 1, most: 900 }, state)
  assert.equal(pass(10, {}, state).ceiling, Number.POSITIVE_INFINITY)
})

test('a lasting overload refuses the heaviest, more and more, but never those of few calls', () => {
  const state = pass(8, { ...late, most: 900 })
  assert.ok(state.ceiling < 900 && state.ceiling > 50, String(state.ceiling))
  assert.equal(pass(200, { ...late, most: 900 }, state).ceiling, 50)
})

test('one buyer alone, or equals, may queue for their own calls: saturation is no overload', () => {
  const alone = { ...late, most: 8_000, least: 8_000 }
  assert.equal(pass(100, alone).ceiling, Number.POSITIVE_INFINITY)
  assert.equal(pass(100, { ...late, most: 900, least: 300 }).ceiling, Number.POSITIVE_INFINITY)
  assert.ok(pass(100, { ...alone, roundMs: 800 }).ceiling < 8_000, 'but not for ever')
})

test('a loop that is late without having much to do is not overloaded by callers', () => {
  assert.equal(pass(100, { roundMs: 60, busy: 0.5, most: 900 }).ceiling, Number.POSITIVE_INFINITY)
})

test('a long queue for billing is an overload; billing that is merely slow is not', () => {
  const slow = { waitMs: 400, most: 900 }
  const atRest = pass(100, { ...slow, waiting: 0.4 })
  assert.equal(pass(100, { ...slow, waiting: 300 }, atRest).ceiling, Number.POSITIVE_INFINITY)
  assert.equal(pass(100, { ...slow, waiting: 3 }).ceiling, Number.POSITIVE_INFINITY)
  assert.ok(pass(10, { ...slow, waiting: 600 }).ceiling < 900)
})

test('a buyer who wants three times what there is gets what there is, and the queue stays short', () => {
  const { accepted, queuedMs } = simulate(600, 3_000, 1_000)
  const later = accepted.slice(100)
  const mean = later.reduce((sum, one) => sum + one, 0) / later.length
  assert.ok(mean > 600 && mean < 1_100, String(mean))
  assert.ok(queuedMs < 1_000, String(queuedMs))
})

test('once the flood is over nobody is refused', () => {
  const { state } = simulate(100, 3_000, 1_000)
  assert.ok(state.ceiling < 3_000)
  assert.equal(pass(40, {}, state).ceiling, Number.POSITIVE_INFINITY)
})
