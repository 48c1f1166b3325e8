import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type billing, services } from '@mtg/contracts'
import { asCallId, uuidv7 } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { compileCache, eventually } from '@mtg/testing'
import type { FailpointName } from '../src/domain/failpoints.ts'
import { openBooks, settleAway } from './books.ts'
import { patient, startCells, type TestCells, untilTold } from './cells.ts'
import { callTo, codeOf, LIMITS, publishers } from './harness.ts'
import { type Clients, moveBuyerAtLast, openClients } from './moving-buyers.ts'

const NAMES = ['home', 'north'] as const
const PRICE = 2000n
const PATIENCE_MS = 240_000
const CUT_AFTER_MS = 60
const MAIN = join(import.meta.dirname, '../src/main.ts')

type Name = (typeof NAMES)[number]

let system: TestCells<Name>
let clients: Clients
before(async () => {
  system = await startCells(NAMES)
  await eventually(async () => {
    await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  })
  clients = openClients(system)
})
after(async () => {
  for (const client of Object.values(clients ?? {})) client.close()
  await system?.stop()
})

const cellNamed = (name: Name) => system.cellNamed(name)
const ownerOf = (buyerId: string) => system.ownerOf(buyerId)
const otherThan = (name: Name): Name => (name === 'home' ? 'north' : 'home')

const move = (buyerId: string, cell: string) => clients.cells.MoveBuyer({ buyerId, cell }, LIMITS)
const moveAtLast = (buyerId: string, cell: Name) => moveBuyerAtLast(clients, buyerId, cell)
/** Refunded by an attempt whose answer was lost, it is resolved. */
const refundAtLast = (callId: string) =>
  eventually(async () => {
    const code = await codeOf(clients.calls.RefundCall({ callId, reason: 'complaint' }, LIMITS))
    assert.match(code, /^(admitted|reservation_resolved)$/)
  }, PATIENCE_MS)
const balanceOf = async (buyerId: string) => {
  const { balanceMicros, heldMicros } = await clients.wallets.GetWallet({ buyerId }, LIMITS)
  return { balance: BigInt(balanceMicros), held: BigInt(heldMicros) }
}

async function entriesOf(buyerId: string) {
  const found: billing.JournalEntry__Output[] = []
  for (let pageToken = ''; ; ) {
    const page = await clients.wallets.ListJournalEntries({ buyerId, pageSize: 100, pageToken }, LIMITS)
    found.push(...page.entries)
    if (page.nextPageToken === '') return found
    pageToken = page.nextPageToken
  }
}

async function breaches(): Promise<string[]> {
  const { checks } = await clients.ledger.VerifyLedger({}, LIMITS)
  assert.ok(checks.some(({ name }) => name === 'cells_transfers_match'))
  return checks.flatMap(check => check.breaches)
}

const reserveAt = (at: Name, item: billing.ReserveRequest) =>
  untilTold(() => cellNamed(at).streams.reserves.send(item, LIMITS))
const captureAt = (at: Name, callId: string, buyerId: string) =>
  untilTold(() => cellNamed(at).streams.settles.send({ capture: { callId, buyerId } }, LIMITS))

async function call(buyerId: string, index: number): Promise<string> {
  const item = { ...callTo('acme/search'), buyerId }
  const refusal = await reserveAt(NAMES[index % 2] ?? 'home', item)
  if (refusal !== undefined) return refusal
  return (await captureAt(NAMES[(index >> 1) % 2] ?? 'home', item.callId, buyerId)) ?? 'captured'
}

