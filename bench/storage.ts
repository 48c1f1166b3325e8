// npm run bench:storage: whether years of old calls cost the calls of now anything.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Constellation, startConstellation } from '@mtg/testing'
import { Client } from 'pg'
import { runFor } from './billing/measure.ts'
import { openPaidCalls, seedBuyers } from './billing/paid-calls.ts'
import { medianBy } from './median.ts'
import { cpuMicrosOf } from './processes.ts'
import { makeOldCalls } from './storage/old-calls.ts'
import { bytesOfTables, measureVacuum, walBytes } from './storage/server.ts'

const HELP = `npm run bench:storage [-- OPTIONS]

Reserves and captures paid calls through gRPC on two installations at once, in turns: one that is new, and one with so many
settled calls of the last months behind it. Prints pairs a second, the write-ahead log of each pair, how long it takes to vacuum
the tables of the call path and how large they are. Then moves what was measured out of these tables, which each call costs the
database once more, and checks every money invariant of both.

  --calls N        old calls (default 10000000; about 0.6 GiB for each million)
  --days N         from so many days (default 300)
  --seconds N      for each measurement (default 5)
  --callers N      calls under way at once (default 256)
  --wallets N      (default 1000)
  --rounds N       interleaved rounds; the median counts (default 5)
  --json           print JSON
  --help           this text

Machines are noisy: only the ratio within one run means anything.`

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    days: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '5' },
    callers: { type: 'string', default: '256' },
    wallets: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [calls = 0, days = 0, seconds = 0, callers = 0, wallets = 0, rounds = 0] = [
  options.calls,
  options.days,
  options.seconds,
  options.callers,
  options.wallets,
  options.rounds,
].map(Number)
const GOAL = 0.9
/** What `settle_away` is asked for at once, as by the job. */
const STEP = 4000
const ROLL_UP_MS = 1000
const WARM_UP_SECONDS = 2

if (options.help) console.log(HELP)
else if (![calls, days, seconds, callers, wallets, rounds].every(value => Number.isInteger(value) && value > 0)) {
  console.error('--calls, --days, --seconds, --callers, --wallets and --rounds must be whole numbers above 0')
  process.exitCode = 2
} else await main()

/** An installation, and a way into its database. */
interface Side {
  readonly gateway: Constellation
  readonly client: Client
  readonly buyers: readonly string[]
}

interface Round {
  readonly pairsPerSecond: number
  readonly billingCpuMicros: number
  readonly walBytesPerPair: number
}

async function main(): Promise<void> {
  const sides = await Promise.all([openSide(), openSide()])
  const [fresh, old] = sides
  try {
    const startedAtMs = performance.now()
    await makeOldCalls(old.client, { count: calls, days })
    const seededSeconds = (performance.now() - startedAtMs) / 1000
    const runs: { fresh: Round; old: Round }[] = []
    for (let round = 0; round < rounds; round += 1) {
      // Both write to one disk: who comes second pays for what the first one left to be written.
      const oldFirst = round % 2 === 1 ? await measure(old) : undefined
      const ofFresh = await measure(fresh)
      runs.push({ fresh: ofFresh, old: oldFirst ?? (await measure(old)) })
    }
    const view = {
      fresh: await summarize(
        fresh,
        runs.map(run => run.fresh),
      ),
      old: await summarize(
        old,
        runs.map(run => run.old),
      ),
    }
    for (const { gateway } of sides) await gateway.verifyLedger()
    report({ ...view, seededSeconds })
  } finally {
    await Promise.all(sides.map(async ({ gateway, client }) => await client.end().then(() => gateway.stop())))
  }
}

async function openSide(): Promise<Side> {
  const gateway = await startConstellation({
    ownServers: true,
    services: ['billing'],
    env: { LOG_LEVEL: 'warn', ROLL_UP_INTERVAL_MS: String(ROLL_UP_MS) },
  })
  const client = new Client({ connectionString: gateway.servers.databaseUrl })
  await client.connect()
  await client.query('SET search_path = billing')
  return { gateway, client, buyers: await seedBuyers(gateway, wallets) }
}

