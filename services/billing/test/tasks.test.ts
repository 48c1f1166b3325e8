import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

const PRICE = 2000n
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let system: Harness
let tasks: ReturnType<typeof connect>
const clients: { close(): void }[] = []

function connect(address: string) {
  const client = createClient(services.billing.TaskService, { address })
  clients.push(client)
  return client
}

before(async () => {
  system = await startHarness({ env: { REAP_INTERVAL_MS: '50', IDEMPOTENCY_PURGE_INTERVAL_MS: '50' } })
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  tasks = connect(system.address)
})
after(async () => {
  for (const client of clients) client.close()
  await system?.stop()
})

/** A call of a new buyer that its publisher carries on as a task. */
async function startTask({ ttlMs = HOUR_MS, taskId = randomUUID() } = {}) {
  const buyerId = await system.buyer(10_000n)
  const { callId, appId } = await system.reserve({ buyerId })
  await tasks.KeepTask({ callId, taskId, ttlMs }, LIMITS)
  return { buyerId, callId, appId, taskId }
}

const stateOf = async (callId: string) => (await system.calls.GetReservation({ callId }, LIMITS)).state

async function heldForMs(callId: string): Promise<number> {
  const { rows } = await system.sql.query(
    'SELECT extract(epoch FROM expires_at - clock_timestamp()) * 1000 AS ms FROM reservations WHERE call_id = $1',
    [callId],
  )
  return Number(rows[0].ms)
}

/** Lets time pass for a task. */
async function age(callId: string, ms: number): Promise<void> {
  await system.sql.query(
    `UPDATE tasks SET created_at = created_at - $2 * interval '1 millisecond',
       expires_at = expires_at - $2 * interval '1 millisecond', due_at = due_at - $2 * interval '1 millisecond'
     WHERE call_id = $1`,
    [callId, ms],
  )
  await system.sql.query(
    `UPDATE reservations SET expires_at = expires_at - $2 * interval '1 millisecond' WHERE call_id = $1`,
    [callId, ms],
  )
}

const leased = async (client = tasks) => (await client.LeaseDueTasks({ countMax: 100 }, LIMITS)).tasks
const leasedIds = async () => (await leased()).map(({ task }) => task?.callId)

test('the price of a task is held for as long as the task lives, and no longer than a day', async () => {
  const { callId, buyerId } = await startTask()
  const heldMs = await heldForMs(callId)
  assert.ok(heldMs > HOUR_MS && heldMs < HOUR_MS + 2 * MINUTE_MS, `${heldMs} ms`)
  for (const ttlMs of [0, 1000 * HOUR_MS]) {
    const endless = await startTask({ ttlMs })
    assert.ok((await heldForMs(endless.callId)) < 25 * HOUR_MS)
    assert.ok((await heldForMs(endless.callId)) > 23 * HOUR_MS)
  }
  assert.deepEqual(await system.wallet(buyerId), { balance: 10_000n, held: PRICE })
})

test('a task whose time is over, and that nobody has asked about, costs nothing', async () => {
  const { callId, buyerId } = await startTask()
  await age(callId, HOUR_MS + 2 * MINUTE_MS)
  await eventually(async () => assert.equal(await stateOf(callId), 'RESERVATION_STATE_EXPIRED'))
  assert.deepEqual(await system.wallet(buyerId), { balance: 10_000n, held: 0n })
})

test('a task is its buyer’s alone: for anybody else there is none', async () => {
  const { buyerId, appId, taskId, callId } = await startTask()
  const stranger = await system.buyer(10_000n)
  const { task } = await tasks.FindTask({ buyerId, appId, taskId }, LIMITS)
  assert.equal(task?.callId, callId)
  assert.equal(task?.state, 'TASK_STATE_OPEN')
  assert.equal(task?.toolName, 'lookup')
  assert.equal(`${task?.publisherUsername}/${task?.appName}`, 'acme/search')
  const missing = await tasks.FindTask({ buyerId, appId, taskId: randomUUID() }, LIMITS).catch(String)
  for (const question of [
    { buyerId: stranger, appId, taskId },
    { buyerId, appId: randomUUID(), taskId },
  ]) {
    assert.equal(await codeOf(tasks.FindTask(question, LIMITS)), 'task_not_found')
    assert.equal(await tasks.FindTask(question, LIMITS).catch(String), missing)
  }
})