test('a buyer moves to and fro while calls go on, and money for K calls pays exactly K', async () => {
  const AFFORDABLE = 60
  const CALLERS = 6
  const MOVES = 4
  const [buyerId = ''] = await system.buyers(1, PRICE * BigInt(AFFORDABLE))
  const keyId = randomUUID()
  const limits = { totalMicros: (PRICE * BigInt(AFFORDABLE + 5)).toString(), concurrent: CALLERS }
  const name = 'agent \\u0000 \\\\'
  await clients.keys.SetKeyLimits({ buyerId, keyId, name, parentKeyId: '', limits }, LIMITS)
  const codes: string[] = []
  const begin = (index: number) => {
    const item = { ...callTo('acme/search'), buyerId, keyId }
    return { item, at: NAMES[index % 2] ?? 'home', settleAt: NAMES[(index >> 1) % 2] ?? 'home' }
  }
  const isRefused = async (index: number): Promise<boolean> => {
    const { item, at, settleAt } = begin(index)
    const refusal = await reserveAt(at, item)
    codes.push(refusal ?? (await captureAt(settleAt, item.callId, buyerId)) ?? 'captured')
    return refusal !== undefined
  }
  const caller = async (index: number) => {
    for (let turn = index; !(await isRefused(turn)); turn += 1);
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, index) => caller(index)))
  for (let moves = 0; moves < MOVES; moves += 1) await moveAtLast(buyerId, otherThan(await ownerOf(buyerId)))
  await calling

  assert.equal(codes.filter(code => code === 'captured').length, AFFORDABLE)
  assert.deepEqual(new Set(codes), new Set(['captured', 'insufficient_balance']))
  assert.deepEqual(await balanceOf(buyerId), { balance: 0n, held: 0n })
  const { keys } = await clients.keys.GetKeyLimits({ keyIds: [keyId] }, LIMITS)
  const spending = keys[0]?.spending
  assert.deepEqual([spending?.totalMicros, spending?.openCalls], [(PRICE * BigInt(AFFORDABLE)).toString(), '0'])
  assert.equal(keys[0]?.name, name)
  const { purchases } = await clients.purchases.ListPurchases({ buyerId }, LIMITS)
  assert.deepEqual(
    purchases.map(({ used }) => used),
    [String(AFFORDABLE)],
  )
  assert.deepEqual(await breaches(), [])
})

async function tasksOf(buyerId: string) {
  const found: [string | undefined, string | undefined][] = []
  for (let pageToken = ''; ; ) {
    const page = await clients.listed.ListTasks({ buyerId, pageSize: 10, pageToken }, LIMITS)
    found.push(...page.tasks.map(({ task }): (typeof found)[number] => [task?.callId, task?.state]))
    if (page.nextPageToken === '') return found
    pageToken = page.nextPageToken
  }
}

