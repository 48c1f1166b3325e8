// npm run bench:billing: how many paid calls one billing process admits and captures, exactly, with synchronous commit.
import { parseArgs } from 'node:util'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { type Constellation, startConstellation } from '@mtg/testing'
import { Client, Pool } from 'pg'
import { measureLimits } from './billing/limits.ts'
import { type Figures, type Load, measurePairs, printFigures, runFor } from './billing/measure.ts'
import { seedBuyers } from './billing/paid-calls.ts'
import { medianBy } from './median.ts'
import { areReached, type Goal, verdicts } from './verdicts.ts'

const HELP = `npm run bench:billing [-- OPTIONS]

Reserves and captures paid calls through gRPC on one billing process and PostgreSQL with synchronous commit: on one hot
wallet and on many, with few and with many purchases present; then the same work as one interactive transaction
per step, in the same run. Ends with a check of every money invariant.

  --seconds N      for each measurement (default 4)
  --callers N      calls under way at once (default 256)
  --wallets N      wallets where there are many (default 1000)
  --purchases N    purchases present where there are many (default 1000000)
  --rounds N       interleaved rounds; the median counts (default 5)
  --limits         instead: keys with limits against none (and keys without), one parent of 1,000 keys against 1,000 parents
  --json           print JSON
  --help           this text

Machines are noisy: compare the figures of one run with each other.`

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    callers: { type: 'string', default: '256' },
    wallets: { type: 'string', default: '1000' },
    purchases: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    limits: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const callers = Number(options.callers)
const wallets = Number(options.wallets)
const purchases = Number(options.purchases)
const rounds = Number(options.rounds)
const GOALS = { pairsPerSecond: 12_000, hotOfCold: 0.8, manyOfFew: 0.9, ofInteractive: 5 }
const INTERACTIVE_CONNECTIONS = 16
const load: Load = { seconds, callers }

if (options.help) console.log(HELP)
else if (![seconds, callers, wallets, purchases, rounds].every(value => Number.isInteger(value) && value > 0)) {
  console.error('--seconds, --callers, --wallets, --purchases and --rounds must be whole numbers above 0')
  process.exitCode = 2
} else if (options.limits) process.exitCode = (await measureLimits(load, { rounds, json: options.json })) ? 0 : 1
else process.exitCode = (await main()) ? 0 : 1

