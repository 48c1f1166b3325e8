import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { uuidv7 } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { compileCache, eventually } from '@mtg/testing'
import type { FailpointName } from '../src/domain/failpoints.ts'
import { openCallStreams } from './call-streams.ts'
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts'
import { callTo, type Harness, LIMITS, publishers, purchaseOf, startHarness } from './harness.ts'
import { openKeys } from './keys.ts'
import { POISON, refusePoison } from './poison.ts'

const HOUR_MS = 3_600_000
const MAIN = join(import.meta.dirname, '../src/main.ts')

let stripe: FakeStripe
let survivor: Harness
let survivorWebhook: string

before(async () => {
  stripe = await startFakeStripe('whsec_test')
  const listen = `127.0.0.1:${await freePort()}`
  survivorWebhook = `http://${listen}/v1-beta/webhooks/stripe`
  survivor = await startHarness({
    env: {
      HTTP_LISTEN: listen,
      PAYMENT_PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_billing',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API_URL: stripe.url,
      TRANSFER_RETRY_MS: '50',
      TRANSFER_LEASE_MS: '1000',
      REAP_INTERVAL_MS: '50',
      ROLL_UP_INTERVAL_MS: '50',
    },
  })
  await survivor.catalog.ApplyCatalog({ publishers }, LIMITS)
})
after(async () => {
  await survivor?.stop()
  await stripe?.close()
})

/** Another billing process on the same data that dies at a point; `work` is what makes it die. */
async function dieAt(
  failpoint: FailpointName,
  work: (victim: { grpc: string; webhookUrl: string }) => Promise<unknown>,
): Promise<void> {
  const [grpc, http] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
  const env = {
    ...compileCache(),
    ...survivor.env,
    GRPC_LISTEN: grpc,
    HTTP_LISTEN: http,
    FAILPOINT: failpoint,
    TRANSFER_RETRY_MS: '600000',
    TRANSFER_LEASE_MS: '1000',
    REAP_INTERVAL_MS: '600000',
    SETTLE_AWAY_INTERVAL_MS: '50',
    LOG_LEVEL: 'error',
    SUPERVISED: '1',
  }
  const victim = spawn(process.execPath, [MAIN], { env, stdio: ['pipe', 'ignore', 'inherit'] })
  const died = new Promise<string | null>(resolve => victim.once('exit', (_code, signal) => resolve(signal)))
  const wallets = createClient(services.billing.WalletService, { address: grpc })
  try {
    await eventually(() => wallets.GetWallet({ buyerId: randomUUID() }, LIMITS))
    const answered = work({ grpc, webhookUrl: `http://${http}/v1-beta/webhooks/stripe` }).then(
      () => 'answered',
      () => 'no answer',
    )
    assert.equal(await died, 'SIGKILL')
    assert.equal(await answered, 'no answer')
  } finally {
    wallets.close()
    victim.kill('SIGKILL')
  }
}

async function withClient<Result>(
  address: string,
  work: (calls: Harness['calls']) => Promise<Result>,
): Promise<Result> {
  const calls = createClient(services.billing.ReservationService, { address })
  try {
    return await work(calls)
  } finally {
    calls.close()
  }
}

const stateOf = async (callId: string) => (await survivor.calls.GetReservation({ callId }, LIMITS)).state

test('killed before a reserve: nothing is held, and the call can be asked again', async () => {
  const buyerId = await survivor.buyer(10_000n)
  const call = { ...callTo('acme/search'), buyerId }
  await dieAt('reserve_received', ({ grpc }) => withClient(grpc, calls => calls.Reserve(call, { timeoutMs: 5000 })))
  assert.deepEqual(await survivor.wallet(buyerId), { balance: 10_000n, held: 0n })
  await survivor.reserve(call)
  assert.deepEqual(await survivor.wallet(buyerId), { balance: 10_000n, held: 2000n })
})

