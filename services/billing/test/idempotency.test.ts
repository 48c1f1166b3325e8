import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { createClient } from '@mtg/rpc'
import { listCaptured } from '../src/store/captured-calls.ts'
import { purgeKeys } from '../src/store/idempotency-keys.ts'
import { openBooks } from './books.ts'
import { codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

const PRICE = 2000n
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":"é"}') }

let system: Harness
const clients: { close(): void }[] = []
let db: Database
let attempts: ReturnType<typeof connect>

function connect(address: string) {
  const client = createClient(services.billing.IdempotencyService, { address })
  clients.push(client)
  return client
}

before(async () => {
  system = await startHarness()
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  attempts = connect(system.address)
  db = openBooks(system.env, 1)
})
after(async () => {
  for (const client of clients) client.close()
  await db?.close()
  await system?.stop()
})

const sha256 = (text: string) => createHash('sha256').update(text).digest()

interface Attempt {
  buyerId: string
  keyHash: Buffer
  callId: string
}

const attemptOf = (buyerId: string, key = 'key'): Attempt => ({ buyerId, keyHash: sha256(key), callId: randomUUID() })

function begin(attempt: Attempt, fingerprint = 'request'): Promise<billing.BeginAttemptResponse__Output> {
  return attempts.BeginAttempt({ ...attempt, fingerprint: sha256(fingerprint) }, LIMITS)
}

/** A key whose attempt is as old as its edge died long ago. */
async function letLeaseLapse({ callId }: Attempt, ago = '1 s'): Promise<void> {
  const set = 'UPDATE idempotency_keys SET lease_until = now() - $2::interval WHERE call_id = $1'
  await system.sql.query(set, [callId, ago])
}

async function assertWallet(buyerId: string, balance: bigint, held: bigint): Promise<void> {
  assert.deepEqual(await system.wallet(buyerId), { balance, held })
  assert.deepEqual(await system.breaches(), [])
}

test('of many concurrent attempts at one request, over two processes, exactly one starts', async () => {
  const other = connect(await system.startTwin())
  const buyerId = randomUUID()
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const request = { ...attemptOf(buyerId), fingerprint: sha256('request') }
      return (index % 2 === 0 ? attempts : other).BeginAttempt(request, LIMITS)
    }),
  )
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome)
  assert.equal(counts.get('started')?.length, 1)
  assert.equal(counts.get('underWay')?.length, 39)
})

test('a finished request gives its answer, byte for byte, and the call that was charged', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  assert.equal((await attempts.FinishAttempt({ ...first, answer }, LIMITS)).done, true)
  assert.equal((await attempts.FinishAttempt(first, LIMITS)).done, true, 'a second time changes nothing')
  const { done } = await begin({ ...first, callId: randomUUID() })
  assert.equal(done?.callId, first.callId)
  assert.deepEqual(done?.answer, answer)
})

test('kept answers are encrypted at rest', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  await attempts.FinishAttempt({ ...first, answer: { ...answer, body: Buffer.from('a secret answer') } }, LIMITS)
  const { rows } = await system.sql.query<{ answer_sealed: Buffer }>(
    'SELECT answer_sealed FROM idempotency_keys WHERE call_id = $1',
    [first.callId],
  )
  assert.equal(rows[0]?.answer_sealed.includes('secret'), false)
})

test('a finished request whose answer was not kept is known to be done', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  await attempts.FinishAttempt(first, LIMITS)
  const { done } = await begin({ ...first, callId: randomUUID() })
  assert.equal(done?.callId, first.callId)
  assert.equal(done?.answer, null)
})

test('a key that stands for another request is refused, under way and done', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  assert.equal(await codeOf(begin({ ...first, callId: randomUUID() }, 'another')), 'idempotency_conflict')
  await attempts.FinishAttempt({ ...first, answer }, LIMITS)
  assert.equal(await codeOf(begin({ ...first, callId: randomUUID() }, 'another')), 'idempotency_conflict')
})

test('the same key of another buyer is another key', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  const { outcome } = await begin({ ...first, buyerId: randomUUID(), callId: randomUUID() }, 'another')
  assert.equal(outcome, 'started')
})

test('beginning again with the same call is answered as the first time', async () => {
  const first = attemptOf(randomUUID())
  assert.equal((await begin(first)).outcome, 'started')
  assert.equal((await begin(first)).outcome, 'started')
})

test('an abandoned attempt leaves its key free, for any request', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  await attempts.AbandonAttempt({ ...first, outcome: 'publisher_error' }, LIMITS)
  assert.equal((await begin({ ...first, callId: randomUUID() }, 'another')).outcome, 'started')
})

test('an abandoned attempt costs nothing, even when its capture happened after all', async () => {
  const buyerId = await system.buyer(10_000n)
  const first = attemptOf(buyerId)
  await begin(first)
  await system.reserve({ buyerId, callId: first.callId })
  await system.capture(first.callId)
  await attempts.AbandonAttempt({ ...first, outcome: 'internal_error' }, LIMITS)
  await assertWallet(buyerId, 10_000n, 0n)
})

test('abandoning a request that is done changes nothing', async () => {
  const buyerId = await system.buyer(10_000n)
  const first = attemptOf(buyerId)
  await begin(first)
  await system.reserve({ buyerId, callId: first.callId })
  await system.capture(first.callId)
  await attempts.FinishAttempt({ ...first, answer }, LIMITS)
  await attempts.AbandonAttempt({ ...first, outcome: 'late' }, LIMITS)
  assert.equal((await begin({ ...first, callId: randomUUID() })).outcome, 'done')
  await assertWallet(buyerId, 10_000n - PRICE, 0n)
})