test('what is under way when a buyer moves is settled by whoever began it, wherever that is asked', async () => {
  const [buyerId = ''] = await system.buyers(1, PRICE * 10n)
  const from = await ownerOf(buyerId)
  const to = otherThan(from)
  const items = Array.from({ length: 4 }, () => ({ ...callTo('acme/search'), buyerId }))
  const settled = { ...callTo('acme/search'), buyerId }
  for (const item of [...items, settled]) assert.equal(await reserveAt(from, item), undefined)
  const attempt = {
    buyerId,
    keyHash: createHash('sha256').update(randomUUID()).digest(),
    callId: items[0]?.callId ?? '',
  }
  await clients.attempts.BeginAttempt({ ...attempt, fingerprint: attempt.keyHash }, LIMITS)
  const task = { callId: settled.callId, buyerId, taskId: randomUUID() }
  const openTask = { callId: items[0]?.callId ?? '', buyerId, taskId: randomUUID() }
  for (const one of [task, openTask]) await clients.tasks.KeepTask(one, LIMITS)
  assert.equal(await captureAt(from, settled.callId, buyerId), undefined)
  const { topUp } = await clients.topUps.CreateTopUp({ buyerId, amountMicros: '5000000', requestId: 'later' }, LIMITS)
  await moveAtLast(buyerId, to)
  assert.equal(await ownerOf(buyerId), to)
  assert.deepEqual(await balanceOf(buyerId), { balance: PRICE * 9n, held: PRICE * 4n })

  await clients.tasks.ConfirmTask({ callId: openTask.callId, buyerId }, LIMITS)
  assert.deepEqual(await tasksOf(buyerId), [
    [openTask.callId, 'TASK_STATE_OPEN'],
    [task.callId, 'TASK_STATE_CAPTURED'],
  ])
  const { rows: apps } = await cellNamed(to).sql.query<{ id: string }>(
    'SELECT app_id AS id FROM purchases WHERE buyer_id = $1',
    [buyerId],
  )
  for (const { taskId, callId } of [openTask, task]) {
    const known = await clients.tasks.FindTask({ buyerId, appId: apps[0]?.id ?? '', taskId }, LIMITS)
    assert.equal(known.task?.callId, callId)
  }

  for (const [index, { callId }] of items.entries()) {
    if (index < 2) assert.equal(await captureAt(index === 0 ? from : to, callId, buyerId), undefined)
    else {
      const release = { callId, buyerId, reason: 'RELEASE_REASON_NOT_CHARGED', outcome: 'timeout' } as const
      const at = cellNamed(index === 2 ? from : to).streams.settles
      assert.equal((await at.send({ release }, LIMITS)).released?.releasedMicros, PRICE.toString())
    }
  }
  // Again, of a call that was captured before its buyer left.
  assert.equal(await captureAt(to, settled.callId, buyerId), undefined)
  assert.match((await reserveAt(from, settled)) ?? 'reserved', /^(reservation_resolved|call_conflict)$/)
  assert.deepEqual(await balanceOf(buyerId), { balance: PRICE * 7n, held: 0n })
  const again = { ...attempt, callId: callTo('acme/search').callId, fingerprint: attempt.keyHash }
  assert.ok((await clients.attempts.BeginAttempt(again, LIMITS)).underWay)
  assert.ok((await clients.attempts.FinishAttempt(attempt, LIMITS)).done)

  const page = new URL(topUp?.checkoutUrl ?? '')
  await eventually(async () => {
    const answer = await fetch(page, { method: 'POST', body: 'action=pay', redirect: 'manual' })
    assert.equal(answer.status, 303, await answer.text())
  }, PATIENCE_MS)
  const topUpId = topUp?.topUpId ?? ''
  await eventually(async () => assert.equal((await balanceOf(buyerId)).balance, PRICE * 7n + 5_000_000n), PATIENCE_MS)
  await moveAtLast(buyerId, from)
  const refund = await clients.topUps.RefundTopUp({ topUpId, amountMicros: '1000000', requestId: 'some' }, LIMITS)
  assert.equal(refund.returned, false)
  // Given back where it was charged, and sent after its buyer.
  await moveAtLast(buyerId, to)
  await refundAtLast(settled.callId)
  await eventually(async () => assert.equal((await balanceOf(buyerId)).balance, PRICE * 8n + 4_000_000n), PATIENCE_MS)
  assert.ok((await entriesOf(buyerId)).some(({ callId }) => callId === settled.callId))
  const month = new Date().toISOString().slice(0, 7)
  const statement = await clients.statements.GetMonthlyStatement({ account: { buyerId }, month }, LIMITS)
  assert.equal(BigInt(statement.closingMicros), PRICE * 8n + 4_000_000n)
  assert.equal(
    statement.lines.some(({ kind }) => kind === 'cell_transfer'),
    false,
  )
  await eventually(async () => assert.deepEqual(await breaches(), []), PATIENCE_MS)
})

/** A request under an Idempotency-Key, as it is asked for once more. */
function requestOf(buyerId: string, name: string) {
  const keyHash = createHash('sha256').update(`${buyerId}/${name}`).digest()
  return { buyerId, keyHash, fingerprint: keyHash, callId: callTo('acme/search').callId }
}

const begin = (request: ReturnType<typeof requestOf>) => clients.attempts.BeginAttempt(request, LIMITS)

/** As if the buyer had made so many requests with keys in the last minutes; they are named from 1 on. */
async function keepRequests(cell: Name, buyerId: string, count: number): Promise<void> {
  await cellNamed(cell).sql.query(
    `INSERT INTO idempotency_keys (buyer_id, key_hash, fingerprint, call_id, done, answer_sealed, lease_until, expires_at)
     SELECT $1::uuid, hash, hash, gen_random_uuid(), true, CASE WHEN number % 100 = 0 THEN decode(repeat('ab', 3000), 'hex') END, now(), now() + interval '1 day'
     FROM generate_series(1, $2) AS number CROSS JOIN LATERAL sha256(convert_to($1::text || '/' || number, 'UTF8')) AS hash`,
    [buyerId, count],
  )
}

const KEPT_REQUESTS = 9_000

