import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@mtg/primitives'
import { rememberPlaces } from './places-left.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const LIMITS = { perMinute: 400n, perDay: 10_000n }

function begin() {
  let nowMs = DAY_MS
  const places = rememberPlaces({ ...systemClock, nowMs: () => nowMs })
  return { places, at: (ms: number) => void (nowMs = DAY_MS + ms) }
}

test('room is plenty while a quarter of both windows is left, and fifty places', () => {
  const { places } = begin()
  const isPlenty = (inMinute: number, inDay: number, limits = LIMITS) => {
    places.remember('a', { inMinute, inDay })
    return places.hasPlenty('a', limits)
  }
  assert.ok(isPlenty(100, 2500))
  assert.ok(!isPlenty(99, 2500))
  assert.ok(!isPlenty(100, 2499))
  assert.ok(!isPlenty(49, 9000, { ...LIMITS, perMinute: 49n }))
})

test('windows that nobody asked about are taken for empty; of those that could not be asked nothing is expected', () => {
  const { places } = begin()
  assert.ok(places.hasPlenty('a', LIMITS))
  assert.ok(!places.hasPlenty('a', { ...LIMITS, perMinute: 49n }))
  places.forget('a')
  assert.ok(!places.hasPlenty('a', LIMITS))
  places.remember('a', { inMinute: 400, inDay: 9000 })
  assert.ok(places.hasPlenty('a', LIMITS))
})

test('a minute that has begun since was empty; its day goes on', () => {
  const { places, at } = begin()
  places.remember('a', { inMinute: 0, inDay: 9000 })
  places.remember('b', { inMinute: 0, inDay: 100 })
  assert.ok(!places.hasPlenty('a', LIMITS))
  at(MINUTE_MS)
  assert.ok(places.hasPlenty('a', LIMITS))
  assert.ok(!places.hasPlenty('b', LIMITS))
  at(DAY_MS)
  assert.ok(places.hasPlenty('b', LIMITS))
})
