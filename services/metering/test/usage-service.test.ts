import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { metering } from '@mtg/contracts'
import { AppError, type ErrorCode } from '@mtg/errors'
import type { Queryable, Statement } from '@mtg/postgres'
import { uuidv7 } from '@mtg/primitives'
import { fromTimestamp, toTimestamp } from '@mtg/rpc'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { listCalls } from '../src/store/calls.ts'
import { listKeyUses } from '../src/store/key-uses.ts'
import { callMarks, sumOutcomes } from '../src/store/outcomes.ts'
import { sumPublisherUsage } from '../src/store/publisher-usage.ts'
import { digestCalls } from '../src/store/recorded-calls.ts'
import { sumUsage } from '../src/store/usage-sums.ts'
import { chargedEvent, LIMITS, observationEvent, openStore, serveStore, usageEvent, wireRecord } from './harness.ts'

const store = await openStore()
const served = await serveStore(store)
const { usage, deadLetters } = served
after(async () => {
  await served.close()
  await store.close()
})

const record = (events: readonly unknown[]) => store.ingest.handle({ recorded: events, observed: [] })

const refusedWith = (code: ErrorCode) => (thrown: unknown) => thrown instanceof AppError && thrown.code === code

test('a record is stored once by RecordUsage, and said to be a duplicate afterwards', async () => {
  const request = { record: wireRecord() }
  assert.deepEqual(await usage.RecordUsage(request, LIMITS), { duplicate: false })
  assert.deepEqual(await usage.RecordUsage(request, LIMITS), { duplicate: true })
})

test('RecordUsage refuses with invalid_record, invalid_timestamp and protocol_not_supported', async () => {
  const refusals: [ErrorCode, metering.RecordUsageRequest][] = [
    ['invalid_record', {}],
    ['invalid_record', { record: wireRecord({ buyerId: 'nobody' }) }],
    ['invalid_timestamp', { record: { ...wireRecord(), occurredAt: null } }],
    ['invalid_timestamp', { record: { ...wireRecord(), occurredAt: { seconds: '253402300800000', nanos: 0 } } }],
    ['invalid_timestamp', { record: { ...wireRecord(), occurredAt: toTimestamp(Date.now() + 600_000) } }],
    ['protocol_not_supported', { record: wireRecord({ adapter: 'a2a' }) }],
  ]
  for (const [code, request] of refusals) await assert.rejects(usage.RecordUsage(request, LIMITS), refusedWith(code))
})

test('a stream answers each record on its own', async () => {
  const good = wireRecord()
  const bad = wireRecord({ tier: 'gold' })
  const [stored, refused] = await Promise.all([served.recordOnStream(good), served.recordOnStream(bad)])
  assert.deepEqual(stored.recorded, { duplicate: false })
  assert.equal(refused.refusal?.code, 'invalid_record')
})