test('an attempt that is renewed in time is not taken over', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  await letLeaseLapse(first)
  await attempts.RenewAttempt(first, LIMITS)
  assert.equal((await begin({ ...first, callId: randomUUID() })).outcome, 'underWay')
})

test('when an edge died after its capture, the next attempt gives the money back and starts anew', async () => {
  const buyerId = await system.buyer(10_000n)
  const first = attemptOf(buyerId)
  await begin(first)
  await system.reserve({ buyerId, callId: first.callId })
  await system.capture(first.callId)
  await letLeaseLapse(first)

  const second = { ...first, callId: randomUUID() }
  assert.equal((await begin(second)).outcome, 'started')
  await assertWallet(buyerId, 10_000n, 0n)
  await system.reserve({ buyerId, callId: second.callId })
  await system.capture(second.callId)
  await attempts.FinishAttempt({ ...second, answer }, LIMITS)
  await assertWallet(buyerId, 10_000n - PRICE, 0n)
})

test('an attempt that was only slow cannot be charged once it is taken over, wherever it was', async () => {
  for (const reached of ['begun', 'reserved']) {
    const buyerId = await system.buyer(10_000n)
    const slow = attemptOf(buyerId)
    await begin(slow)
    if (reached === 'reserved') await system.reserve({ buyerId, callId: slow.callId })
    await letLeaseLapse(slow)
    assert.equal((await begin({ ...slow, callId: randomUUID() })).outcome, 'started')

    if (reached === 'begun') {
      assert.equal(await codeOf(system.reserve({ buyerId, callId: slow.callId })), 'reservation_resolved')
    } else {
      assert.equal(await codeOf(system.capture(slow.callId)), 'reservation_resolved')
    }
    assert.equal((await attempts.FinishAttempt({ ...slow, answer }, LIMITS)).done, false)
    assert.equal((await begin({ ...slow, callId: randomUUID() })).outcome, 'underWay', 'its end ends the other one')
    await assertWallet(buyerId, 10_000n, 0n)
  }
})

test('a charge that may yet be given back is no captured call that lacks its usage record', async () => {
  const buyerId = await system.buyer(10_000n)
  const first = attemptOf(buyerId)
  const captured = async () => (await listCaptured(db, { from: first.callId, to: LAST_ID })).includes(first.callId)
  await begin(first)
  await system.reserve({ buyerId, callId: first.callId })
  await system.capture(first.callId)
  assert.equal(await captured(), false, 'under way')
  await letLeaseLapse(first)
  assert.equal(await captured(), false, 'its edge has just died')
  await letLeaseLapse(first, '1 minute')
  assert.equal(await captured(), true, 'nobody has asked again')
  await attempts.RenewAttempt(first, LIMITS)
  await attempts.FinishAttempt({ ...first, answer }, LIMITS)
  assert.equal(await captured(), true, 'finished')
})

test('of many that would take over at once, one does, and the money comes back once', async () => {
  const buyerId = await system.buyer(10_000n)
  const first = attemptOf(buyerId)
  await begin(first)
  await system.reserve({ buyerId, callId: first.callId })
  await system.capture(first.callId)
  await letLeaseLapse(first)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => begin({ ...first, callId: randomUUID() })))
  assert.equal(outcomes.filter(({ outcome }) => outcome === 'started').length, 1)
  await assertWallet(buyerId, 10_000n, 0n)
})

/** A key that was first used as long ago as keys are remembered. */
async function letKeyExpire({ callId }: Attempt): Promise<void> {
  const past = `now() - interval '1 s'`
  await system.sql.query(`UPDATE idempotency_keys SET expires_at = ${past}, lease_until = ${past} WHERE call_id = $1`, [
    callId,
  ])
}

test('a key is free for any request when its time is over', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  await attempts.FinishAttempt({ ...first, answer }, LIMITS)
  await letKeyExpire(first)
  assert.equal((await begin({ ...first, callId: randomUUID() }, 'another')).outcome, 'started')
})

test('keys whose time is over are removed with their answers, and no others', async () => {
  const [old, young] = [attemptOf(randomUUID()), attemptOf(randomUUID())]
  for (const attempt of [old, young]) {
    await begin(attempt)
    await attempts.FinishAttempt({ ...attempt, answer }, LIMITS)
  }
  await letKeyExpire(old)
  await purgeKeys(db, 10)
  const { rows } = await system.sql.query<{ call_id: string }>(
    'SELECT call_id FROM idempotency_keys WHERE call_id = ANY ($1)',
    [[old.callId, young.callId]],
  )
  assert.deepEqual(
    rows.map(row => row.call_id),
    [young.callId],
  )
})

test('an answer that is too large to keep, and a hash that is none, are refused', async () => {
  const first = attemptOf(randomUUID())
  await begin(first)
  const tooLarge = { ...answer, body: Buffer.alloc(64 * 1024 + 1) }
  assert.equal(await codeOf(attempts.FinishAttempt({ ...first, answer: tooLarge }, LIMITS)), 'invalid_argument')
  assert.equal(await codeOf(begin({ ...first, keyHash: Buffer.from('short') })), 'invalid_argument')
})
