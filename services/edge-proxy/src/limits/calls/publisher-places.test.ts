import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { createLimitRefusals } from '../limit-refusals.ts'
import { createPublisherPlaces } from './publisher-places.ts'

const call = { isSubscription: false }
const subscription = { isSubscription: true }
const search = { name: 'acme/search', username: 'acme' }
const chat = { name: 'acme/chat', username: 'acme' }
const other = { name: 'bolt/search', username: 'bolt' }

const begin = () =>
  createPublisherPlaces({
    publisherCallsMax: 4,
    appCallsMax: 2,
    appSubscriptionsMax: 3,
    buyerSubscriptionsMax: 2,
    refusals: createLimitRefusals(createMetrics('test')),
  })

function refusedBy(places: ReturnType<typeof begin>, ...args: Parameters<ReturnType<typeof begin>['enter']>): unknown {
  try {
    places.enter(...args)
    return undefined
  } catch (thrown) {
    return (thrown as { detail?: { limit?: unknown } }).detail?.limit
  }
}

test('an app, a publisher and a buyer each have places of their own', () => {
  const places = begin()
  for (let count = 0; count < 2; count += 1) places.enter(call, search, 'ada')
  assert.equal(refusedBy(places, call, search, 'bob'), 'app_calls')
  for (let count = 0; count < 2; count += 1) places.enter(call, chat, 'ada')
  assert.equal(refusedBy(places, call, chat, 'bob'), 'publisher_calls')
  assert.equal(refusedBy(places, call, other, 'bob'), undefined)
})

test('subscriptions have places beside those of calls, and a buyer gets a few of them', () => {
  const places = begin()
  places.enter(subscription, search, 'ada')
  places.enter(subscription, other, 'ada')
  assert.equal(refusedBy(places, subscription, search, 'ada'), 'buyer_subscriptions')
  places.enter(subscription, search, 'bob')
  places.enter(call, search, 'ada')
  places.leave(subscription, other, 'ada')
  assert.equal(refusedBy(places, subscription, search, 'ada'), undefined)
})

test('what is refused takes no place anywhere', () => {
  const places = begin()
  places.enter(call, search, 'ada')
  places.enter(call, search, 'ada')
  for (let count = 0; count < 10; count += 1) assert.equal(refusedBy(places, call, search, 'bob'), 'app_calls')
  places.enter(subscription, chat, 'ada')
  places.enter(subscription, chat, 'ada')
  for (let count = 0; count < 10; count += 1) {
    assert.equal(refusedBy(places, subscription, chat, 'ada'), 'publisher_calls')
  }
  places.leave(call, search, 'ada')
  for (let count = 0; count < 10; count += 1) {
    assert.equal(refusedBy(places, subscription, chat, 'ada'), 'buyer_subscriptions')
  }
  assert.equal(refusedBy(places, call, search, 'bob'), undefined)
})