test('killed after a reserve was committed: asked again it is the same one, unasked it expires', async () => {
  const buyerId = await survivor.buyer(10_000n)
  const call = { ...callTo('acme/search'), buyerId }
  await dieAt('reserve_committed', ({ grpc }) => withClient(grpc, calls => calls.Reserve(call, { timeoutMs: 5000 })))
  assert.deepEqual(await survivor.wallet(buyerId), { balance: 10_000n, held: 2000n })
  await survivor.reserve(call)
  assert.deepEqual(await survivor.wallet(buyerId), { balance: 10_000n, held: 2000n })
  await survivor.sql.query('UPDATE reservations SET expires_at = clock_timestamp() WHERE call_id = $1', [call.callId])
  await eventually(async () => assert.equal(await stateOf(call.callId), 'RESERVATION_STATE_EXPIRED'))
  assert.deepEqual(await survivor.wallet(buyerId), { balance: 10_000n, held: 0n })
})

for (const [failpoint, what] of [
  ['settle_received', 'before a capture'],
  ['settle_committed', 'after a capture was committed'],
] as const) {
  test(`killed ${what}: asked again it is captured, once`, async () => {
    const buyerId = await survivor.buyer(10_000n)
    const { callId } = await survivor.reserve({ buyerId })
    await dieAt(failpoint, ({ grpc }) => withClient(grpc, calls => calls.Capture({ callId }, { timeoutMs: 5000 })))
    assert.equal(await survivor.capture(callId), 2000n)
    assert.deepEqual(await survivor.wallet(buyerId), { balance: 8000n, held: 0n })
  })
}

for (const failpoint of ['settle_received', 'settle_committed'] as const) {
  test(`killed at ${failpoint} under captures that come together: asked again each is captured, once`, async () => {
    const buyers = [await survivor.buyer(20_000n), await survivor.buyer(20_000n)]
    const open = await Promise.all(
      Array.from({ length: 20 }, (_, index) => survivor.reserve({ buyerId: buyers[index % 2] ?? '' })),
    )
    await dieAt(failpoint, async ({ grpc }) => {
      const { settles, close } = openCallStreams(grpc)
      const captures = open.map(({ callId }) => settles.send({ capture: { callId } }, { timeoutMs: 5000 }))
      await Promise.all(captures).finally(close)
    })
    for (const { callId } of open) assert.equal(await survivor.capture(callId), 2000n)
    for (const buyerId of buyers) assert.deepEqual(await survivor.wallet(buyerId), { balance: 0n, held: 0n })
    assert.deepEqual(await survivor.breaches(), [])
  })
}

for (const failpoint of ['reserve_committed', 'settle_committed'] as const) {
  test(`killed at ${failpoint} while a batch is worked off in parts: asked again each call is held and charged once`, async () => {
    await refusePoison(survivor.sql)
    const buyerId = await survivor.buyer(2000n * 100n)
    const open = await Promise.all(Array.from({ length: 20 }, () => survivor.reserve({ buyerId })))
    const calls = Array.from({ length: 20 }, () => ({ ...callTo('acme/search'), buyerId }))
    const poison = { ...callTo('acme/search'), buyerId, toolName: POISON }
    await dieAt(failpoint, ({ grpc }) =>
      withClient(grpc, async client => {
        const holds = [...calls.slice(0, 9), poison, ...calls.slice(9)].map(call =>
          client.Reserve(call, { timeoutMs: 5000 }),
        )
        const captures = open.map(({ callId }) => client.Capture({ callId }, { timeoutMs: 5000 }))
        // It dies under those that come first; that nobody is answered is for the last to say.
        const outcomes = await Promise.allSettled([...captures, ...holds])
        if (outcomes.some(outcome => outcome.status === 'rejected')) throw new Error('cut off')
      }),
    )
    for (const call of calls) await survivor.reserve(call)
    await assert.rejects(survivor.reserve(poison), { code: 'internal_error' })
    for (const { callId } of [...open, ...calls]) assert.equal(await survivor.capture(callId), 2000n)
    assert.deepEqual(await survivor.wallet(buyerId), { balance: 2000n * 60n, held: 0n })
    assert.deepEqual(await survivor.breaches(), [])
  })
}

