import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { asCallId, uuidv7 } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { openBooks, settleAway } from './books.ts'
import { type Harness, LIMITS, publishers, startHarness } from './harness.ts'

let system: Harness
let db: Database

before(async () => {
  system = await startHarness()
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  db = openBooks(system.env)
})
after(async () => {
  await db?.close()
  await system?.stop()
})

function client() {
  const created = createClient(services.billing.StatementService, { address: system.env.GRPC_LISTEN })
  after(() => created.close())
  return created
}

const firstOf = (monthsAgo: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
}
const nameOf = (monthsAgo: number) => firstOf(monthsAgo).toISOString().slice(0, 7)

const statement = (account: billing.StatementAccount, month: string) =>
  client().GetMonthlyStatement({ account, month }, LIMITS)

/** A call of so many months ago, on its first day: captured, and as if everything of it had been then. */
async function callOf(buyerId: string, monthsAgo: number, tool = 'lookup'): Promise<string> {
  const at = firstOf(monthsAgo).getTime() + 3_600_000
  const callId = asCallId(uuidv7(at))
  await system.reserve({ callId, buyerId, toolName: tool })
  await system.capture(callId)
  await backdate(`call_id = '${callId}'`, new Date(at))
  return callId
}

/** As time would have it. The journal refuses changes, so its trigger is off meanwhile. */
async function backdate(which: string, at: Date): Promise<void> {
  await system.sql.query('BEGIN')
  await system.sql.query(`SET LOCAL session_replication_role = 'replica'`)
  await system.sql.query(`UPDATE journal SET created_at = $1 WHERE ${which}`, [at])
  await system.sql.query('COMMIT')
}

const totalOf = ({ lines }: billing.GetMonthlyStatementResponse__Output) =>
  lines.reduce((total, { amountMicros }) => total + BigInt(amountMicros), 0n)

/** The journal itself, entry by entry, as an auditor would add it up. */
async function journalOf(owner: string, type: string, from: Date, to: Date): Promise<bigint> {
  const { rows } = await system.sql.query<{ total: string }>(
    `SELECT coalesce(sum(CASE WHEN credit_owner = $1 AND credit_type = $2::account_type THEN amount_micros ELSE 0 END
                       - CASE WHEN debit_owner = $1 AND debit_type = $2::account_type THEN amount_micros ELSE 0 END), 0) AS total
     FROM all_entries WHERE created_at >= $3 AND created_at < $4`,
    [owner, type, from, to],
  )
  return BigInt(rows[0]?.total ?? -1)
}

async function assertAddsUp(account: billing.StatementAccount, owner: string, type: string): Promise<void> {
  let before: string | undefined
  for (const monthsAgo of [3, 2, 1, 0]) {
    const made = await statement(account, nameOf(monthsAgo))
    const [from, to] = [firstOf(monthsAgo), firstOf(monthsAgo - 1)]
    assert.equal(totalOf(made), await journalOf(owner, type, from, to), `${type} ${made.month}`)
    assert.equal(BigInt(made.openingMicros), await journalOf(owner, type, new Date(0), from), `opening ${made.month}`)
    assert.equal(BigInt(made.openingMicros) + totalOf(made), BigInt(made.closingMicros))
    if (before !== undefined) assert.equal(made.openingMicros, before, `${made.month} opens as the month before closed`)
    before = made.closingMicros
  }
}

test('statements of buyer and publisher are the journal, also of calls that left the hot tables and were given back later', async () => {
  const buyerId = await system.buyer(1_000_000n)
  await backdate(`credit_owner = '${buyerId}' AND kind = 'opening_balance'`, new Date(firstOf(3).getTime() + 60_000))
  const { rows } = await system.sql.query<{ id: string }>(`SELECT id FROM publishers WHERE username = 'acme'`)
  const publisherId = String(rows[0]?.id)
  const old = [await callOf(buyerId, 3), await callOf(buyerId, 2), await callOf(buyerId, 2, 'deep')]
  await callOf(buyerId, 1)
  const { callId } = await system.reserve({ buyerId })
  await system.capture(callId)
  await settleAway(db, system.sql)
  // Given back now: it stands in this month, and the month of the call does not change.
  const twoMonthsAgo = await statement({ buyerId }, nameOf(2))
  assert.equal(twoMonthsAgo.closed, true)
  await system.release(String(old[1]), 'RELEASE_REASON_UNDELIVERED')
  await assertAddsUp({ buyerId }, buyerId, 'wallet')
  await assertAddsUp({ username: 'acme' }, publisherId, 'publisher_payable')
  assert.deepEqual(await statement({ buyerId }, nameOf(2)), twoMonthsAgo)
  const capture = twoMonthsAgo.lines.filter(({ app }) => app === 'acme/search')
  assert.equal(
    capture.reduce((total, { amountMicros }) => total + BigInt(amountMicros), 0n),
    -22_000n,
  )
  const thisMonth = await statement({ buyerId }, nameOf(0))
  assert.equal(thisMonth.closed, false)
  assert.equal(BigInt(thisMonth.closingMicros), (await system.wallet(buyerId)).balance)
  assert.ok(thisMonth.lines.some(({ kind, amountMicros }) => kind === 'correction' && BigInt(amountMicros) > 0n))
  const { months } = await client().ListStatementMonths({ account: { buyerId } }, LIMITS)
  assert.deepEqual(
    months.map(({ month, closed }) => [month, closed]),
    [0, 1, 2, 3].map(monthsAgo => [nameOf(monthsAgo), monthsAgo > 0]),
  )
})

test('a statement that was given out is kept for good: the database refuses to change it', async () => {
  const buyerId = await system.buyer(50_000n)
  await backdate(`credit_owner = '${buyerId}' AND kind = 'opening_balance'`, new Date(firstOf(1).getTime() + 60_000))
  const given = await statement({ buyerId }, nameOf(1))
  assert.equal(given.closingMicros, '50000')
  for (const change of ['UPDATE statements SET closing_micros = 0', 'DELETE FROM statements', 'TRUNCATE statements']) {
    await assert.rejects(system.sql.query(change), /statements never change/)
  }
  assert.deepEqual(await statement({ buyerId }, nameOf(1)), given)
})

test('there is no statement from before an account’s first entry, of the future, or of nobody', async () => {
  const buyerId = await system.buyer(1n)
  for (const month of [nameOf(1), nameOf(-1), '2001-01']) {
    await assert.rejects(statement({ buyerId }, month), { code: 'not_found' })
  }
  await assert.rejects(statement({ buyerId: randomUUID() }, nameOf(0)), { code: 'not_found' })
  await assert.rejects(statement({ username: 'nobody' }, nameOf(0)), { code: 'publisher_not_found' })
  for (const account of [{}, { buyerId, username: 'acme' }, { buyerId: 'ada' }]) {
    await assert.rejects(statement(account, nameOf(0)), { code: 'invalid_argument' })
  }
  for (const month of ['', '2026-13', 'November']) {
    await assert.rejects(statement({ buyerId }, month), { code: 'invalid_argument' })
  }
})
