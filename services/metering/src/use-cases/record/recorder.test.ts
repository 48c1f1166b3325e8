import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, appError } from '@mtg/errors'
import { createMetrics } from '@mtg/observability'
import type { UsageRecord } from '../../domain/usage-record.ts'
import { createRecorder } from './recorder.ts'

const records = ['a', 'b', 'c', 'd', 'e'].map(callId => ({ callId }) as UsageRecord)

/** A database that stores what it is given, unless `fail` throws for a statement's call ids. */
function recorderOn(fail: (callIds: readonly string[]) => void) {
  const query = async (_statement: unknown, values: readonly unknown[] = []) => {
    fail(String(values[0]).slice(1, -1).split(','))
    return []
  }
  return createRecorder({
    db: { query },
    metrics: createMetrics('metering'),
    bounds: { futureMaxMs: 1, ageMaxDays: 1 },
    onSplit: () => {},
  })
}

const withState = (code: string) => Object.assign(new Error('refused'), { code })

const codeOf = (outcome: unknown) => (outcome instanceof AppError ? outcome.code : outcome)

test('a value that only the database refuses makes its own record invalid and no other', async () => {
  const recorder = recorderOn(callIds => {
    if (callIds.includes('d')) throw withState('22003')
  })
  const outcomes = await recorder.record(records)
  assert.deepEqual(outcomes.map(codeOf), ['recorded', 'recorded', 'recorded', 'invalid_record', 'recorded'])
})

test('an outage makes no record invalid: all of them come again', async () => {
  const failure = appError('database_error')
  const recorder = recorderOn(() => {
    throw failure
  })
  await assert.rejects(recorder.record(records), (thrown: unknown) => thrown === failure)
})

test('one record that fails for any other reason fails alone, and is not called invalid', async () => {
  for (const failure of [withState('54000'), new Error('a bug')]) {
    const recorder = recorderOn(callIds => {
      if (callIds.includes('d')) throw failure
    })
    const outcomes = await recorder.record(records)
    assert.deepEqual(outcomes.map(codeOf), ['recorded', 'recorded', 'recorded', 'internal_error', 'recorded'])
  }
})

test('a database that fails at everything is not asked about each of many records', async () => {
  let statements = 0
  const recorder = recorderOn(() => {
    statements += 1
    throw withState('42P01')
  })
  const many = Array.from({ length: 2000 }, (_, index) => ({ callId: `c${index}` }) as UsageRecord)
  await assert.rejects(recorder.record(many))
  assert.ok(statements < 50, `${statements} statements`)
})

test('a deadlock is tried again, and given up as database_error when it does not end', async () => {
  let attempts = 0
  const once = recorderOn(() => {
    attempts += 1
    if (attempts === 1) throw withState('40P01')
  })
  assert.deepEqual(
    (await once.record(records)).map(codeOf),
    Array.from(records, () => 'recorded'),
  )
  const always = recorderOn(() => {
    throw withState('40P01')
  })
  await assert.rejects(always.record(records), (thrown: unknown) => codeOf(thrown) === 'database_error')
})

test('nothing to record asks the database nothing', async () => {
  const recorder = recorderOn(() => assert.fail('asked'))
  assert.deepEqual(await recorder.record([]), [])
})