test('killed beside reservations made ahead: what it held is taken back by whoever asks, or expires', async () => {
  const balance = 2000n * 64n * 100n
  const buyerId = await survivor.buyer(balance)
  const call = { ...callTo('acme/search'), buyerId }
  const asked = Array.from({ length: 10 }, () => Array.from({ length: 8 }, () => randomUUID()))
  const others: string[] = []
  while (others.length < 20) others.push(await survivor.buyer(balance))
  await dieAt('reserve_committed', ({ grpc }) =>
    withClient(grpc, async calls => {
      const streams = openCallStreams(grpc)
      const next = others.map(other =>
        streams.nexts.send({ call: { ...callTo('acme/search'), buyerId: other } }, { timeoutMs: 5000 }),
      )
      void Promise.allSettled(next).then(() => streams.close())
      await Promise.allSettled(next.slice(0, 10))
      const ahead = asked.map(callIds => calls.ReserveAhead({ call, callIds }, { timeoutMs: 5000 }))
      await Promise.allSettled(ahead.slice(0, 5))
      await Promise.all([calls.Reserve(call, { timeoutMs: 5000 }), ...ahead])
    }),
  )
  assert.deepEqual(await survivor.breaches(), [])
  for (const callIds of asked.slice(0, 3)) await survivor.calls.ReleaseAhead({ buyerId, callIds }, LIMITS)
  const everybody = [buyerId, ...others]
  await survivor.sql.query('UPDATE reservations SET expires_at = clock_timestamp() WHERE buyer_id = ANY ($1)', [
    everybody,
  ])
  for (const buyer of everybody) {
    await eventually(async () => assert.deepEqual(await survivor.wallet(buyer), { balance, held: 0n }))
  }
  assert.deepEqual(await survivor.breaches(), [])
})

test('killed around reserves and settlements of a capped tree of keys: each call is counted once, at every key', async () => {
  const keys = openKeys(survivor.address)
  const buyerId = await survivor.buyer(2000n * 100n)
  const root = await keys.set(buyerId, { totalMicros: (2000n * 20n).toString(), concurrent: 20 })
  const leaf = await keys.set(buyerId, {}, { parent: root })
  const calls = Array.from({ length: 20 }, () => ({ ...callTo('acme/search'), buyerId, keyId: leaf }))
  const allOf =
    (work: (client: Harness['calls'], call: (typeof calls)[number], index: number) => Promise<unknown>) =>
    (victim: { grpc: string }) =>
      withClient(victim.grpc, client => Promise.all(calls.map((call, index) => work(client, call, index))))
  const settle = (client: Harness['calls'], { callId }: { callId: string }, index: number): Promise<unknown> =>
    index % 2 === 0
      ? client.Capture({ callId }, { timeoutMs: 5000 })
      : client.Release({ callId, reason: 'RELEASE_REASON_NOT_CHARGED', outcome: 'x' }, { timeoutMs: 5000 })
  const spentOf = async (keyId: string) => {
    const { total, open } = await keys.spending(keyId)
    return { calls: Number(total / 2000n), open }
  }

  for (const failpoint of ['reserve_received', 'reserve_committed'] as const) {
    await dieAt(
      failpoint,
      allOf((client, call) => client.Reserve(call, { timeoutMs: 5000 })),
    )
    assert.deepEqual(await survivor.breaches(), [])
  }
  for (const call of calls) await survivor.reserve(call)
  assert.deepEqual(await spentOf(root), { calls: 20, open: 20 })
  for (const failpoint of ['settle_received', 'settle_committed'] as const) {
    await dieAt(failpoint, allOf(settle))
    assert.deepEqual(await survivor.breaches(), [])
  }
  await Promise.all(calls.map((call, index) => settle(survivor.calls, call, index)))
  assert.deepEqual(await spentOf(root), { calls: 10, open: 0 })
  assert.deepEqual(await spentOf(leaf), { calls: 10, open: 0 })
  keys.close()
})

