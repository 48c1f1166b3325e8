import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Database } from '@mtg/postgres'
import { asCallId, type CallId, readUuid } from '@mtg/primitives'
import { captureCalls } from '../src/store/capture-calls.ts'
import { openBooks } from './books.ts'
import { codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'
import { openKeys } from './keys.ts'

const PRICE = 2000n

let system: Harness
let db: Database
let keys: ReturnType<typeof openKeys>

before(async () => {
  system = await startHarness()
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  db = openBooks(system.env)
  keys = openKeys(system.address)
})
after(async () => {
  keys?.close()
  await db?.close()
  await system?.stop()
})

const callIdOf = (text: string): CallId => asCallId(readUuid(text) ?? assert.fail(text))

async function reserved(buyerId: string, keyId = ''): Promise<CallId> {
  return callIdOf((await system.reserve({ buyerId, keyId })).callId)
}

const captureOf = (callId: CallId) =>
  ({ kind: 'settle', action: 'capture', callId, totalTokens: 7n, outcome: 'ok' }) as const

async function callsOfEveryKind() {
  const [buyerId, other] = [await system.buyer(100_000n), await system.buyer(100_000n)]
  const keyId = await keys.set(buyerId, { totalMicros: '50000' })
  const ordinary = await Promise.all([reserved(buyerId), reserved(buyerId), reserved(other), reserved(buyerId)])
  const [again, released, limited] = await Promise.all([reserved(buyerId), reserved(buyerId), reserved(buyerId, keyId)])
  await system.capture(again)
  await system.release(released)
  return { buyerId, other, keyId, ordinary, again, released, limited, unknown: callIdOf(randomUUID()) }
}

test('captures that come together each get their own answer, whatever became of their calls before', async () => {
  const { buyerId, other, keyId, ordinary, again, released, limited, unknown } = await callsOfEveryKind()
  const answers = await Promise.all([
    ...[...ordinary, again, limited].map(callId => system.capture(callId)),
    ...[released, unknown].map(callId => codeOf(system.capture(callId))),
  ])
  assert.deepEqual(answers, [...Array(6).fill(PRICE), 'reservation_resolved', 'reservation_not_found'])
  assert.deepEqual(await system.wallet(buyerId), { balance: 100_000n - 5n * PRICE, held: 0n })
  assert.deepEqual(await system.wallet(other), { balance: 100_000n - PRICE, held: 0n })
  assert.deepEqual((await keys.spending(keyId)).total, PRICE)
  assert.deepEqual(await system.breaches(), [])
})

test('the statement for captures takes the price of open calls, and leaves to the other whatever else there is', async () => {
  const { buyerId, ordinary, again, released, limited, unknown } = await callsOfEveryKind()
  const all = [...ordinary, again, released, limited, unknown]
  const taken = await captureCalls(db, all.map(captureOf))
  assert.deepEqual(taken, new Map(ordinary.map(callId => [callId, PRICE])))
  assert.deepEqual(await captureCalls(db, all.map(captureOf)), new Map())
  assert.deepEqual(await system.wallet(buyerId), { balance: 100_000n - 4n * PRICE, held: PRICE })
  const { rows } = await system.sql.query('SELECT total_tokens, outcome FROM reservations WHERE call_id = $1', [
    ordinary[0],
  ])
  assert.deepEqual(rows, [{ total_tokens: '7', outcome: 'ok' }])
  await system.release(limited)
  assert.deepEqual(await system.breaches(), [])
})

test('of captures and releases of the same calls at once, at two processes, one wins each, and the money says which', async () => {
  const other = openBooks(system.env)
  const buyers = await Promise.all([1, 2, 3].map(() => system.buyer(100_000n)))
  const calls = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const buyerId = buyers[index % buyers.length] ?? ''
      return { buyerId, callId: await reserved(buyerId) }
    }),
  )
  const captures = calls.map(({ callId }) => captureOf(callId))
  const [here, there] = await Promise.all([
    captureCalls(db, captures),
    captureCalls(other, captures.toReversed()),
    ...calls.filter((_, index) => index % 2 === 0).map(({ callId }) => system.release(callId).catch(() => 0n)),
  ])
  await other.close()
  for (const buyerId of buyers) {
    const taken = calls.filter(call => call.buyerId === buyerId && (here.has(call.callId) || there.has(call.callId)))
    assert.deepEqual(await system.wallet(buyerId), { balance: 100_000n - BigInt(taken.length) * PRICE, held: 0n })
  }
  assert.equal(calls.filter(({ callId }) => here.has(callId) && there.has(callId)).length, 0)
  assert.deepEqual(await system.breaches(), [])
})
