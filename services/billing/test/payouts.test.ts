import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { Client } from 'pg'
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts'
import { appEntry, callTo, codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

const HOUR_SECONDS = 3600

let stripe: FakeStripe
let system: Harness
let accounts: ReturnType<typeof connect>
let buyerId: string

const connect = (address: string) => createClient(services.billing.PublisherAccountService, { address })

before(async () => {
  stripe = await startFakeStripe('whsec_test')
  system = await startHarness({
    env: {
      HTTP_LISTEN: '127.0.0.1:0',
      PAYMENT_PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_billing',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API_URL: stripe.url,
      TRANSFER_RETRY_MS: '50',
      ROLL_UP_INTERVAL_MS: '50',
      CATALOGUE_CACHE_MS: '0',
      PLATFORM_FEE_PPM: '100000',
    },
  })
  const ours = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].map(username => ({
    username,
    payoutConnected: username !== 'fifth',
    apiKey: 'k',
    apps: [appEntry('search')],
  }))
  await system.catalog.ApplyCatalog({ publishers: [...publishers, ...ours] }, LIMITS)
  accounts = connect(system.address)
  buyerId = await system.buyer(1_000_000_000n, null)
})
after(async () => {
  accounts?.close()
  await system?.stop()
  await stripe?.close()
})

/** Calls of 20,000 micro-USD, of which the platform keeps 2,000. */
async function earn(username: string, calls: number): Promise<string[]> {
  const app = `${username}/search`
  const purchases = [{ app, tier: 'TIER_PAID', status: 'PURCHASE_STATUS_ACTIVE', renews: true } as const]
  await system.catalog.ApplyCatalog({ buyers: [{ buyerId, email: 'x@example.test', purchases }] }, LIMITS)
  const reserved = await Promise.all(
    Array.from({ length: calls }, () => system.reserve({ ...callTo(app), toolName: 'deep', buyerId })),
  )
  await Promise.all(reserved.map(({ callId }) => system.capture(callId)))
  return reserved.map(({ callId }) => callId)
}

const earningsOf = async (username: string) => {
  const { payableMicros, earnedMicros, paidOutMicros } = await accounts.GetEarnings({ username }, LIMITS)
  return [payableMicros, earnedMicros, paidOutMicros].map(Number)
}

async function payOut(username: string, requestId: string, amountMicros = '0'): Promise<billing.Payout__Output> {
  const { payout } = await accounts.CreatePayout({ username, requestId, amountMicros }, LIMITS)
  assert.ok(payout)
  return payout
}

const stateOf = async (username: string) =>
  (await accounts.ListPayouts({ username }, LIMITS)).payouts.map(payout => payout.state)

const transfersTo = (account: string) =>
  stripe.requests
    .filter(request => request.params.get('destination') === account)
    .map(({ params }) => params.get('amount'))

test('a publisher earns what its calls cost less the share of the platform, before and after the sums are rolled up', async () => {
  const callIds = await earn('first', 10)
  assert.deepEqual(await earningsOf('first'), [180_000, 180_000, 0])
  await system.release(callIds[0] ?? '', 'RELEASE_REASON_UNDELIVERED')
  assert.deepEqual(await earningsOf('first'), [162_000, 162_000, 0])
  await eventually(async () => {
    const { rows } = await system.sql.query<{ behind: string }>(
      'SELECT (SELECT max(id) FROM journal) - (SELECT entry_id FROM roll_up) AS behind',
    )
    assert.equal(rows[0]?.behind, '0')
  })
  assert.deepEqual(await earningsOf('first'), [162_000, 162_000, 0])
  await earn('first', 1)
  assert.deepEqual(await earningsOf('first'), [180_000, 180_000, 0])
})

test('a payout sends whole cents once to the connected account, however often it is asked for', async () => {
  await accounts.ConnectPayoutAccount({ username: 'second', account: 'acct_second' }, LIMITS)
  await earn('second', 3)
  const payouts = await Promise.all(Array.from({ length: 5 }, () => payOut('second', 'monthly')))
  assert.equal(new Set(payouts.map(payout => payout.payoutId)).size, 1)
  assert.equal(payouts[0]?.amountMicros, '50000')
  await eventually(async () => assert.deepEqual(await stateOf('second'), ['PAYOUT_STATE_PAID']))
  assert.deepEqual(transfersTo('acct_second'), ['5'])
  assert.deepEqual(await earningsOf('second'), [4000, 54_000, 50_000])
  assert.equal(await codeOf(payOut('second', 'again')), 'nothing_to_pay_out')
  assert.equal(await codeOf(payOut('second', 'more', '60000')), 'nothing_to_pay_out')
})

