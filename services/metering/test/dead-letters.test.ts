import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { AppError, appError } from '@mtg/errors'
import { createMetrics } from '@mtg/observability'
import { expireDeadLetters, listDeadLetters } from '../src/store/dead-letters.ts'
import { createIngest } from '../src/use-cases/record/ingest.ts'
import type { Recorder } from '../src/use-cases/record/recorder.ts'
import { replayDeadLetters } from '../src/use-cases/record/replay-dead-letters.ts'
import { log, openStore, type Store, usageEvent } from './harness.ts'

let store: Store

before(async () => {
  store = await openStore()
})
after(() => store.close())

const letters = () => listDeadLetters(store.db, 0n, 1000)
const nothingObserved = { observed: [] }

function ingestOf({
  deadLettersMax = 10_000,
  recorder = store.recorder,
}: {
  deadLettersMax?: number
  recorder?: Recorder
}) {
  const metrics = createMetrics('metering')
  return { ...createIngest({ db: store.db, recorder, log, metrics, deadLettersMax }), metrics }
}

test('of poison of 400 KB sixteen are kept, with its size and the hash of all of it; it is not replayed', async () => {
  const payload = Buffer.from('x'.repeat(400_000))
  await store.ingest.keepPoison({ subject: 'usage.v1.recorded', payload, reason: 'not JSON' })
  await store.ingest.keepPoison({ subject: 'usage.v1.recorded', payload, reason: 'not JSON' })
  const [letter] = await letters()
  assert.ok(letter !== undefined)
  assert.equal(letter.payload.length, 16 * 1024)
  assert.deepEqual([letter.payloadBytes, letter.whole, letter.deliveryCount], [400_000, false, 2])
  const [row] = await store.query<{ digest: Buffer }>('SELECT digest FROM dead_letters')
  const digest = createHash('sha256').update('usage.v1.recorded\n').update(payload).digest()
  assert.ok(row?.digest.equals(digest))
  assert.deepEqual(await replayDeadLetters(store, [letter.id]), { replayedCount: 0, failedCount: 1 })
  assert.match((await letters())[0]?.detail ?? '', /only its beginning was kept/)
})

test('a flood of poison fills no disk: beyond the bound it is counted, and good records go on', async () => {
  await store.query('DELETE FROM dead_letters')
  const ingest = ingestOf({ deadLettersMax: 20 })
  const poison = Array.from({ length: 700 }, () => usageEvent({ tier: 'gold' }))
  const good = usageEvent()
  await ingest.handle({ recorded: [...poison, good], ...nothingObserved })
  await ingest.handle({ recorded: poison.slice(0, 5), ...nothingObserved })
  assert.equal((await letters()).length, 20)
  assert.match(await ingest.metrics.text(), /mtg_usage_dead_letters_unkept_total\{service="metering"\} 680\n/)
  assert.equal((await store.query('SELECT 1 FROM usage_records WHERE call_id = $1', [good.callId])).length, 1)
})

test('a dead letter that nobody minds is gone after its time, and a younger one stays', async () => {
  await store.query('DELETE FROM dead_letters')
  await store.ingest.handle({
    recorded: [usageEvent({ tier: 'gold' }), usageEvent({ tier: 'silver' })],
    ...nothingObserved,
  })
  await store.query("UPDATE dead_letters SET last_seen_at = now() - interval '31 days' WHERE payload LIKE '%gold%'")
  assert.equal(await expireDeadLetters(store.db, 30), 1)
  const left = await letters()
  assert.equal(left.length, 1)
  assert.match(left[0]?.payload ?? '', /silver/)
})

test('one event of a thousand that fails for no fault of its own buries none of the others, and only itself at last', async () => {
  await store.query('DELETE FROM dead_letters')
  const events = Array.from({ length: 1000 }, () => usageEvent())
  const unlucky = events[500]?.callId
  const recorder: Recorder = {
    async record(records) {
      const outcomes = await store.recorder.record(records.filter(({ callId }) => callId !== unlucky))
      return records.map(({ callId }) =>
        callId === unlucky ? appError('internal_error') : (outcomes.shift() ?? 'recorded'),
      )
    },
  }
  const ingest = ingestOf({ recorder })
  const isOurs = (thrown: unknown) => thrown instanceof AppError && thrown.code === 'internal_error'
  await assert.rejects(ingest.handle({ recorded: events, ...nothingObserved, isLast: false }), isOurs)
  assert.deepEqual(await letters(), [])
  await ingest.handle({ recorded: events, ...nothingObserved, isLast: true })
  const kept = await letters()
  assert.deepEqual([kept.length, kept[0]?.reason], [1, 'internal_error'])
  assert.ok(kept[0]?.payload.includes(String(unlucky)))
  const ids = events.map(({ callId }) => callId)
  const [row] = await store.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM usage_records WHERE call_id = ANY ($1)',
    [ids],
  )
  assert.equal(row?.count, 999)
})
