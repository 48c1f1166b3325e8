import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createFolderArchive } from '@mtg/archive'
import type { Database } from '@mtg/postgres'
import { asCallId, uuidv7 } from '@mtg/primitives'
import { eventually } from '@mtg/testing'
import { listPeriods } from '../src/store/settled/periods.ts'
import { dropDue } from '../src/use-cases/storage/drop.ts'
import { exportSealed } from '../src/use-cases/storage/export.ts'
import { sealDue } from '../src/use-cases/storage/seal.ts'
import { openBooks, settleAway } from './books.ts'
import { patient, startCells, type TestCells, untilTold } from './cells.ts'
import { callTo, codeOf, LIMITS, publishers } from './harness.ts'
import { type Clients, moveBuyerAtLast, openClients } from './moving-buyers.ts'

const NAMES = ['home', 'north'] as const
const PRICE = 2000n
const AFFORDABLE = 9n
const SEALED_AFTER_DAYS = 2
const MONTHS_KEPT = 2
const MONTH_HOURS = 720
const PATIENCE_MS = 240_000
const reach = () => {}

type Name = (typeof NAMES)[number]

const dir = mkdtempSync(join(tmpdir(), 'mtg-away-'))
let system: TestCells<Name>
let clients: Clients
let books: Record<Name, Database>

before(async () => {
  system = await startCells(NAMES)
  await eventually(async () => {
    await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  })
  clients = openClients(system)
  books = { home: openBooks(system.cellNamed('home').env), north: openBooks(system.cellNamed('north').env) }
})
after(async () => {
  for (const client of Object.values(clients ?? {})) client.close()
  for (const db of Object.values(books ?? {})) await db.close()
  await system?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const refund = (callId: string) => codeOf(patient(clients.calls).RefundCall({ callId, reason: 'complaint' }, LIMITS))
const moveAtLast = (buyerId: string, cell: Name) => moveBuyerAtLast(clients, buyerId, cell)

/** Has all settled calls leave the tables of the call path, and goes on with whole months as far as it may. */
async function goThroughMonths(name: Name): Promise<void> {
  const db = books[name]
  const { sql } = system.cellNamed(name)
  const archive = createFolderArchive(join(dir, name))
  // Entries are not summed up while an older transaction of anybody is under way, and wait for that.
  await eventually(async () => {
    await settleAway(db, sql)
    const { rows } = await sql.query(`SELECT FROM reservations WHERE state = 'captured'`)
    assert.equal(rows.length, 0)
  }, PATIENCE_MS)
  await sealDue(db, SEALED_AFTER_DAYS, reach)
  await exportSealed(db, archive, reach)
  await dropDue(db, archive, MONTHS_KEPT, reach)
}

/** What keys spent until now was then spent about as long ago as the ids of the calls say, more than 30 days before what comes next. */
async function age(name: Name, hours: number): Promise<void> {
  const { sql } = system.cellNamed(name)
  await sql.query('UPDATE key_spending SET hour = hour - $1::int', [hours])
  await sql.query('UPDATE reservations SET key_hour = key_hour - $1::int', [hours])
}

const statesIn = async (name: Name) => (await listPeriods(books[name])).map(({ month, state }) => `${month} ${state}`)

async function breaches(): Promise<string[]> {
  const { checks } = await clients.ledger.VerifyLedger({}, LIMITS)
  return checks.flatMap(check => check.breaches.map(breach => `${check.name}: ${breach}`))
}

test('months that are dropped while their buyer is away leave wallet, meter and key as they were, there and on the way back', async () => {
  const [buyerId = ''] = await system.buyers(1, PRICE * AFFORDABLE)
  const from = await system.ownerOf(buyerId)
  const to = from === 'home' ? 'north' : 'home'
  const keyId = randomUUID()
  const limits = { totalMicros: (PRICE * 6n).toString(), concurrent: 2 }
  await clients.keys.SetKeyLimits({ buyerId, keyId, name: 'agent', parentKeyId: '', limits }, LIMITS)
  const reserveAt = (at: Name, callId: string) =>
    untilTold(() =>
      system.cellNamed(at).streams.reserves.send({ ...callTo('acme/search'), callId, buyerId, keyId }, LIMITS),
    )
  const spend = async (at: Name, time: string) => {
    const callId = asCallId(uuidv7(Date.parse(time)))
    assert.equal(await reserveAt(at, callId), undefined)
    const capture = () => system.cellNamed(at).streams.settles.send({ capture: { callId, buyerId } }, LIMITS)
    assert.equal(await untilTold(capture), undefined)
    return callId
  }
  const facts = async () => {
    const [{ balanceMicros, heldMicros }, { keys }, { purchases }] = await Promise.all([
      clients.wallets.GetWallet({ buyerId }, LIMITS),
      clients.keys.GetKeyLimits({ keyIds: [keyId] }, LIMITS),
      clients.purchases.ListPurchases({ buyerId }, LIMITS),
    ])
    const spent = keys[0]?.spending?.totalMicros ?? ''
    return { left: BigInt(balanceMicros), held: BigInt(heldMicros), spent: BigInt(spent), used: purchases[0]?.used }
  }
  const after = (calls: bigint) => ({
    left: PRICE * (AFFORDABLE - calls),
    held: 0n,
    spent: PRICE * calls,
    used: String(calls),
  })

  const january = await spend(from, '2026-01-15T12:00:00Z')
  const february = await spend(from, '2026-02-15T12:00:00Z')
  await age(from, 3 * MONTH_HOURS)
  await moveAtLast(buyerId, to)
  const march = await spend(to, '2026-03-15T12:00:00Z')
  await age(to, 1.5 * MONTH_HOURS)
  assert.deepEqual(await facts(), after(3n))

  await goThroughMonths(from)
  assert.deepEqual(await statesIn(from), ['2026-01 dropped', '2026-02 dropped'])
  assert.deepEqual(await facts(), after(3n))
  assert.deepEqual(await breaches(), [])
  for (const callId of [january, february]) assert.equal(await refund(callId), 'reservation_not_found')
  assert.deepEqual(await facts(), after(3n))

  await moveAtLast(buyerId, from)
  assert.deepEqual(await facts(), after(3n))
  await goThroughMonths(to)
  assert.deepEqual(await statesIn(to), ['2026-03 dropped'])
  assert.equal(await refund(march), 'reservation_not_found')
  assert.deepEqual(await facts(), after(3n))
  assert.deepEqual(await breaches(), [])

  // The limit of the key counts on from there, and so does the money.
  for (let calls = 4n; calls <= 6n; calls += 1n) {
    await spend(from, new Date().toISOString())
    assert.deepEqual(await facts(), after(calls))
  }
  assert.equal(await reserveAt(from, randomUUID()), 'spend_limit_exceeded')
  await moveAtLast(buyerId, to)
  assert.deepEqual(await facts(), after(6n))
  assert.equal(await reserveAt(to, randomUUID()), 'spend_limit_exceeded')
  assert.deepEqual(await breaches(), [])
})