test('two askers who see the result at once: the price is taken once', async () => {
  const { callId, buyerId, appId, taskId } = await startTask()
  const [price, again] = await Promise.all([system.capture(callId), system.calls.Capture({ callId }, LIMITS)])
  assert.deepEqual([price, again.capturedMicros], [PRICE, String(PRICE)])
  assert.deepEqual(await system.wallet(buyerId), { balance: 10_000n - PRICE, held: 0n })
  assert.equal((await tasks.FindTask({ buyerId, appId, taskId }, LIMITS)).task?.state, 'TASK_STATE_CAPTURED')
  const { rows } = await system.sql.query('SELECT used FROM purchases WHERE buyer_id = $1', [buyerId])
  assert.equal(rows[0].used, '1')
})

test('one says completed and one failed: whichever comes first stands', async () => {
  const { callId, buyerId, appId, taskId } = await startTask()
  const outcomes = await Promise.all([codeOf(system.capture(callId)), codeOf(system.release(callId))])
  assert.equal(outcomes.filter(outcome => outcome === 'admitted').length, 1, outcomes.join())
  const { balance, held } = await system.wallet(buyerId)
  const { state } = (await tasks.FindTask({ buyerId, appId, taskId }, LIMITS)).task ?? {}
  assert.deepEqual([balance, held], [state === 'TASK_STATE_CAPTURED' ? 10_000n - PRICE : 10_000n, 0n])
})

test('an id that the publisher gave to two calls is refused for the second, which can be released', async () => {
  const first = await startTask()
  const buyerId = await system.buyer(10_000n)
  const { callId } = await system.reserve({ buyerId })
  const before = await heldForMs(callId)
  assert.equal(await codeOf(tasks.KeepTask({ callId, taskId: first.taskId, ttlMs: HOUR_MS }, LIMITS)), 'call_conflict')
  assert.ok((await heldForMs(callId)) <= before)
  await system.release(callId)
  assert.deepEqual(await system.wallet(buyerId), { balance: 10_000n, held: 0n })
  const { taskId, appId } = first
  assert.equal(await codeOf(tasks.FindTask({ buyerId, appId, taskId }, LIMITS)), 'task_not_found')
  assert.equal((await tasks.FindTask({ buyerId: first.buyerId, appId, taskId }, LIMITS)).task?.state, 'TASK_STATE_OPEN')
})

test('kept at once for two calls, an id goes to one of them', async () => {
  const taskId = randomUUID()
  const calls = await Promise.all(
    [1, 2, 3, 4].map(async () => await system.reserve({ buyerId: await system.buyer(10_000n) })),
  )
  const codes = await Promise.all(calls.map(({ callId }) => codeOf(tasks.KeepTask({ callId, taskId }, LIMITS))))
  assert.deepEqual(codes.toSorted(), ['admitted', 'call_conflict', 'call_conflict', 'call_conflict'])
})

test('a task is kept once however often it is asked, and only for a call that is open', async () => {
  const { callId, taskId } = await startTask()
  await tasks.KeepTask({ callId, taskId, ttlMs: HOUR_MS }, LIMITS)
  assert.equal(await codeOf(tasks.KeepTask({ callId, taskId: randomUUID() }, LIMITS)), 'call_conflict')
  await system.release(callId)
  const settled = await system.reserve({ buyerId: await system.buyer(10_000n) })
  await system.capture(settled.callId)
  assert.equal(await codeOf(tasks.KeepTask({ callId: settled.callId, taskId: 'x' }, LIMITS)), 'reservation_resolved')
  assert.equal(await codeOf(tasks.KeepTask({ callId: randomUUID(), taskId: 'x' }, LIMITS)), 'reservation_not_found')
  for (const bad of ['', 'x'.repeat(1025)]) {
    assert.equal(await codeOf(tasks.KeepTask({ callId, taskId: bad }, LIMITS)), 'invalid_argument')
  }
})

test('a task is asked about at the end of its time, by one process, unless it is settled', async () => {
  const [open, settled, young] = [await startTask(), await startTask(), await startTask()]
  for (const { callId } of [open, settled, young]) await tasks.ConfirmTask({ callId }, LIMITS)
  await system.capture(settled.callId)
  const fallDue = 'UPDATE tasks SET due_at = clock_timestamp() WHERE call_id = ANY ($1)'
  await system.sql.query(fallDue, [[open.callId, settled.callId]])
  const twin = connect(await system.startTwin())
  const found = (await Promise.all([leased(), leased(twin)])).flat()
  assert.deepEqual(
    found.map(({ task, taskId, isOver, upstream }) => [task?.callId, taskId, isOver, upstream?.credential]),
    [[open.callId, open.taskId, false, 'acme-upstream-key']],
  )
  assert.deepEqual(await leasedIds(), [])
  await system.sql.query(fallDue, [[open.callId]])
  await age(open.callId, HOUR_MS)
  const [over] = await leased()
  assert.deepEqual([over?.task?.callId, over?.isOver], [open.callId, true])
})