test('a buyer with very many Idempotency-Keys leaves, and each of them stands for its one call there, also those used meanwhile', async () => {
  const [buyerId = ''] = await system.buyers(1, PRICE * 100n)
  const from = await ownerOf(buyerId)
  const to = otherThan(from)
  await keepRequests(from, buyerId, KEPT_REQUESTS)
  const names: string[] = []
  const used: string[] = []
  const moving = moveAtLast(buyerId, to).then(() => used.push('moved'))
  /** As an edge does; the last one begins when the move is over. */
  const use = async (name: string) => {
    const request = requestOf(buyerId, name)
    const started = await begin(request)
    if (started.underWay) return
    if (started.started) {
      const item = { ...callTo('acme/search'), callId: request.callId, buyerId }
      assert.equal(await reserveAt(from, item), undefined)
      assert.equal(await captureAt(to, request.callId, buyerId), undefined)
      await clients.attempts.FinishAttempt(request, LIMITS)
    }
    names.push(name)
  }
  for (let index = 0; used.length === 0 || index < 3; index += 1) {
    await Promise.all([use(`during-${index}`), use(`during-${index}`)])
    if (index >= 40) break
  }
  await moving
  assert.equal(await ownerOf(buyerId), to)

  const { rows } = await cellNamed(to).sql.query<{ count: string; charged: string }>(
    `SELECT (SELECT count(*) FROM idempotency_keys WHERE buyer_id = $1 AND done) AS count,
            (SELECT count(*) FROM idempotency_keys WHERE buyer_id = $1 AND octet_length(answer_sealed) = 3000) AS charged`,
    [buyerId],
  )
  assert.deepEqual(rows, [{ count: String(KEPT_REQUESTS + new Set(names).size), charged: String(KEPT_REQUESTS / 100) }])
  for (const name of [...new Set(names), '1', String(KEPT_REQUESTS - 1)]) {
    for (const at of NAMES) {
      const attempts = patient(
        createClient(services.billing.IdempotencyService, {
          address: cellNamed(at).address,
          token: system.secrets['edge-proxy'],
        }),
      )
      assert.ok((await attempts.BeginAttempt(requestOf(buyerId, name), LIMITS)).done, `${name} at ${at}`)
      attempts.close()
    }
  }
  assert.deepEqual(await balanceOf(buyerId), { balance: PRICE * BigInt(100 - new Set(names).size), held: 0n })
  // What was begun for a move that never came is forgotten, and what is begun from then on is not noted any more.
  await moveAtLast(buyerId, from)
  assert.ok((await begin(requestOf(buyerId, '7'))).done)
  for (const { sql } of system.cells) {
    const left = await sql.query('SELECT FROM idempotency_changes UNION ALL SELECT FROM idempotency_copies')
    assert.equal(left.rowCount, 0)
  }
  assert.deepEqual(await breaches(), [])
})

test('an edge that was silent for too long while its buyer left hands over nothing that was given back', async () => {
  const [buyerId = ''] = await system.buyers(1, PRICE * 2n)
  const from = await ownerOf(buyerId)
  const request = requestOf(buyerId, 'slow')
  assert.ok((await begin(request)).started)
  assert.equal(await reserveAt(from, { ...callTo('acme/search'), callId: request.callId, buyerId }), undefined)
  assert.equal(await captureAt(from, request.callId, buyerId), undefined)
  await cellNamed(from).sql.query(`UPDATE idempotency_keys SET lease_until = now() WHERE buyer_id = $1`, [buyerId])
  await moveAtLast(buyerId, otherThan(from))
  assert.deepEqual(await balanceOf(buyerId), { balance: PRICE * 2n, held: 0n })
  assert.equal((await clients.attempts.FinishAttempt(request, LIMITS)).done, false)
  assert.ok((await begin({ ...request, callId: callTo('acme/search').callId })).started)
  assert.deepEqual(await breaches(), [])
})