async function main(): Promise<boolean> {
  const start = () => startConstellation({ ownServers: true, services: ['billing'], env: { LOG_LEVEL: 'warn' } })
  // Side by side and in turns, so that a noisy moment does not decide between them.
  const [small, large] = await Promise.all([start(), start()])
  try {
    const fewBuyers = await seedBuyers(small, wallets)
    const manyBuyers = await seedBuyers(large, wallets)
    await seedPurchases(large, purchases)
    const [hotBuyer = ''] = fewBuyers
    const [few, many] = [wallets, purchases].map(count => `${count.toLocaleString('en')} purchases`)
    const manyWallets = `${wallets.toLocaleString('en')} wallets`
    const runs: [cold: Figures, hot: Figures, many: Figures][] = []
    for (let round = 0; round < rounds; round += 1) {
      const measureFew = async () => ({
        cold: await measurePairs(small, `${manyWallets}, ${few}`, payersOf(fewBuyers), load),
        hot: await measurePairs(small, `1 hot wallet, ${few}`, payersOf([hotBuyer]), load),
      })
      const measureMany = () => measurePairs(large, `${manyWallets}, ${many}`, payersOf(manyBuyers), load)
      // Both write to one disk: who comes second pays for what the first one left to be written.
      const manyFirst = round % 2 === 1 ? await measureMany() : undefined
      const { cold, hot } = await measureFew()
      runs.push([cold, hot, manyFirst ?? (await measureMany())])
    }
    const interactive = await measureInteractive(small, hotBuyer)
    for (const gateway of [small, large]) await gateway.verifyLedger()
    return report([
      medianOf(runs.map(run => run[0])),
      medianOf(runs.map(run => run[1])),
      medianOf(runs.map(run => run[2])),
      interactive,
    ])
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

function payersOf(buyers: readonly string[]): { readonly buyerId: string }[] {
  return buyers.map(buyerId => ({ buyerId }))
}

function medianOf(runs: readonly Figures[]): Figures {
  return medianBy(runs, run => run.pairsPerSecond)
}

function report(figures: [cold: Figures, hot: Figures, many: Figures, interactive: Figures]): boolean {
  const [cold, hot, many, interactive] = figures
  const ratios = {
    hotOfCold: hot.pairsPerSecond / cold.pairsPerSecond,
    manyOfFew: many.pairsPerSecond / cold.pairsPerSecond,
    ofInteractive: hot.pairsPerSecond / interactive.pairsPerSecond,
  }
  const goals: Goal[] = [
    { what: 'pairs/s', figure: cold.pairsPerSecond, atLeast: GOALS.pairsPerSecond, digits: 0 },
    { what: 'hot of cold', figure: ratios.hotOfCold, atLeast: GOALS.hotOfCold },
    { what: 'many purchases of few', figure: ratios.manyOfFew, atLeast: GOALS.manyOfFew },
    { what: 'of interactive transactions', figure: ratios.ofInteractive, atLeast: GOALS.ofInteractive, digits: 1 },
  ]
  const reached = areReached(goals)
  if (options.json) console.log(JSON.stringify({ figures, ratios, goals, reached }, null, 2))
  else {
    printFigures(figures)
    for (const line of verdicts(goals)) console.log(line)
    console.log(reached ? 'the ledger adds up; all goals reached' : 'the ledger adds up; not all goals reached')
  }
  return reached
}

/** Purchases and wallets of buyers who do not call. */
async function seedPurchases(gateway: Constellation, count: number): Promise<void> {
  const client = new Client({ connectionString: gateway.servers.databaseUrl })
  await client.connect()
  await client.query('SET search_path = billing')
  await client.query('BEGIN')
  await client.query('SELECT hold_moves()')
  await client.query(
    `WITH buyer AS (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)),
     wallet AS (INSERT INTO wallets (buyer_id) SELECT id FROM buyer)
     INSERT INTO purchases (id, buyer_id, app_id, tier) SELECT gen_random_uuid(), buyer.id, apps.id, 'paid' FROM buyer, apps`,
    [count],
  )
  await client.query('COMMIT')
  await client.query('VACUUM (ANALYZE)')
  await client.query('CHECKPOINT')
  await client.end()
}

/** The same rows moved the way most systems do it: one interactive transaction to reserve, another to capture. */
async function measureInteractive(gateway: Constellation, buyerId: string): Promise<Figures> {
  const pool = new Pool({
    connectionString: gateway.servers.databaseUrl,
    max: INTERACTIVE_CONNECTIONS,
    options: '-c search_path=billing',
  })
  const purchase = await pool.query<{ id: string; app_id: string }>(
    'SELECT id, app_id FROM purchases WHERE buyer_id = $1',
    [buyerId],
  )
  const row = purchase.rows[0]
  if (row === undefined) throw new Error('the buyer has no purchase')
  const publisher = await pool.query<{ id: string }>('SELECT id FROM publishers')
  const publisherId = publisher.rows[0]?.id
  const pair = async () => {
    const callId = uuidv7(systemClock.nowMs())
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT posted, held FROM wallets WHERE buyer_id = $1 FOR UPDATE', [buyerId])
      await client.query('SELECT used FROM purchases WHERE id = $1 FOR UPDATE', [row.id])
      await client.query(
        `INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, price_micros, expires_at)
         VALUES ($1, 'open', $2, $3, $4, $5, 'paid', 10, now() + interval '1 hour')`,
        [callId, buyerId, row.id, row.app_id, publisherId],
      )
      await client.query('UPDATE wallets SET held = held + 10 WHERE buyer_id = $1', [buyerId])
      await client.query('UPDATE purchases SET used = used + 1 WHERE id = $1', [row.id])
      await client.query('COMMIT')
      await client.query('BEGIN')
      await client.query('SELECT posted, held FROM wallets WHERE buyer_id = $1 FOR UPDATE', [buyerId])
      await client.query(`UPDATE reservations SET state = 'captured', resolved_at = now() WHERE call_id = $1`, [callId])
      await client.query(
        `INSERT INTO journal (kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros, call_id)
         VALUES ('capture', 'wallet', $1, 'publisher_payable', $2, 10, $3)`,
        [buyerId, publisherId, callId],
      )
      await client.query('UPDATE wallets SET held = held - 10, posted = posted - 10 WHERE buyer_id = $1', [buyerId])
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  }
  const pairs = await runFor(load, pair)
  await pool.end()
  return {
    name: '1 hot wallet, an interactive transaction each',
    pairsPerSecond: pairs / seconds,
    billingCpuMicros: 0,
    databaseCpuMicros: 0,
  }
}