/** A buyer with a top-up that Stripe has the money of; the event has not been sent yet. */
async function startTopUp() {
  const buyerId = randomUUID()
  const topUps = createClient(services.billing.TopUpService, { address: survivor.address })
  const { topUp } = await topUps.CreateTopUp({ buyerId, amountMicros: '25000000' }, LIMITS)
  topUps.close()
  const topUpId = topUp?.topUpId ?? ''
  return { buyerId, topUpId, ...stripe.pay(topUpId, 2500) }
}

for (const failpoint of ['webhook_received', 'webhook_committed'] as const) {
  test(`killed at ${failpoint}: the processor sends the event again, and it counts once`, async () => {
    const { buyerId, session } = await startTopUp()
    const eventId = randomUUID()
    const send = (url: string) => stripe.send(url, 'checkout.session.completed', session, eventId)
    await dieAt(failpoint, ({ webhookUrl }) => send(webhookUrl))
    assert.equal(await send(survivorWebhook), 200)
    assert.equal((await survivor.wallet(buyerId)).balance, 25_000_000n)
  })
}

for (const failpoint of ['refund_taken', 'refund_sent'] as const) {
  test(`killed at ${failpoint}: the refund is finished by another process, and sent once`, async () => {
    const { buyerId, topUpId, paymentId, session } = await startTopUp()
    await stripe.send(survivorWebhook, 'checkout.session.completed', session)
    await dieAt(failpoint, async ({ grpc }) => {
      const topUps = createClient(services.billing.TopUpService, { address: grpc })
      await topUps.RefundTopUp({ topUpId, requestId: 'r' }, { timeoutMs: 5000 }).finally(() => topUps.close())
    })
    assert.equal((await survivor.wallet(buyerId)).balance, 0n)
    await eventually(async () => {
      const { rows } = await survivor.sql.query('SELECT state FROM reversals WHERE top_up_id = $1', [topUpId])
      assert.deepEqual(rows, [{ state: 'taken' }])
    })
    const sent = stripe.requests.filter(request => request.params.get('payment_intent') === paymentId)
    assert.equal(sent.length, 1)
  })
}

for (const failpoint of ['payout_taken', 'payout_sent'] as const) {
  test(`killed at ${failpoint}: the payout is finished by another process, and sent once`, async () => {
    const username = failpoint.replace('_', '-')
    const account = `acct_${failpoint}`
    const [template] = publishers
    await survivor.catalog.ApplyCatalog({ publishers: [{ ...template, username }] }, LIMITS)
    const accounts = createClient(services.billing.PublisherAccountService, { address: survivor.address })
    await accounts.ConnectPayoutAccount({ username, account }, LIMITS)
    const buyerId = await survivor.buyer(1_000_000n, purchaseOf(`${username}/search`, 'TIER_PAID'))
    const { callId } = await survivor.reserve({ ...callTo(`${username}/search`), toolName: 'deep', buyerId })
    await survivor.capture(callId)
    await dieAt(failpoint, async ({ grpc }) => {
      const doomed = createClient(services.billing.PublisherAccountService, { address: grpc })
      await doomed.CreatePayout({ username, requestId: 'r' }, { timeoutMs: 5000 }).finally(() => doomed.close())
    })
    await eventually(async () => {
      const { payouts } = await accounts.ListPayouts({ username }, LIMITS)
      assert.deepEqual(
        payouts.map(payout => [payout.state, payout.amountMicros]),
        [['PAYOUT_STATE_PAID', '20000']],
      )
    })
    const { payableMicros } = await accounts.GetEarnings({ username }, LIMITS)
    accounts.close()
    assert.equal(payableMicros, '0')
    const sent = stripe.requests.filter(request => request.params.get('destination') === account)
    assert.equal(sent.length, 1)
  })
}