/** Has a process of the cell, instead of the one here, die at a point while the buyer is moved; ends when the cell is back. */
async function dieMoving(cell: Name, failpoint: FailpointName, buyerId: string, to: Name): Promise<void> {
  const victimCell = cellNamed(cell)
  const { env, address } = victimCell
  await victimCell.stop()
  const settings = {
    ...compileCache(),
    ...env,
    FAILPOINT: failpoint,
    LOG_LEVEL: 'error',
    SUPERVISED: '1',
    TRANSFER_RETRY_MS: '600000',
  }
  const victim = spawn(process.execPath, [MAIN], { env: settings, stdio: ['pipe', 'inherit', 'inherit'] })
  const died = new Promise<string | null>(resolve => victim.once('exit', (_code, signal) => resolve(signal)))
  const wallets = createClient(services.billing.WalletService, { address, token: system.secrets.operator })
  try {
    await eventually(() => wallets.GetWallet({ buyerId }, LIMITS), PATIENCE_MS)
    const moved = move(buyerId, to).catch(() => undefined)
    assert.equal(await died, 'SIGKILL')
    await victimCell.start()
    await moved
  } finally {
    wallets.close()
    victim.kill('SIGKILL')
    await victimCell.start()
  }
}

for (const [failpoint, where] of [
  ['buyer_copied', 'from'],
  ['buyer_leaving', 'from'],
  ['buyer_left', 'from'],
  ['buyer_sent', 'from'],
  ['buyer_taken_in', 'to'],
  ['buyer_admitted', 'from'],
  ['buyer_arrived', 'from'],
  ['buyer_mapped', 'from'],
] as const) {
  test(`killed at ${failpoint}, a buyer is in one cell, and the move is finished by repeating it`, async () => {
    const [buyerId = ''] = await system.buyers(1, PRICE * 3n)
    const from = await ownerOf(buyerId)
    const to = otherThan(from)
    const item = { ...callTo('acme/search'), buyerId }
    assert.equal(await reserveAt(from, item), undefined)
    await keepRequests(from, buyerId, 3)
    await dieMoving(where === 'from' ? from : to, failpoint, buyerId, to)
    await moveAtLast(buyerId, to)
    assert.equal(await ownerOf(buyerId), to)
    assert.equal(await captureAt(from, item.callId, buyerId), undefined)
    assert.equal(await call(buyerId, 1), 'captured')
    assert.deepEqual(await balanceOf(buyerId), { balance: PRICE, held: 0n })
    for (let index = 1; index <= 3; index += 1) assert.ok((await begin(requestOf(buyerId, String(index)))).done)
    assert.deepEqual(await breaches(), [])
  })
}

test('two who move a buyer at once, to and fro, leave the buyer in one cell with all that was there', async () => {
  const [buyerId = ''] = await system.buyers(1, PRICE * 3n)
  const from = await ownerOf(buyerId)
  const wishes = [otherThan(from), otherThan(from), from, otherThan(from), from]
  const codes = await Promise.all(
    wishes.map(cell => codeOf(clients.cells.MoveBuyer({ buyerId, cell }, { timeoutMs: PATIENCE_MS }))),
  )
  for (const code of codes) assert.match(code, /^(admitted|cell_unavailable|database_error)$/)
  await moveAtLast(buyerId, otherThan(from))
  assert.equal(await ownerOf(buyerId), otherThan(from))
  assert.equal(await call(buyerId, 0), 'captured')
  assert.deepEqual(await balanceOf(buyerId), { balance: PRICE * 2n, held: 0n })
  assert.deepEqual(await breaches(), [])
})

test('a move that is told of again does not undo a later one', async () => {
  const [buyerId = ''] = await system.buyers(1, PRICE * 3n)
  const from = await ownerOf(buyerId)
  await moveAtLast(buyerId, otherThan(from))
  await moveAtLast(buyerId, from)
  // As if the cell had died before it noted the end of the first one.
  const { sql } = cellNamed(from)
  await sql.query(`UPDATE departures SET state = 'arrived' WHERE buyer_id = $1`, [buyerId])
  await eventually(async () => {
    const { rows } = await sql.query(`SELECT FROM departures WHERE buyer_id = $1 AND state <> 'done'`, [buyerId])
    assert.equal(rows.length, 0)
  }, PATIENCE_MS)
  assert.equal((await move(buyerId, from)).fromCell, from)
  assert.equal(await ownerOf(buyerId), from)
  assert.equal(await call(buyerId, 1), 'captured')
  assert.deepEqual(await breaches(), [])
})

