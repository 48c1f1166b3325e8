import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { formatMicros, parseMicros, readMicros } from './micros.ts'

test('an amount is exact to the last micro-USD', () => {
  assert.equal(parseMicros('0.000001'), 1n)
  assert.equal(parseMicros('25'), 25_000_000n)
  assert.equal(parseMicros('9223372036854.775807'), 2n ** 63n - 1n)
})

test('what is no plain decimal number is refused', () => {
  for (const text of ['', ' 1', '1.', '.5', '1e3', '+1', '0x1', '1,5', 'NaN', '١', '-1', '0.0000001']) {
    assert.ok('fault' in readMicros(text), text)
  }
})

test('an amount is shown with at least two decimals and no needless zeros', () => {
  const shown = [0n, 1n, 25_000_000n, 24_998_000n, 1_500_000n, -20_000n].map(formatMicros)
  assert.deepEqual(shown, ['0.00', '0.000001', '25.00', '24.998', '1.50', '-0.02'])
})

test('what is shown is read back as the same amount', async context => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
  const property = fc.property(amounts, micros => parseMicros(formatMicros(micros)) === micros)
  await fuzz(context, 100, property)
})
