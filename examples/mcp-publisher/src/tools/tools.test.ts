import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextRuns, parseCron } from './cron.ts'
import { addToDate, daysBetween } from './dates.ts'
import { queryJson, validateJson } from './json.ts'
import { commonHours } from './meeting.ts'
import { extractSummary } from './summary.ts'
import { textStatistics } from './text.ts'
import { convertUnits } from './units.ts'

test('units convert within a dimension, temperatures by their zero', () => {
  assert.equal(convertUnits(26.2, 'mi', 'km'), 42.1648128)
  assert.equal(convertUnits(-40, '°F', 'celsius'), -40)
  assert.equal(convertUnits(1, 'GiB', 'MB'), 1073.741824)
})

test('units that do not fit, or are unknown, are refused by name', () => {
  assert.throws(() => convertUnits(1, 'kg', 'm'), /kg measures mass, but m measures length/)
  assert.throws(() => convertUnits(1, 'ell', 'm'), /unknown unit "ell"/)
})

test('a month after the last day of a month is the last day of the next', () => {
  assert.equal(addToDate('2024-01-31', { months: 1 }), '2024-02-29')
  assert.equal(addToDate('2026-03-31', { months: -1 }), '2026-02-28')
  assert.equal(addToDate('2026-12-28', { days: 7 }), '2027-01-04')
  assert.throws(() => addToDate('2026-02-30', { days: 1 }), /is not a date/)
})

test('working days leave Saturdays and Sundays out', () => {
  assert.deepEqual(daysBetween('2026-07-24', '2026-07-28'), { days: 4, workingDays: 2 })
  assert.deepEqual(daysBetween('2026-07-28', '2026-07-24'), { days: -4, workingDays: -2 })
  assert.deepEqual(daysBetween('2026-01-01', '2027-01-01'), { days: 365, workingDays: 261 })
})

test('a path picks values out of JSON, and only own ones', () => {
  const document = { orders: [{ total: 1 }, { total: 2 }, {}] }
  assert.deepEqual(queryJson(document, 'orders[*].total'), [1, 2])
  assert.deepEqual(queryJson(document, 'orders[1]'), [{ total: 2 }])
  assert.deepEqual(queryJson(document, 'constructor.name'), [])
  assert.throws(() => queryJson(document, 'orders[x'), /is not a path/)
})

test('a document is judged by its schema', () => {
  assert.equal(validateJson([1], { type: 'array' }), undefined)
  assert.match(validateJson({}, { type: 'array' }) ?? '', /must be array/)
})

test('cron expressions fire when every cron would', () => {
  const runs = (expression: string, from: string, count: number) =>
    nextRuns(parseCron(expression), Date.parse(from), count).map(run => run.toISOString().slice(0, 16))
  assert.deepEqual(runs('30 9 * * mon-fri', '2026-07-31T10:00:00Z', 1), ['2026-08-03T09:30'])
  assert.deepEqual(runs('0 0 29 2 *', '2026-01-01T00:00:00Z', 1), ['2028-02-29T00:00'])
  assert.deepEqual(runs('0 0 13 * 5', '2026-02-01T00:00:00Z', 3), [
    '2026-02-06T00:00',
    '2026-02-13T00:00',
    '2026-02-20T00:00',
  ])
  assert.deepEqual(runs('*/20 * * * *', '2026-07-28T00:00:00Z', 2), ['2026-07-28T00:20', '2026-07-28T00:40'])
  assert.deepEqual(runs('0 0 31 2 *', '2026-01-01T00:00:00Z', 1), [])
  assert.throws(() => parseCron('61 * * * *'), /"61" is not a minute from 0 to 59/)
  assert.throws(() => parseCron('* * * *'), /five fields/)
})

test('a meeting is found in the hours that all share', () => {
  const hours = commonHours('2026-07-28', ['Europe/Berlin', 'America/New_York']).map(hour => hour.getUTCHours())
  assert.deepEqual(hours, [13, 14])
  assert.throws(() => commonHours('2026-07-28', ['Mars/Olympus']), RangeError)
})

test('a summary keeps the sentences that carry most, in their order, and tells of every paragraph', async () => {
  const text = 'Birds sing. Gateways meter gateways.\n\nIt rains. Gateways bill what gateways meter.'
  const told: number[] = []
  const summary = await extractSummary(text, 2, async done => void told.push(done))
  assert.deepEqual(summary, ['Gateways meter gateways.', 'Gateways bill what gateways meter.'])
  assert.deepEqual(told, [1, 2])
})

test('characters are counted as people see them', () => {
  const { characters, words } = textStatistics('naïve 👩‍👩‍👧')
  assert.deepEqual([characters, words], [7, 1])
})
