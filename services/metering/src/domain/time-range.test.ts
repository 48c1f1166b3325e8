import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { type Span, splitDays, splitRange } from './time-range.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const spansOf = (range: Span) => {
  const { records, hours, days } = splitRange(range)
  return { records: [...records], hours: [...hours], days: [days] }
}

const isInside = (timeMs: number, span: Span) => timeMs >= span.fromMs && timeMs < span.toMs

const time = fc.integer({ min: -5 * DAY_MS, max: 5 * DAY_MS })
const edge = fc.oneof(
  time,
  time.map(ms => Math.round(ms / HOUR_MS) * HOUR_MS),
  time.map(ms => Math.round(ms / DAY_MS) * DAY_MS),
)
const range = fc.record({
  fromMs: fc.oneof(edge, fc.constant(Number.NEGATIVE_INFINITY)),
  toMs: fc.oneof(edge, fc.constant(Number.POSITIVE_INFINITY)),
})

test('each moment of a range lies in exactly one span, and no other moment in any', async context => {
  await fuzz(
    context,
    2000,
    fc.property(range, edge, (span, moment) => {
      const holders = Object.values(spansOf(span))
        .flat()
        .filter(part => isInside(moment, part))
      assert.equal(holders.length, isInside(moment, span) ? 1 : 0)
      const { records, days } = splitDays(span)
      const dayHolders = [...records, days].filter(part => isInside(moment, part))
      assert.equal(dayHolders.length, isInside(moment, span) ? 1 : 0)
    }),
  )
})

test('sums are only read over whole hours and days', async context => {
  await fuzz(
    context,
    100,
    fc.property(range, span => {
      const { hours, days } = spansOf(span)
      const isWhole = (unitMs: number) => (part: Span) =>
        [part.fromMs, part.toMs].every(ms => !Number.isFinite(ms) || ms % unitMs === 0)
      assert.ok(hours.every(isWhole(HOUR_MS)))
      assert.ok(isWhole(DAY_MS)(splitDays(span).days))
      assert.ok(days.every(isWhole(DAY_MS)))
    }),
  )
})

test('single records are read for less than two hours of a range that is longer', async context => {
  await fuzz(
    context,
    100,
    fc.property(range, span => {
      const readMs = spansOf(span).records.reduce((sum, part) => sum + (part.toMs - part.fromMs || 0), 0)
      assert.ok(readMs < 2 * HOUR_MS)
    }),
  )
})