test('many payouts at once never send more than was earned', async () => {
  await accounts.ConnectPayoutAccount({ username: 'third', account: 'acct_third' }, LIMITS)
  await earn('third', 5)
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => codeOf(payOut('third', `request ${index}`, '40000'))),
  )
  assert.deepEqual(codes.filter(code => code === 'admitted').length, 2)
  await eventually(() => assert.deepEqual(transfersTo('acct_third'), ['4', '4']))
})

test('a payout that the processor refuses is payable again', async () => {
  await accounts.ConnectPayoutAccount({ username: 'fourth', account: 'acct_closed' }, LIMITS)
  await earn('fourth', 5)
  stripe.spoil({ kind: 'refuse', times: 1 })
  assert.equal((await payOut('fourth', 'first try')).state, 'PAYOUT_STATE_RETURNED')
  assert.deepEqual(await earningsOf('fourth'), [90_000, 90_000, 0])
  stripe.spoil({ kind: 'lose reply', times: 1000 })
  const payout = await payOut('fourth', 'second try')
  assert.equal(payout.state, 'PAYOUT_STATE_REQUESTED')
  assert.deepEqual(await earningsOf('fourth'), [0, 90_000, 90_000])
  stripe.spoil({ kind: 'lose reply', times: 0 })
  await eventually(async () =>
    assert.deepEqual(await stateOf('fourth'), ['PAYOUT_STATE_PAID', 'PAYOUT_STATE_RETURNED']),
  )
  assert.deepEqual(transfersTo('acct_closed'), ['9'])
})

test('one asks for a payout at a time, however many want to, also while the job that finishes transfers runs', async () => {
  await accounts.ConnectPayoutAccount({ username: 'sixth', account: 'acct_sixth' }, LIMITS)
  await earn('sixth', 5)
  const goOn = stripe.hold()
  const payouts = Promise.all(Array.from({ length: 8 }, () => payOut('sixth', 'monthly')))
  await eventually(() => assert.equal(stripe.waiting(), 1))
  // The job takes what is as old as this for forgotten.
  const { rows } = await system.sql.query<{ at: Date }>("SELECT clock_timestamp() + interval '300 milliseconds' AS at")
  await eventually(async () => {
    const now = await system.sql.query<{ now: Date }>('SELECT clock_timestamp() AS now')
    assert.ok((now.rows[0]?.now ?? 0) > (rows[0]?.at ?? 0))
  })
  goOn()
  await payouts
  await eventually(async () => assert.deepEqual(await stateOf('sixth'), ['PAYOUT_STATE_PAID']))
  assert.equal(stripe.overlaps(), 0)
  assert.deepEqual(transfersTo('acct_sixth'), ['9'])
})

test('a refusal that overtakes an answer does not have a payout sent twice', async () => {
  await accounts.ConnectPayoutAccount({ username: 'seventh', account: 'acct_seventh' }, LIMITS)
  await earn('seventh', 5)
  const goOn = stripe.hold()
  const first = payOut('seventh', 'monthly')
  await eventually(() => assert.equal(stripe.waiting(), 1))
  // Whoever asked is taken for dead; another one asks, and is refused.
  stripe.forget()
  stripe.spoil({ kind: 'refuse at once', times: 1 })
  await system.sql.query("UPDATE payouts SET sending_until = clock_timestamp() WHERE state = 'requested'")
  await eventually(async () => assert.deepEqual(await stateOf('seventh'), ['PAYOUT_STATE_RETURNED']))
  assert.deepEqual(await earningsOf('seventh'), [90_000, 90_000, 0])
  goOn()
  assert.equal((await first).state, 'PAYOUT_STATE_PAID')
  assert.deepEqual(await earningsOf('seventh'), [0, 90_000, 90_000])
  assert.equal(await codeOf(payOut('seventh', 'again')), 'nothing_to_pay_out')
  assert.deepEqual(transfersTo('acct_seventh'), ['9'])
})

test('without a connected account paid calls are refused, and nothing is paid out; with one they go on', async () => {
  assert.equal(await codeOf(earn('fifth', 1)), 'publisher_not_payable')
  assert.equal(await codeOf(payOut('fifth', 'none')), 'publisher_not_payable')
  await accounts.ConnectPayoutAccount({ username: 'fifth', account: 'acct_fifth' }, LIMITS)
  assert.equal(await codeOf(earn('fifth', 1)), 'admitted')
  await accounts.DisconnectPayoutAccount({ username: 'fifth' }, LIMITS)
  assert.equal(await codeOf(earn('fifth', 1)), 'publisher_not_payable')
  assert.deepEqual(await earningsOf('fifth'), [18_000, 18_000, 0])
})