test('a task whose handle never reached its buyer is not asked about; that the buyer asks shows that it did', async () => {
  const { callId, buyerId, appId, taskId } = await startTask()
  await age(callId, HOUR_MS - 5000)
  assert.deepEqual(await leasedIds(), [])
  await tasks.FindTask({ buyerId, appId, taskId }, LIMITS)
  await system.sql.query('UPDATE tasks SET due_at = clock_timestamp() WHERE call_id = $1', [callId])
  assert.deepEqual(await leasedIds(), [callId])
})

test('a task that its buyer cancels is asked about soon, and then again only at the end of its time', async () => {
  const { callId, buyerId, appId, taskId } = await startTask()
  await tasks.FindTask({ buyerId, appId, taskId, isCancelling: true }, LIMITS)
  assert.deepEqual(await leasedIds(), [])
  await system.sql.query(`UPDATE tasks SET due_at = due_at - interval '6 seconds' WHERE call_id = $1`, [callId])
  assert.deepEqual(await leasedIds(), [callId])
  const { rows } = await system.sql.query('SELECT expires_at - due_at AS left FROM tasks WHERE call_id = $1', [callId])
  assert.equal(rows[0].left.seconds, 10)
})

test('a buyer’s tasks are listed newest first, page by page, with what is held for them and without their ids', async () => {
  const buyerId = await system.buyer(10_000n)
  const calls: string[] = []
  for (let started = 0; started < 3; started += 1) {
    const { callId } = await system.reserve({ buyerId })
    await tasks.KeepTask({ callId, taskId: `of ${callId}`, ttlMs: HOUR_MS }, LIMITS)
    calls.unshift(callId)
  }
  const [newest = '', middle = '', oldest = ''] = calls
  await tasks.ConfirmTask({ callId: newest }, LIMITS)
  await system.capture(middle)
  const list = async (more: object) => await tasks.ListTasks({ buyerId, ...more }, LIMITS)
  const first = await list({ pageSize: 2 })
  const second = await list({ pageSize: 2, pageToken: first.nextPageToken })
  assert.deepEqual(
    [...first.tasks, ...second.tasks].map(({ task, priceMicros, isHandedOver }) => [
      task?.callId,
      task?.state,
      priceMicros,
      isHandedOver,
    ]),
    [
      [newest, 'TASK_STATE_OPEN', '2000', true],
      [middle, 'TASK_STATE_CAPTURED', '2000', false],
      [oldest, 'TASK_STATE_OPEN', '2000', false],
    ],
  )
  assert.equal(second.nextPageToken, '')
  assert.doesNotMatch(JSON.stringify([first, second]), /of /)
  const open = await list({ openOnly: true })
  assert.deepEqual(
    open.tasks.map(({ task }) => task?.callId),
    [newest, oldest],
  )
  const stranger = await system.buyer(10_000n)
  assert.deepEqual((await tasks.ListTasks({ buyerId: stranger }, LIMITS)).tasks, [])
})

test('a task is forgotten a day after its time, and never while its price is held', async () => {
  const { callId, buyerId, appId, taskId } = await startTask()
  await system.capture(callId)
  await age(callId, 26 * HOUR_MS)
  await eventually(async () =>
    assert.equal(await codeOf(tasks.FindTask({ buyerId, appId, taskId }, LIMITS)), 'task_not_found'),
  )
})

test('the oldest reservation is told without tasks, which are meant to stay open', async () => {
  const task = await startTask()
  const call = await system.reserve({ buyerId: await system.buyer(10_000n) })
  const reservedBefore = (callId: string, hours: number) =>
    system.sql.query(`UPDATE reservations SET reserved_at = reserved_at - $2 * interval '1 hour' WHERE call_id = $1`, [
      callId,
      hours,
    ])
  await reservedBefore(task.callId, 5)
  await reservedBefore(call.callId, 3)
  const oldestHours = async () => {
    const [, seconds] = /mtg_billing_oldest_reservation_seconds\{[^}]*\} (\S+)/.exec(await system.metrics.text()) ?? []
    return Math.floor(Number(seconds) / 3600)
  }
  // What is told at once may be from before both.
  await eventually(async () => assert.equal(await oldestHours(), 3))
  await system.release(call.callId)
})

test('the ledger adds up after all of this', async () => {
  assert.deepEqual(await system.breaches(), [])
})
