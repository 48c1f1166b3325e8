import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundLines, isMonthClosed, monthOf, monthsBetween } from './monthly-statement.ts'

test('a month has a name, begins and ends at midnight UTC, and is closed an hour after its end', () => {
  const december = monthOf('2026-12')
  assert.ok(december)
  assert.equal(december.from.toISOString(), '2026-12-01T00:00:00.000Z')
  assert.equal(december.to.toISOString(), '2027-01-01T00:00:00.000Z')
  assert.equal(isMonthClosed(december, Date.UTC(2027, 0, 1, 0, 59)), false)
  assert.equal(isMonthClosed(december, Date.UTC(2027, 0, 1, 1)), true)
  for (const name of ['', '2026', '2026-13', '2026-00', '1999-01', '2026-1', '2026-12-01', ' 2026-12']) {
    assert.equal(monthOf(name), undefined, name)
  }
})

test('months between two moments are all there, newest first', () => {
  const names = monthsBetween(new Date('2026-11-30T23:59:59Z'), new Date('2027-02-01T00:00:00Z')).map(
    ({ name }) => name,
  )
  assert.deepEqual(names, ['2027-02', '2027-01', '2026-12', '2026-11'])
})

test('very many lines become fewer, and still add up', () => {
  const lines = Array.from({ length: 5000 }, (_, index) => ({
    kind: index % 2 === 0 ? 'capture' : 'correction',
    app: `acme/app-${index}`,
    entryCount: 1n,
    amountMicros: BigInt(index % 2 === 0 ? -index : index),
  }))
  const bounded = boundLines(lines)
  assert.equal(bounded.length, 2002)
  const total = (of: readonly (typeof lines)[number][]) => of.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)
  assert.equal(total(bounded), total(lines))
  assert.equal(
    bounded.reduce((sum, { entryCount }) => sum + entryCount, 0n),
    5000n,
  )
})