test('killed at an attempt: begun, finished or abandoned once, however often it is asked', async () => {
  const attempts = createClient(services.billing.IdempotencyService, { address: survivor.address })
  const attempt = { buyerId: randomUUID(), keyHash: randomBytes(32), callId: randomUUID() }
  const fingerprint = randomBytes(32)
  const doomed = (failpoint: FailpointName, work: (client: typeof attempts) => Promise<unknown>) =>
    dieAt(failpoint, async ({ grpc }) => {
      const client = createClient(services.billing.IdempotencyService, { address: grpc })
      await work(client).finally(() => client.close())
    })
  const begin = (callId: string, client = attempts) =>
    client.BeginAttempt({ ...attempt, fingerprint, callId }, { timeoutMs: 5000 })

  await doomed('attempt_begun', client => begin(attempt.callId, client))
  assert.equal((await begin(attempt.callId)).outcome, 'started')
  await doomed('attempt_abandoned', client => client.AbandonAttempt({ ...attempt, outcome: 'x' }, { timeoutMs: 5000 }))
  await attempts.AbandonAttempt({ ...attempt, outcome: 'x' }, LIMITS)
  assert.equal((await begin(attempt.callId)).outcome, 'started')
  await doomed('attempt_finished', client => client.FinishAttempt(attempt, { timeoutMs: 5000 }))
  await attempts.FinishAttempt(attempt, LIMITS)
  assert.equal((await begin(randomUUID())).done?.callId, attempt.callId)
  attempts.close()
})

test('killed at a task: it is kept, confirmed and asked about once, and its price is held until it is settled', async () => {
  const tasks = createClient(services.billing.TaskService, { address: survivor.address })
  const doomed = (failpoint: FailpointName, work: (client: typeof tasks) => Promise<unknown>) =>
    dieAt(failpoint, async ({ grpc }) => {
      const client = createClient(services.billing.TaskService, { address: grpc })
      await work(client).finally(() => client.close())
    })
  const buyerId = await survivor.buyer(10_000n)
  const { callId } = await survivor.reserve({ buyerId })
  const task = { callId, taskId: randomUUID(), ttlMs: HOUR_MS }
  await doomed('task_kept', client => client.KeepTask(task, { timeoutMs: 5000 }))
  await tasks.KeepTask(task, LIMITS)
  await doomed('task_confirmed', client => client.ConfirmTask({ callId }, { timeoutMs: 5000 }))
  await survivor.sql.query('UPDATE tasks SET due_at = now() WHERE call_id = $1', [callId])
  await doomed('tasks_leased', client => client.LeaseDueTasks({ countMax: 1 }, { timeoutMs: 5000 }))
  await survivor.sql.query('UPDATE tasks SET due_at = now() WHERE call_id = $1', [callId])
  const { tasks: due } = await tasks.LeaseDueTasks({ countMax: 1 }, LIMITS)
  assert.equal(due[0]?.task?.callId, callId)
  assert.deepEqual(await survivor.wallet(buyerId), { balance: 10_000n, held: 2000n })
  assert.equal(await survivor.capture(callId), 2000n)
  assert.equal(await survivor.capture(callId), 2000n)
  assert.deepEqual(await survivor.wallet(buyerId), { balance: 8000n, held: 0n })
  tasks.close()
})

test('killed after calls left the tables of the call path: they are there when they are asked for, charged once', async () => {
  const buyerId = await survivor.buyer(10_000n)
  const { callId } = await survivor.reserve({ buyerId, callId: uuidv7(Date.now() - 3 * HOUR_MS) })
  await survivor.capture(callId)
  await dieAt('calls_left', async () => {
    await survivor.sql.query('DELETE FROM recalled_calls')
    await survivor.sql.query(`UPDATE reservations SET resolved_at = now() - interval '2 hours' WHERE call_id = $1`, [
      callId,
    ])
    throw new Error('nothing is asked')
  })
  const { rows } = await survivor.sql.query('SELECT FROM reservations WHERE call_id = $1', [callId])
  assert.equal(rows.length, 0)
  assert.equal(await stateOf(callId), 'RESERVATION_STATE_CAPTURED')
  assert.equal(await survivor.capture(callId), 2000n)
  assert.deepEqual(await survivor.wallet(buyerId), { balance: 8000n, held: 0n })
})

test('the ledger adds up after all of this', async () => {
  assert.deepEqual(await survivor.breaches(), [])
})
