import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, appError } from '@mtg/errors'
import { createMetrics } from '@mtg/runtime'
import type { UsageRecord } from '../domain/usage-record.ts'
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

test('an outage or a bug never makes a record invalid: all of them come again', async () => {
  for (const failure of [appError('database_error'), withState('42P01'), new Error('a bug')]) {
    const recorder = recorderOn(() => {
      throw failure
    })
    await assert.rejects(recorder.record(records), (thrown: unknown) => thrown === failure)
  }
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