test('a statement adds up: what was owed before, each kind of change, what is owed after', async () => {
  await earn('second', 2)
  const { rows } = await system.sql.query<{ hour: string }>(
    "SELECT extract(epoch FROM date_trunc('hour', clock_timestamp()))::bigint AS hour",
  )
  const hour = Number(rows[0]?.hour)
  const at = (offset: number) => ({ seconds: String(hour + offset * HOUR_SECONDS), nanos: 0 })
  const statement = (from: number, to: number) =>
    accounts.GetStatement({ username: 'second', from: at(from), to: at(to) }, LIMITS)
  const whole = await statement(-1, 1)
  assert.equal(whole.openingMicros, '0')
  assert.deepEqual(
    whole.lines.map(line => [line.kind, line.entryCount, line.amountMicros]),
    [
      ['capture', '5', '90000'],
      ['payout', '1', '-50000'],
    ],
  )
  assert.equal(whole.closingMicros, '40000')
  const after = await statement(1, 2)
  assert.deepEqual([after.openingMicros, after.lines, after.closingMicros], ['40000', [], '40000'])
  const crooked = { seconds: String(hour + 1), nanos: 0 }
  const refused = accounts.GetStatement({ username: 'second', from: crooked, to: at(2) }, LIMITS)
  assert.equal(await codeOf(refused), 'invalid_argument')
})

test('an unknown publisher is publisher_not_found everywhere', async () => {
  const nobody = { username: 'nobody', requestId: 'r', account: 'acct' }
  for (const name of [
    'GetEarnings',
    'ConnectPayoutAccount',
    'DisconnectPayoutAccount',
    'CreatePayout',
    'ListPayouts',
  ] as const) {
    assert.equal(await codeOf(accounts[name](nobody, LIMITS)), 'publisher_not_found', name)
  }
})

test('the ledger adds up, all accounts together are zero, and the journal can be listed by account and call', async () => {
  assert.deepEqual(await system.breaches(), [])
  const { balances } = await system.ledger.ListBalances({}, LIMITS)
  const total = balances.reduce((sum, balance) => sum + BigInt(balance.balanceMicros), 0n)
  assert.equal(total, 0n)
  assert.equal(balances.find(balance => balance.accountType === 'payout')?.balanceMicros, '0')

  const fees = await system.ledger.ListEntries({ account: 'platform_fee', pageSize: 3 }, LIMITS)
  assert.deepEqual(new Set(fees.entries.map(entry => entry.amountMicros)), new Set(['2000']))
  assert.notEqual(fees.nextPageToken, '')
  const [fee] = fees.entries
  const ofCall = await system.ledger.ListEntries({ callId: fee?.callId ?? '' }, LIMITS)
  assert.deepEqual(
    new Set(ofCall.entries.map(entry => `${entry.kind} ${entry.amountMicros}`)),
    new Set(['capture 18000', 'fee 2000']),
  )
  assert.equal(
    (await system.ledger.ListEntries({ from: { seconds: '4102444800', nanos: 0 } }, LIMITS)).entries.length,
    0,
  )
  assert.equal(await codeOf(system.ledger.ListEntries({ account: 'somebody' }, LIMITS)), 'invalid_argument')
})

test('sums are not rolled up past an entry whose transaction has not ended', async () => {
  const service = new Client({ connectionString: system.env.DATABASE_URL })
  await service.connect()
  const newest = async (client: Client, sql: string) => (await client.query<{ id: string }>(sql)).rows[0]?.id
  await system.sql.query('BEGIN')
  try {
    const id = await newest(
      system.sql,
      `INSERT INTO journal (kind, debit_type, credit_type, amount_micros, reference)
       VALUES ('payout', 'payout', 'processor_clearing', 1, 'under way') RETURNING id`,
    )
    await assert.rejects(service.query('SELECT journal_mark()'), /lock timeout/)
    await system.sql.query('ROLLBACK')
    assert.ok(Number(await newest(service, 'SELECT journal_mark() AS id')) < Number(id))
  } finally {
    await system.sql.query('ROLLBACK')
    await service.end()
  }
})

test('a sum that does not agree with the journal is found', async () => {
  await system.sql.query(
    "UPDATE account_hours SET credited_micros = credited_micros + 1 WHERE account_type = 'platform_fee'",
  )
  assert.match((await system.breaches()).join(), /hours_equal_journal: platform_fee/)
})
