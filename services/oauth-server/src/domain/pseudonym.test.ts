import assert from 'node:assert/strict'
import test from 'node:test'
import { asBuyerId, randomUuid } from '@mtg/primitives'
import { pseudonymOf } from './pseudonym.ts'

const key = Buffer.alloc(32, 7)
const buyer = asBuyerId(randomUuid())
const rival = asBuyerId(randomUuid())

test('a buyer is the same at one publisher and somebody else at another', () => {
  assert.equal(pseudonymOf(key, buyer, 'acme'), pseudonymOf(key, buyer, 'acme'))
  assert.notEqual(pseudonymOf(key, buyer, 'acme'), pseudonymOf(key, buyer, 'other'))
  assert.notEqual(pseudonymOf(key, buyer, 'acme'), pseudonymOf(key, rival, 'acme'))
})