test('pages hold every record of a buyer once, newest first, also when many share a time', async () => {
  const buyerId = randomUUID()
  const times = [0, 0, 0, 1, 2, 2, 3].map(seconds => new Date(Date.now() - seconds * 1000).toISOString())
  const events = times.map(occurredAt => usageEvent({ buyerId, occurredAt }))
  await record([...events, usageEvent()])
  const seen: metering.UsageRecord__Output[] = []
  let pageToken = ''
  do {
    const page = await usage.ListUsage({ buyerId, pageSize: 2, pageToken }, LIMITS)
    assert.ok(page.records.length <= 2)
    seen.push(...page.records)
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  const newestFirst = events.toSorted((a, b) => cmp(b.occurredAt, a.occurredAt) || cmp(b.callId, a.callId))
  assert.deepEqual(
    seen.map(item => item.callId),
    newestFirst.map(event => event.callId),
  )
})

const cmp = (left: string, right: string) => (left < right ? -1 : Number(left > right))

test('a list is narrowed by app and by time, the end of which is not included', async () => {
  const buyerId = randomUUID()
  const at = (ms: number) => new Date(Date.now() - 60_000 + ms)
  const [early, middle, late, other] = [at(0), at(1000), at(2000), at(1000)]
  const event = (time: Date, appName = 'search') => usageEvent({ buyerId, appName, occurredAt: time.toISOString() })
  const wanted = event(middle)
  await record([event(early), wanted, event(late), event(other, 'draw')])
  const request = { buyerId, app: 'acme/search', from: toTimestamp(middle), to: toTimestamp(late) }
  const { records, nextPageToken } = await usage.ListUsage(request, LIMITS)
  assert.deepEqual([records.map(item => item.callId), nextPageToken], [[wanted.callId], ''])
})

test('calls of an app, of a key and of both come whole and newest first, page by page, on whatever days they were', async () => {
  const buyerId = randomUUID()
  const keys = [randomUUID(), randomUUID()] as const
  const HOUR_MS = 3_600_000
  const startMs = Date.now() - 10 * 24 * HOUR_MS
  // Every fifth is of the rare app: some days have one, some none.
  const events = Array.from({ length: 24 }, (_, index) => ({
    buyerId,
    callId: uuidv7(startMs + index * 9 * HOUR_MS),
    occurredAt: new Date(startMs + index * 9 * HOUR_MS).toISOString(),
    appName: index % 5 === 0 ? 'rare' : 'search',
    keyId: keys[index % 3 === 0 ? 0 : 1],
  }))
  await record([...events.map(event => usageEvent(event)), usageEvent({ appName: 'rare' })])
  const refused = { buyerId, keyId: keys[0], app: 'acme/rare', code: 'gateway_timeout', chargedMicros: '0' }
  const seen = observationEvent({ ...refused, startedAt: new Date(startMs + 50 * HOUR_MS).toISOString() })
  await store.ingest.handle({ recorded: [], observed: [seen] })
  const all = [
    ...events.map(({ occurredAt, appName, ...rest }) => ({
      ...rest,
      at: occurredAt,
      app: `acme/${appName}`,
      code: 'ok',
    })),
    { ...refused, callId: seen.callId, at: seen.startedAt },
  ].toSorted((a, b) => cmp(b.at, a.at))
  const [fromMs, toMs] = [startMs + 20 * HOUR_MS, startMs + 130 * HOUR_MS]
  for (const app of ['', 'acme/rare', 'acme/search']) {
    for (const keyId of ['', ...keys]) {
      for (const code of ['', 'ok', 'gateway_timeout']) {
        for (const [from, to] of [[null, null] as const, [toTimestamp(fromMs), toTimestamp(toMs)] as const]) {
          const told: string[] = []
          let pageToken = ''
          do {
            const page = await usage.ListCalls({ buyerId, app, keyId, code, from, to, pageSize: 4, pageToken }, LIMITS)
            told.push(...page.calls.map(({ callId }) => callId))
            pageToken = page.nextPageToken
          } while (pageToken !== '')
          const isWanted = (call: (typeof all)[number]) =>
            (app === '' || call.app === app) &&
            (keyId === '' || call.keyId === keyId) &&
            (code === '' || call.code === code) &&
            (from === null || (Date.parse(call.at) >= fromMs && Date.parse(call.at) < toMs))
          const wanted = all.filter(isWanted).map(({ callId }) => callId)
          assert.deepEqual(told, wanted, `${app} ${keyId} ${code}`)
        }
      }
    }
  }
})

test('totals are exact for any range, wherever it cuts hours and days', async context => {
  const buyerId = randomUUID()
  const HOUR_MS = 3_600_000
  const startMs = Date.now() - 4 * 24 * HOUR_MS
  const events = Array.from({ length: 120 }, (_, index) => ({
    timeMs: startMs + Math.floor(index * 0.8 * HOUR_MS),
    chargedMicros: index + 1,
    name: `tool-${index % 3}`,
    keyId: index % 4 === 0 ? '' : `00000000-0000-7000-8000-00000000000${index % 4}`,
  }))
  const gone = events.map(({ timeMs }) =>
    usageEvent({ buyerId, callId: uuidv7(timeMs), occurredAt: new Date(timeMs).toISOString() }),
  )
  await record(gone)
  await usage.RetractUsage({ callIds: gone.map(({ callId }) => callId) }, LIMITS)
  await record(
    events.map(({ timeMs, ...rest }) =>
      usageEvent({
        buyerId,
        callId: uuidv7(timeMs),
        occurredAt: new Date(timeMs).toISOString(),
        ...rest,
        chargedMicros: String(rest.chargedMicros),
      }),
    ),
  )
  const offset = fc.integer({ min: -HOUR_MS, max: 4 * 24 * HOUR_MS })
  const groupings = [
    ['USAGE_GROUPING_TOOL', ({ name }: { name: string }) => `acme/search#${name}`],
    ['USAGE_GROUPING_KEY', ({ keyId }: { keyId: string }) => keyId],
  ] as const
  const anywhere = fc.oneof(
    offset.map(ms => startMs + ms),
    offset.map(ms => Math.floor((startMs + ms) / HOUR_MS) * HOUR_MS),
    offset.map(ms => Math.floor((startMs + ms) / (24 * HOUR_MS)) * 24 * HOUR_MS),
  )
  await fuzz(
    context,
    60,
    fc.asyncProperty(anywhere, anywhere, async (one, two) => {
      const [fromMs, toMs] = [Math.min(one, two), Math.max(one, two)]
      const inside = events.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
      const request = { buyerId, from: toTimestamp(fromMs), to: toTimestamp(toMs) }
      const { totals } = await usage.SummarizeUsage(request, LIMITS)
      assert.equal(Number(totals[0]?.callCount ?? 0), inside.length)
      assert.equal(
        Number(totals[0]?.chargedMicros ?? 0),
        inside.reduce((sum, event) => sum + event.chargedMicros, 0),
      )
      for (const [grouping, groupOf] of groupings) {
        const { sums } = await usage.SummarizeUsageBy({ ...request, grouping }, LIMITS)
        const told = sums.map(({ group, callCount, chargedMicros }) => [
          group,
          Number(callCount),
          Number(chargedMicros),
        ])
        const wanted = Object.entries(Object.groupBy(inside, groupOf)).map(([group, all = []]) => [
          group,
          all.length,
          all.reduce((sum, event) => sum + event.chargedMicros, 0),
        ])
        assert.deepEqual(new Map(told.map(sum => [sum[0], sum])), new Map(wanted.map(sum => [sum[0], sum])))
      }
    }),
  )
  const { totals } = await usage.SummarizeUsage({ buyerId }, LIMITS)
  assert.deepEqual(totals, [{ app: 'acme/search', callCount: '120', chargedMicros: '7260', totalTokens: '0' }])
})

test('totals come per app, by name, and for one app when asked', async () => {
  const buyerId = randomUUID()
  await record(['b', 'a', 'b'].map(appName => usageEvent({ buyerId, appName, totalTokens: '5' })))
  const { totals } = await usage.SummarizeUsage({ buyerId }, LIMITS)
  assert.deepEqual(
    totals.map(total => [total.app, total.callCount, total.totalTokens]),
    [
      ['acme/a', '1', '5'],
      ['acme/b', '2', '10'],
    ],
  )
  const one = await usage.SummarizeUsage({ buyerId, app: 'acme/a' }, LIMITS)
  assert.deepEqual(
    one.totals.map(total => total.app),
    ['acme/a'],
  )
})

test('a call is found by its record, by its observation, or by both', async () => {
  const { callId } = usageEvent()
  await assert.rejects(usage.GetCall({ callId }, LIMITS), refusedWith('not_found'))
  await store.ingest.handle({ recorded: [], observed: [observationEvent({ callId, code: 'app_offline', keyId: '' })] })
  const observed = await usage.GetCall({ callId }, LIMITS)
  assert.deepEqual([observed.record, observed.observation?.code], [null, 'app_offline'])
  await record([usageEvent({ callId, keyId: '' })])
  const both = await usage.GetCall({ callId }, LIMITS)
  assert.equal(both.record?.chargedMicros, '2000')
  assert.deepEqual(both.observation?.stages, [{ name: 'authenticate', durationUs: '40', note: '' }])
})

test('counts per bucket start at the start of the range and leave out what is empty', async () => {
  const fromMs = Date.now() - 20 * 24 * 3_600_000
  const at = (ms: number) => usageEvent({ occurredAt: new Date(fromMs + ms).toISOString() })
  await record([at(-1), at(0), at(9_999), at(10_000), at(30_000)])
  const request = { from: toTimestamp(fromMs), to: toTimestamp(fromMs + 30_000), bucketSeconds: 10 }
  const { buckets } = await usage.CountUsage(request, LIMITS)
  assert.deepEqual(buckets, [
    { start: { ...toTimestamp(fromMs) }, recordCount: '2' },
    { start: { ...toTimestamp(fromMs + 10_000) }, recordCount: '1' },
  ])
})

test('exactly the calls without a record are missing', async () => {
  const [known, unknown] = [usageEvent(), usageEvent()]
  await record([known])
  const callIds = [known.callId, unknown.callId, unknown.callId]
  assert.deepEqual(await usage.FindMissingUsage({ callIds }, LIMITS), { callIds: [unknown.callId] })
})

test('questions that make no sense are invalid_argument', async () => {
  const buyerId = randomUUID()
  const [now, later] = [toTimestamp(Date.now()), toTimestamp(Date.now() + 1000)]
  const month = toTimestamp(Date.now() + 32 * 24 * 3_600_000)
  const questions = [
    usage.ListUsage({}, LIMITS),
    usage.ListUsage({ buyerId: 'ada' }, LIMITS),
    usage.ListUsage({ buyerId, app: 'acme' }, LIMITS),
    usage.ListUsage({ buyerId, pageSize: -1 }, LIMITS),
    usage.ListUsage({ buyerId, pageToken: 'x' }, LIMITS),
    usage.ListUsage({ buyerId, from: later, to: now }, LIMITS),
    usage.SummarizeUsage({ buyerId, app: 'a/b/c' }, LIMITS),
    usage.SummarizeUsage({ buyerId, from: { seconds: '9223372036854775807', nanos: 0 } }, LIMITS),
    usage.GetCall({ callId: 'x' }, LIMITS),
    usage.CountUsage({ to: now, bucketSeconds: 1 }, LIMITS),
    usage.CountUsage({ from: now, to: later, bucketSeconds: 0 }, LIMITS),
    usage.CountUsage({ from: now, to: month, bucketSeconds: 3600 }, LIMITS),
    usage.FindMissingUsage({ callIds: ['x'] }, LIMITS),
    usage.FindMissingUsage({ callIds: Array.from({ length: 10_001 }, () => buyerId) }, LIMITS),
    deadLetters.ListDeadLetters({ pageToken: 'x' }, LIMITS),
  ]
  await Promise.all(questions.map(question => assert.rejects(question, refusedWith('invalid_argument'))))
})

test('a dead letter that is replayed after its cause is gone becomes a record; the others keep their reason', async () => {
  const aheadMs = 10 * 60_000
  const early = usageEvent({ occurredAt: new Date(Date.now() + aheadMs).toISOString() })
  const poison = usageEvent({ tier: 'gold' })
  await record([early, poison])
  const listed = await deadLetters.ListDeadLetters({ pageSize: 500 }, LIMITS)
  const idOf = (callId: string) =>
    listed.deadLetters.find(letter => letter.payload.includes(callId))?.deadLetterId ?? assert.fail(callId)
  const ids = [idOf(early.callId), idOf(poison.callId)]
  assert.deepEqual(await deadLetters.ReplayDeadLetters({ deadLetterIds: ids }, LIMITS), {
    replayedCount: 0,
    failedCount: 2,
  })
  // The clock cannot be moved, so the kept event is: what matters is that the same letter passes once it is acceptable.
  await store.query('UPDATE dead_letters SET payload = $2 WHERE id = $1', [
    ids[0],
    JSON.stringify({ ...early, occurredAt: new Date().toISOString() }),
  ])
  assert.deepEqual(await deadLetters.ReplayDeadLetters({ deadLetterIds: ids }, LIMITS), {
    replayedCount: 1,
    failedCount: 1,
  })
  assert.deepEqual(await usage.FindMissingUsage({ callIds: [early.callId] }, LIMITS), { callIds: [] })
  const rest = await deadLetters.ListDeadLetters({ pageSize: 500 }, LIMITS)
  assert.equal(rest.deadLetters.find(letter => letter.payload.includes(poison.callId))?.reason, 'invalid_record')
  assert.ok(!rest.deadLetters.some(letter => letter.payload.includes(early.callId)))
})

test('records that come and go at once leave sums of exactly those that stay', async () => {
  const buyerId = randomUUID()
  const events = Array.from({ length: 60 }, (_, index) =>
    usageEvent({ buyerId, appName: `app-${index % 3}`, chargedMicros: '7', totalTokens: '2' }),
  )
  const going = events.slice(0, 40).map(event => event.callId)
  await record(events.slice(0, 40))
  const retractions = [going.slice(0, 30), going.slice(10, 40), going].map(callIds =>
    usage.RetractUsage({ callIds }, LIMITS),
  )
  const [counts] = await Promise.all([Promise.all(retractions), record(events.slice(40))])
  assert.equal(
    counts.reduce((sum, { retractedCount }) => sum + retractedCount, 0),
    40,
    'each is taken away once',
  )
  const { totals } = await usage.SummarizeUsage({ buyerId }, LIMITS)
  assert.deepEqual(
    totals.map(total => [total.app, total.callCount, total.chargedMicros, total.totalTokens]),
    [
      ['acme/app-0', '6', '42', '12'],
      ['acme/app-1', '7', '49', '14'],
      ['acme/app-2', '7', '49', '14'],
    ],
  )
})

test('a buyer whose records are all taken away has no totals', async () => {
  const event = usageEvent()
  await record([event])
  assert.deepEqual(await usage.RetractUsage({ callIds: [event.callId, randomUUID()] }, LIMITS), { retractedCount: 1 })
  assert.deepEqual(await usage.SummarizeUsage({ buyerId: event.buyerId }, LIMITS), { totals: [] })
  assert.deepEqual(await usage.RetractUsage({ callIds: [event.callId] }, LIMITS), { retractedCount: 0 })
})

test('what is no call id, or are too many, is refused', async () => {
  await assert.rejects(usage.RetractUsage({ callIds: ['x'] }, LIMITS), refusedWith('invalid_argument'))
  const callIds = Array.from({ length: 10_001 }, () => randomUUID())
  await assert.rejects(usage.RetractUsage({ callIds }, LIMITS), refusedWith('invalid_argument'))
})

test('calls that were not charged are counted once each by how they ended, for their buyer, in whole hours', async () => {
  const [buyerId, other] = [randomUUID(), randomUUID()]
  const startedAt = new Date().toISOString()
  const codes = ['insufficient_balance', 'insufficient_balance', 'ok', 'app_offline']
  const refused = codes.map(code => observationEvent({ buyerId, code, startedAt, chargedMicros: '0' }))
  const observed = [...refused, observationEvent({ buyerId: other, startedAt }), observationEvent({ buyerId: '' })]
  const charged = chargedEvent({ buyerId })
  await store.ingest.handle({ recorded: [charged], observed })
  // Whatever comes again, or has a record, counts nothing.
  await store.ingest.handle({ recorded: [charged], observed: [...refused, ...refused] })
  const span = { from: toTimestamp(new Date(startedAt)), to: toTimestamp(Date.now() + 3_600_000) }
  const { sums } = await usage.SummarizeOutcomes({ buyerId, ...span }, LIMITS)
  assert.deepEqual(sums, [
    { code: 'app_offline', callCount: '1' },
    { code: 'insufficient_balance', callCount: '2' },
    { code: 'ok', callCount: '1' },
  ])
  const before = { to: toTimestamp(Date.now() - 7_200_000) }
  assert.deepEqual((await usage.SummarizeOutcomes({ buyerId, ...before }, LIMITS)).sums, [])
})

test('the last use of a key is told to its buyer alone, and an older one that comes later changes nothing', async () => {
  const [buyerId, keyId, refusedKeyId] = [randomUUID(), randomUUID(), randomUUID()]
  const at = (ms: number) => new Date(Date.now() - ms).toISOString()
  const [first, second] = [
    usageEvent({ buyerId, keyId, occurredAt: at(500) }),
    usageEvent({ buyerId, keyId, occurredAt: at(9000) }),
  ]
  const refused = observationEvent({ buyerId, keyId: refusedKeyId, startedAt: at(3000) })
  await store.ingest.handle({ recorded: [first], observed: [refused] })
  await store.writeKeyUses()
  await store.ingest.handle({ recorded: [second], observed: [] })
  await store.writeKeyUses()
  const keyIds = [keyId, refusedKeyId, randomUUID()]
  const { uses } = await usage.ListKeyUses({ buyerId, keyIds }, LIMITS)
  const usedAt = (id: string) => fromTimestamp(uses.find(use => use.keyId === id)?.lastUsedAt ?? null)?.toISOString()
  assert.deepEqual([usedAt(keyId), usedAt(refusedKeyId), uses.length], [first.occurredAt, refused.startedAt, 2])
  assert.deepEqual((await usage.ListKeyUses({ buyerId: randomUUID(), keyIds }, LIMITS)).uses, [])
})

test('the mark of a buyer changes with each call of theirs, and with nobody else’s', async () => {
  const [buyerId, other] = [randomUUID(), randomUUID()]
  const marks = async () => {
    const answer = await usage.ListCallMarks({ buyerIds: [buyerId, other] }, LIMITS)
    const markOf = (id: string) => answer.marks.find(mark => mark.buyerId === id)?.mark
    return [markOf(buyerId), markOf(other)] as const
  }
  const nothing = await marks()
  await record([usageEvent({ buyerId })])
  const charged = await marks()
  await store.ingest.handle({ recorded: [], observed: [observationEvent({ buyerId, code: 'app_offline' })] })
  const refused = await marks()
  assert.equal(new Set([nothing[0], charged[0], refused[0]]).size, 3)
  assert.deepEqual(new Set([nothing[1], charged[1], refused[1]]).size, 1)
  const tooMany = { buyerIds: Array.from({ length: 501 }, () => buyerId) }
  await assert.rejects(usage.ListCallMarks(tooMany, LIMITS), refusedWith('invalid_argument'))
})

test('whatever a page of the console asks for can be read along an index, however many calls there are', async () => {
  const buyerId = randomUUID()
  const always = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }
  const calls = {
    buyerId,
    app: undefined,
    code: undefined,
    keyId: undefined,
    span: always,
    after: undefined,
    limit: 51,
  }
  const questions: [string, (db: Queryable) => Promise<unknown>][] = [
    ['calls', db => listCalls(db, calls)],
    ['calls of a key', db => listCalls(db, { ...calls, keyId: randomUUID(), code: 'ok' })],
    ['calls of an app', db => listCalls(db, { ...calls, app: { publisherUsername: 'acme', appName: 'search' } })],
    ['failed calls', db => listCalls(db, { ...calls, code: 'gateway_timeout' })],
    ...(['day', 'app', 'tool', 'key'] as const).map((grouping): [string, (db: Queryable) => Promise<unknown>] => [
      `usage by ${grouping}`,
      db => sumUsage(db, { buyerId, grouping, span: { fromMs: Date.now() - 2_600_000_000, toMs: Date.now() } }),
    ]),
    ...(['day', 'app', 'tool'] as const).map((grouping): [string, (db: Queryable) => Promise<unknown>] => [
      `usage of a publisher by ${grouping}`,
      db =>
        sumPublisherUsage(db, { username: 'acme', appName: 'search', grouping, days: { fromMs: 0, toMs: Date.now() } }),
    ]),
    ['errors', db => sumOutcomes(db, buyerId, { fromMs: Date.now() - 86_400_000, toMs: always.toMs })],
    ['last uses', db => listKeyUses(db, buyerId, [randomUUID()])],
    ['what moves', db => callMarks(db, [buyerId])],
    ['drift', db => digestCalls(db, [uuidv7(0), uuidv7(Date.now())])],
  ]
  // So that the tables' present size plays no part: reading a whole table is what is left where no index fits.
  await store.query('SET enable_seqscan = off')
  for (const [name, ask] of questions) {
    const plans: string[] = []
    const explaining = {
      query: async ({ text }: Statement, values: readonly unknown[] = []) => {
        const rows = await store.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])
        plans.push(...rows.map(row => row['QUERY PLAN']))
        return []
      },
    }
    await ask(explaining)
    assert.match(plans.join('\n'), /Index/, name)
    assert.doesNotMatch(plans.join('\n'), /Seq Scan on/, name)
  }
  await store.query('RESET enable_seqscan')
})
