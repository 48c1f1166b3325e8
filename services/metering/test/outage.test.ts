import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AppError } from '@mtg/errors'
import { createMetrics } from '@mtg/observability'
import { openDatabase } from '@mtg/postgres'
import { createIngest } from '../src/use-cases/record/ingest.ts'
import { createRecorder } from '../src/use-cases/record/recorder.ts'
import { log, observationEvent, usageEvent } from './harness.ts'

// Nothing listens on the discard port.
const port = 9
const db = openDatabase({ url: `postgresql://nobody@127.0.0.1:${port}/none`, poolMax: 1, applicationName: 'test', log })
after(() => db.close())
const metrics = createMetrics('metering')
const recorder = createRecorder({ db, metrics, bounds: { futureMaxMs: 300_000, ageMaxDays: 35 }, onSplit: () => {} })
const ingest = createIngest({ db, recorder, log, metrics })

const isDatabaseError = (thrown: unknown) => thrown instanceof AppError && thrown.code === 'database_error'

test('without the database no usage event counts as handled, good or bad', async () => {
  await assert.rejects(ingest.handle({ recorded: [usageEvent()], observed: [] }), isDatabaseError)
  await assert.rejects(ingest.handle({ recorded: [usageEvent({ tier: 'gold' })], observed: [] }), isDatabaseError)
  await assert.rejects(ingest.keepPoison({ subject: 's', payload: Buffer.from('p'), reason: 'r' }), isDatabaseError)
})

test('without the database observations are given up and counted, so that they hold up nothing', async () => {
  await ingest.handle({ recorded: [], observed: [observationEvent(), observationEvent()] })
  assert.match(await metrics.text(), /mtg_call_observations_lost_total\{[^}]*\} 2\n/)
})
