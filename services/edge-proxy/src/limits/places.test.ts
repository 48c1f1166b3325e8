import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { createLimitRefusals } from './limit-refusals.ts'
import { createPlaces, createSharedPlaces } from './places.ts'

const overloaded = { code: 'overloaded' }

function sharedPlaces(max: number, perKeyMax: number) {
  const refusals = createLimitRefusals(createMetrics('test'))
  return createSharedPlaces({ limit: 'calls', max, key: { limit: 'buyer_calls', perKeyMax }, refusals })
}

test('the places of one key are no business of another', () => {
  const places = createPlaces({ limit: 'app_calls', perKeyMax: 1 }, createLimitRefusals(createMetrics('test')))
  places.enter('acme/search')
  assert.throws(() => places.enter('acme/search'), { detail: { limit: 'app_calls', owner: 'acme/search' } })
  places.enter('acme/chat')
  places.leave('acme/search')
  places.enter('acme/search')
})

test('a key takes no more than its own bound', () => {
  const places = sharedPlaces(100, 2)
  places.enter('ada')
  places.enter('ada')
  assert.throws(() => places.enter('ada'), { detail: { limit: 'buyer_calls', owner: 'ada' } })
  places.enter('bob')
  places.leave('ada')
  places.enter('ada')
  assert.equal(places.held(), 3)
})

test('however many keys take all they can, there is a place for one more', () => {
  const places = sharedPlaces(4_000, 4_000)
  for (let hoarder = 0; hoarder < 10; hoarder += 1) {
    assert.throws(() => {
      for (;;) places.enter(`hoarder ${hoarder}`)
    }, overloaded)
  }
  assert.ok(places.held() < 4_000)
  places.enter('victim')
})

test('a refused entry takes nothing, and what was left is free', () => {
  const places = sharedPlaces(1, 1)
  places.enter('ada')
  assert.throws(() => places.enter('bob'), { detail: { limit: 'calls', owner: 'bob' } })
  places.leave('ada')
  places.enter('bob')
  places.leave('bob')
  assert.equal(places.held(), 0)
})