test('while both databases lose their connections, a buyer moves and calls are charged once each', async () => {
  const CALLS = 12
  const CUTS = 12
  const [buyerId = ''] = await system.buyers(1, PRICE * BigInt(CALLS))
  const from = await ownerOf(buyerId)
  const cut = async () => {
    for (const { sql } of system.cells) {
      await sql.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
    }
  }
  const cutting = (async () => {
    for (let cuts = 0; cuts < CUTS; cuts += 1) {
      await cut()
      await pause(CUT_AFTER_MS)
    }
  })()
  const calling = Promise.all(Array.from({ length: CALLS }, (_, index) => call(buyerId, index)))
  await moveAtLast(buyerId, otherThan(from))
  await moveAtLast(buyerId, from)
  await cutting
  await moveAtLast(buyerId, otherThan(from))
  assert.deepEqual(new Set(await calling), new Set(['captured']))
  assert.equal(await ownerOf(buyerId), otherThan(from))
  assert.deepEqual(await balanceOf(buyerId), { balance: 0n, held: 0n })
  await eventually(async () => assert.deepEqual(await breaches(), []), PATIENCE_MS)
})

const AGE_MS = 2 * 3_600_000

test('what a key has spent counts on where it comes back to, also of calls that have left the call path since', async t => {
  const [buyerId = ''] = await system.buyers(1, PRICE * 9n)
  const from = await ownerOf(buyerId)
  const to = otherThan(from)
  const keyId = randomUUID()
  const limits = { totalMicros: (PRICE * 5n).toString(), concurrent: 2 }
  await clients.keys.SetKeyLimits({ buyerId, keyId, name: 'agent', parentKeyId: '', limits }, LIMITS)
  const spend = async (at: Name, callId = asCallId(uuidv7(Date.now() - AGE_MS))) => {
    assert.equal(await reserveAt(at, { ...callTo('acme/search'), callId, buyerId, keyId }), undefined)
    assert.equal(await captureAt(at, callId, buyerId), undefined)
    return callId
  }
  const spentTotal = async () =>
    (await clients.keys.GetKeyLimits({ keyIds: [keyId] }, LIMITS)).keys[0]?.spending?.totalMicros
  const [first, second] = [await spend(from), await spend(from)]
  const books = openBooks(cellNamed(from).env)
  t.after(() => books.close())
  // Entries are not summed up while an older transaction of anybody is under way, and wait for that.
  await eventually(async () => {
    await settleAway(books, cellNamed(from).sql)
    const { rowCount } = await cellNamed(from).sql.query('SELECT FROM settled_calls WHERE buyer_id = $1', [buyerId])
    assert.equal(rowCount, 2)
  }, PATIENCE_MS)
  await moveAtLast(buyerId, to)
  await spend(to)
  assert.equal(await spentTotal(), (PRICE * 3n).toString())
  await refundAtLast(first)
  await eventually(async () => assert.equal((await balanceOf(buyerId)).balance, PRICE * 7n), PATIENCE_MS)
  await moveAtLast(buyerId, from)
  assert.equal(await spentTotal(), (PRICE * 3n).toString())
  await refundAtLast(second)
  assert.equal(await spentTotal(), (PRICE * 2n).toString())
  assert.deepEqual(await balanceOf(buyerId), { balance: PRICE * 8n, held: 0n })
  await eventually(async () => assert.deepEqual(await breaches(), []), PATIENCE_MS)
  // One who left when nothing was kept yet has all calls counted once more.
  await moveAtLast(buyerId, to)
  const { sql } = cellNamed(from)
  await sql.query('UPDATE departures SET sums_kept = false WHERE buyer_id = $1', [buyerId])
  for (const table of ['left_keys', 'left_key_hours', 'left_meters']) await sql.query(`DELETE FROM ${table}`)
  await spend(to)
  await moveAtLast(buyerId, from)
  assert.equal(await spentTotal(), (PRICE * 3n).toString())
  await eventually(async () => assert.deepEqual(await breaches(), []), PATIENCE_MS)
})

