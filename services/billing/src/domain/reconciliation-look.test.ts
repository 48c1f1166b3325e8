import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { lookFrom } from './reconciliation-look.ts'

const MINUTE_MS = 60_000
const LONGEST_CALL_MS = 15 * MINUTE_MS
const START_MS = Date.UTC(2026, 10, 24)

test('the first look of a process takes in the last day, and whatever is left from before', () => {
  const dayAgoMs = START_MS - 24 * 60 * MINUTE_MS
  assert.ok(lookFrom({ confirmedMs: undefined, toMs: START_MS }, true) <= dayAgoMs)
  assert.equal(lookFrom({ confirmedMs: START_MS - MINUTE_MS, toMs: START_MS }, true), dayAgoMs)
  const weekAgoMs = START_MS - 7 * 24 * 60 * MINUTE_MS
  assert.ok(lookFrom({ confirmedMs: weekAgoMs, toMs: START_MS }, true) <= weekAgoMs - LONGEST_CALL_MS)
})

test('a call is compared after its end, however long it took and whenever looks were made', async t => {
  const calls = fc.array(
    fc.record({ beganAfterMs: fc.nat(40 * MINUTE_MS), tookMs: fc.oneof(fc.nat(MINUTE_MS), fc.nat(LONGEST_CALL_MS)) }),
    { minLength: 1, maxLength: 20 },
  )
  const pauses = fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat(MINUTE_MS) }, fc.nat(20 * MINUTE_MS)), {
    maxLength: 60,
  })
  const property = fc.property(fc.nat(60 * MINUTE_MS), calls, pauses, (startsAfterMs, made, between) => {
    const startMs = START_MS + startsAfterMs
    const uncompared = new Set(made)
    const look = (confirmedMs: number, toMs: number) => {
      const fromMs = lookFrom({ confirmedMs, toMs }, false)
      for (const call of uncompared) {
        const beganMs = startMs + call.beganAfterMs
        if (beganMs >= fromMs && beganMs < toMs && beganMs + call.tookMs <= toMs) uncompared.delete(call)
      }
    }
    let confirmedMs = startMs
    for (const pauseMs of between) look(confirmedMs, (confirmedMs += pauseMs))
    const endMs = startMs + 40 * MINUTE_MS + LONGEST_CALL_MS + 5 * MINUTE_MS
    for (; confirmedMs <= endMs; confirmedMs += MINUTE_MS) look(confirmedMs, confirmedMs + MINUTE_MS)
    assert.equal(uncompared.size, 0)
  })
  await fuzz(t, 200, property)
})

test('a call is compared some five times, not at each of the looks of a quarter of an hour', () => {
  const beganMs = START_MS + 30 * MINUTE_MS + 1
  let count = 0
  for (let confirmedMs = START_MS; confirmedMs < START_MS + 60 * MINUTE_MS; confirmedMs += MINUTE_MS) {
    const toMs = confirmedMs + MINUTE_MS
    if (lookFrom({ confirmedMs, toMs }, false) <= beganMs && beganMs < toMs) count += 1
  }
  assert.ok(count >= 2 && count <= 7, `${count} times`)
})
