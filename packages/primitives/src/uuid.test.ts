import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7, uuidv7Floor } from '@mtg/primitives'

const MOMENT = Date.UTC(2026, 10, 21, 6, 30)

test('ids are UUIDs of version 7 and differ within a millisecond', () => {
  const ids = Array.from({ length: 100 }, () => uuidv7(MOMENT))
  assert.equal(new Set(ids).size, 100)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids lie in the order of time, between the floors of their moment and the next', () => {
  const id = uuidv7(MOMENT)
  assert.ok(uuidv7(MOMENT - 1) < id && id < uuidv7(MOMENT + 1))
  assert.ok(uuidv7Floor(MOMENT) <= id && id < uuidv7Floor(MOMENT + 1))
})