test('calls that are given back while their buyer comes back are counted once', async () => {
  const CALLS = 16
  const [buyerId = ''] = await system.buyers(1, PRICE * 40n)
  const from = await ownerOf(buyerId)
  const keyId = randomUUID()
  const limits = { totalMicros: (PRICE * 40n).toString(), concurrent: 40 }
  await clients.keys.SetKeyLimits({ buyerId, keyId, name: 'agent', parentKeyId: '', limits }, LIMITS)
  const spend = async (at: Name) => {
    const item = { ...callTo('acme/search'), buyerId, keyId }
    assert.equal(await reserveAt(at, item), undefined)
    assert.equal(await captureAt(at, item.callId, buyerId), undefined)
    return item.callId
  }
  const calls = await Promise.all(Array.from({ length: CALLS }, () => spend(from)))
  const open = { ...callTo('acme/search'), buyerId, keyId }
  assert.equal(await reserveAt(from, open), undefined)
  await moveAtLast(buyerId, otherThan(from))
  await Promise.all([
    moveAtLast(buyerId, from),
    ...calls.slice(0, CALLS / 2).map(async (callId, index) => {
      await pause(index * 5)
      await refundAtLast(callId)
    }),
  ])
  assert.equal(await captureAt(from, open.callId, buyerId), undefined)
  const money = { balance: PRICE * BigInt(40 - CALLS / 2 - 1), held: 0n }
  await eventually(async () => assert.deepEqual(await balanceOf(buyerId), money), PATIENCE_MS)
  await eventually(async () => assert.deepEqual(await breaches(), []), PATIENCE_MS)
})

test('whoever moves is counted once in what is summed over cells, at every moment of the way', async () => {
  const ROUNDS = 12
  const [buyerId = ''] = await system.buyers(1, PRICE * 5n)
  const keyId = randomUUID()
  const limits = { totalMicros: PRICE.toString() }
  await clients.keys.SetKeyLimits({ buyerId, keyId, name: 'agent', parentKeyId: '', limits }, LIMITS)
  const ownApps = patient(system.clientOf(services.billing.PublisherCatalogService))
  const seen = async () => {
    const [{ app }, { balances }, { keys }] = await Promise.all([
      ownApps.GetPublisherApp({ username: 'acme', name: 'search' }, LIMITS),
      clients.ledger.ListBalances({}, LIMITS),
      clients.keys.GetKeyLimits({ keyIds: [keyId] }, LIMITS),
    ])
    const wallets = balances.find(({ accountType }) => accountType === 'wallet')
    return JSON.stringify([app?.paidBuyerCount, wallets?.balanceMicros, keys.length])
  }
  const first = await seen()
  const over = new AbortController()
  const moving = (async () => {
    for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
      await moveAtLast(buyerId, otherThan(await ownerOf(buyerId)))
      await pause(20)
    }
  })().finally(() => over.abort())
  const all = new Set<string>([first])
  while (!over.signal.aborted) all.add(await seen())
  await moving
  ownApps.close()
  assert.deepEqual([...all], [first])
})

test('only operators move buyers, only to cells that there are, and one who has left gets nothing here', async () => {
  const [buyerId = ''] = await system.buyers(1, PRICE)
  const from = await ownerOf(buyerId)
  const edge = createClient(services.billing.CellService, {
    address: cellNamed('home').address,
    token: system.secrets['edge-proxy'],
  })
  assert.equal(await codeOf(edge.MoveBuyer({ buyerId, cell: 'north' }, LIMITS)), 'permission_denied')
  assert.equal(await codeOf(move(buyerId, 'west')), 'invalid_argument')
  assert.equal((await move(buyerId, from)).fromCell, from)
  await moveAtLast(buyerId, otherThan(from))
  await assert.rejects(
    cellNamed(from).sql.query(
      'INSERT INTO purchases (id, buyer_id, app_id, tier) SELECT gen_random_uuid(), $1, id, $2 FROM apps LIMIT 1',
      [buyerId, 'free'],
    ),
    /has moved to another cell/,
  )
  // Whoever applies the file again gives no opening balance a second time.
  await system.catalog.ApplyCatalog(
    { buyers: [{ buyerId, email: `${buyerId}@example.test`, openingBalanceMicros: PRICE.toString(), purchases: [] }] },
    LIMITS,
  )
  assert.equal((await balanceOf(buyerId)).balance, PRICE)
  edge.close()
})