async function measure({ gateway, client, buyers }: Side): Promise<Round> {
  const calls = openPaidCalls(gateway)
  let turn = 0
  const pair = () => calls.make(buyers[turn++ % buyers.length] ?? '')
  await runFor({ seconds: WARM_UP_SECONDS, callers }, pair)
  const pid = gateway.pids().billing ?? 0
  const cpuBefore = cpuMicrosOf(pid)
  const walBefore = await walBytes(client)
  const pairs = await runFor({ seconds, callers }, pair)
  const walAfter = await walBytes(client)
  const cpu = cpuMicrosOf(pid) - cpuBefore
  calls.close()
  return {
    pairsPerSecond: pairs / seconds,
    billingCpuMicros: cpu / pairs,
    walBytesPerPair: (walAfter - walBefore) / pairs,
  }
}

type Summary = Awaited<ReturnType<typeof summarize>>

async function summarize(side: Side, all: readonly Round[]) {
  const { client } = side
  const { pairsPerSecond, billingCpuMicros, walBytesPerPair } = medianBy(all, run => run.pairsPerSecond)
  const vacuumMs = await measureVacuum(client)
  const hot = await bytesOfTables(client, ['reservations', 'journal', 'wallets', 'purchases'])
  const settled = await bytesOfTables(client, ['settled_calls', 'settled_entries'])
  const moved = await moveAway(side)
  return {
    pairsPerSecond,
    billingCpuMicros,
    walBytesPerPair,
    vacuumMs,
    hotBytes: hot,
    settledBytes: settled,
    ...moved,
    vacuumAfterMovingMs: await measureVacuum(client),
  }
}

/** What the measured calls leave behind, moved as the job does it, without its pauses: what each costs after all. */
async function moveAway({ gateway, client }: Side) {
  await untilSummedUp(client)
  const pid = gateway.pids().postgres ?? 0
  const before = { ms: performance.now(), cpu: cpuMicrosOf(pid), wal: await walBytes(client) }
  let movedCount = 0
  for (let from: string | null = '00000000-0000-0000-0000-000000000000'; from !== null; ) {
    const { rows }: { rows: { moved: number; next_id: string | null }[] } = await client.query(
      `SELECT moved, next_id FROM settle_away('0', $1, $2)`,
      [from, STEP],
    )
    movedCount += rows[0]?.moved ?? 0
    from = rows[0]?.next_id ?? null
  }
  return {
    movedPerSecond: movedCount / ((performance.now() - before.ms) / 1000),
    movedCpuMicros: (cpuMicrosOf(pid) - before.cpu) / movedCount,
    movedWalBytes: ((await walBytes(client)) - before.wal) / movedCount,
  }
}

/** What is not summed up by hour yet does not leave. */
async function untilSummedUp(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT FROM roll_up WHERE entry_id >= (SELECT max(id) FROM journal)')
    if (rows.length > 0) return
    await pause(ROLL_UP_MS)
  }
}

function report({ fresh, old, seededSeconds }: { fresh: Summary; old: Summary; seededSeconds: number }): void {
  const ratio = old.pairsPerSecond / fresh.pairsPerSecond
  const reached = ratio >= GOAL
  const view = { calls, fresh, old, ratio, goal: GOAL, reached, isSound: true }
  if (options.json) return console.log(JSON.stringify(view, null, 2))
  const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
  const rows: [string, (side: Summary) => string][] = [
    ['pairs a second', side => side.pairsPerSecond.toFixed(0)],
    ["billing's CPU a pair", side => `${side.billingCpuMicros.toFixed(0)} us`],
    ['write-ahead log a pair', side => `${side.walBytesPerPair.toFixed(0)} bytes`],
    ['vacuum of the call path', side => `${side.vacuumMs.toFixed(0)} ms`],
    ['tables of the call path', side => mebibytes(side.hotBytes)],
    ['tables of settled calls', side => mebibytes(side.settledBytes)],
    ['calls moved away a second', side => side.movedPerSecond.toFixed(0)],
    ["database's CPU for each", side => `${side.movedCpuMicros.toFixed(0)} us`],
    ['write-ahead log for each', side => `${side.movedWalBytes.toFixed(0)} bytes`],
    ['vacuum after that', side => `${side.vacuumAfterMovingMs.toFixed(0)} ms`],
  ]
  console.log(`${''.padEnd(28)}${'new'.padStart(14)}${`${calls.toLocaleString('en')} old calls`.padStart(24)}`)
  for (const [name, of] of rows) console.log(`${name.padEnd(28)}${of(fresh).padStart(14)}${of(old).padStart(24)}`)
  console.log(`old calls were made in ${seededSeconds.toFixed(0)} s; the ledgers add up`)
  console.log(`with old calls of without ${ratio.toFixed(2)} (goal ${GOAL}): ${reached ? 'reached' : 'not reached'}`)
  if (!reached) process.exitCode = 1
}
