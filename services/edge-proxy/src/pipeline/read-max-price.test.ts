import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMaxPrice } from './read-max-price.ts'

test('an amount in USD with at most six decimals is read exactly', () => {
  assert.equal(readMaxPrice({}), undefined)
  assert.equal(readMaxPrice({ 'mtg-max-price': '0.01' }), 10_000n)
  assert.equal(readMaxPrice({ 'mtg-max-price': '0' }), 0n)
  assert.equal(readMaxPrice({ 'mtg-max-price': '0.000001' }), 1n)
  assert.equal(readMaxPrice({ 'mtg-max-price': '1000000000' }), 10n ** 15n)
})

test('anything else is refused with invalid_request, and says why', () => {
  const bad = [
    '',
    '-1',
    '+1',
    '1e3',
    '0.0000001',
    '0,01',
    ' 1',
    '1 USD',
    'NaN',
    '1000000000.000001',
    '0.01, 0.02',
    '1'.repeat(40),
  ]
  for (const text of bad) {
    assert.throws(
      () => readMaxPrice({ 'mtg-max-price': text }),
      { code: 'invalid_request', message: /Mtg-Max-Price/ },
      text,
    )
  }
  assert.throws(() => readMaxPrice({ 'mtg-max-price': ['1', '2'] }), { code: 'invalid_request' })
})
