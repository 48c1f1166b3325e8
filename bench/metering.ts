// npm run bench:metering: how fast usage events get from the bus into the database, once each, with synchronous commit.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, removeServerData, startNats, startPostgres, workspaceRoot } from '@mtg/embedded'
import type { UsageRecorded } from '@mtg/events'
import { provision } from '@mtg/migrations'
import { Client } from 'pg'
import { makeEvents, publish, withPublisher } from './metering/events.ts'
import { cpuMicrosOf, pin } from './processes.ts'

const HELP = `npm run bench:metering [-- OPTIONS]

Publishes usage events as the edge does, then starts a metering process and measures how it works off the backlog:
each event validated, inserted once, and summed per hour and day. Then publishes all of them a second time. In the end it
publishes new ones evenly, as an edge under load does, and measures what each of them costs.

  --events N     how many (default 200000)
  --buyers N     spread over so many buyers, with 5 apps (default 1000)
  --rate N       how many a second in the end, for 8 seconds (default 4000)
  --help         this text

The metering process and PostgreSQL share one core, the rest has the others. NOTE: the machine's noise is in the figures.`

const GOAL_PER_SECOND = 10_000
const METERING_CORE = 0
const STEADY_SECONDS = 8
const SLICE_MS = 10
const PASSWORD = 'bench'
const WAIT_TIMEOUT_MS = 120_000

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    buyers: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '4000' },
    help: { type: 'boolean', default: false },
  },
})
const eventCount = Number(options.events)
const buyerCount = Number(options.buyers)
const rate = Number(options.rate)
const isPositive = (value: number) => Number.isInteger(value) && value > 0

if (options.help) console.log(HELP)
else if (![eventCount, buyerCount, rate].every(isPositive)) {
  console.error('--events, --buyers and --rate must be whole numbers above 0')
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

/** One pass over all events. */
interface Figures {
  name: string
  eventsPerSecond: number
  meteringCpuMicros: number
  postgresCpuMicros: number
  natsCpuMicros: number
}

async function main(): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'mtg-bench-'))
  chmodSync(home, 0o755)
  const postgres = await startPostgres({ dir: join(home, 'postgres') })
  const nats = await startNats({ dir: join(home, 'nats') })
  try {
    pin(postgres.pid, METERING_CORE)
    const adminUrl = `${postgres.url}/postgres`
    await provision({ adminUrl, services: [meteringSchema()] })
    const results = await measure({ adminUrl, natsUrl: nats.url, postgresPid: postgres.pid, natsPid: nats.pid })
    report(results)
    return results.slice(0, 2).every(figures => figures.eventsPerSecond >= GOAL_PER_SECOND)
  } finally {
    await nats.stop()
    await postgres.stop()
    removeServerData(join(home, 'postgres'))
    rmSync(home, { recursive: true, force: true })
  }
}

function meteringSchema() {
  const prisma = join(workspaceRoot(), 'services/metering/prisma')
  const files = { migrationsDir: join(prisma, 'migrations'), grantsFile: join(prisma, 'grants.sql') }
  return { name: 'metering', schema: 'metering', role: 'mtg_metering', password: PASSWORD, ...files }
}

interface Servers {
  adminUrl: string
  natsUrl: string
  postgresPid: number
  natsPid: number
}

async function measure(servers: Servers): Promise<Figures[]> {
  const admin = new Client({ connectionString: servers.adminUrl })
  // Its servers end before it does when a pass fails, and that is what is to be told.
  admin.on('error', () => {})
  await admin.connect()
  const events = makeEvents(eventCount, buyerCount)
  // A first process makes the partitions and the consumer, so that the pass measures ingest alone.
  const first = await startMetering(servers)
  await stop(first.process)
  const passes: Figures[] = []
  for (const name of ['each event for the first time', 'every event a second time']) {
    await publish(servers.natsUrl, events)
    passes.push(await workOff(name, servers))
  }
  passes.push(await runSteadily(servers))
  await assertExact(admin)
  await admin.end()
  return passes
}

/** CPU so far of everybody who has to do with an event once it is published. */
function cpuOfAll(metering: Metering, servers: Servers) {
  return {
    metering: cpuMicrosOf(metering.pid),
    postgres: cpuMicrosOf(servers.postgresPid),
    nats: cpuMicrosOf(servers.natsPid),
  }
}

type Cpu = ReturnType<typeof cpuOfAll>

function figuresOf(name: string, [from, to]: [Cpu, Cpu], count: number, ms: number): Figures {
  return {
    name,
    eventsPerSecond: Math.round((count / ms) * 1000),
    meteringCpuMicros: round((to.metering - from.metering) / count),
    postgresCpuMicros: round((to.postgres - from.postgres) / count),
    natsCpuMicros: round((to.nats - from.nats) / count),
  }
}

/** Starts metering on a full stream, and times it from its first stored event to its last. */
async function workOff(name: string, servers: Servers): Promise<Figures> {
  const metering = await startMetering(servers)
  const begun = await until(metering, count => count > 0)
  const from = cpuOfAll(metering, servers)
  const done = await until(metering, count => count >= eventCount)
  const to = cpuOfAll(metering, servers)
  await stop(metering.process)
  if (done.count === begun.count) throw new Error('metering stored all of them at once: ask for more with --events')
  return figuresOf(name, [from, to], done.count - begun.count, done.atMs - begun.atMs)
}

/** Lets an edge's share of events come in every slice of time. */
async function runSteadily(servers: Servers): Promise<Figures> {
  const metering = await startMetering(servers)
  const events = makeEvents(rate * STEADY_SECONDS, buyerCount)
  const from = cpuOfAll(metering, servers)
  const startedAtMs = performance.now()
  await withPublisher(servers.natsUrl, events.length, async publisher => {
    for (let sent = 0; sent < events.length; ) {
      await new Promise(resolve => setTimeout(resolve, SLICE_MS))
      const due = Math.floor(((performance.now() - startedAtMs) / 1000) * rate)
      for (; sent < Math.min(due, events.length); sent += 1) publisher.record(events[sent] as UsageRecorded)
    }
    await publisher.flush(WAIT_TIMEOUT_MS)
  })
  const done = await until(metering, count => count >= events.length)
  const to = cpuOfAll(metering, servers)
  await stop(metering.process)
  return figuresOf(`${rate} new ones a second`, [from, to], events.length, done.atMs - startedAtMs)
}

interface Metering {
  process: ChildProcess
  pid: number
  opsUrl: string
}

async function startMetering(servers: Servers): Promise<Metering> {
  const opsPort = await freePort()
  const database = new URL(servers.adminUrl)
  database.username = 'mtg_metering'
  database.password = PASSWORD
  const child = spawn(process.execPath, [join(workspaceRoot(), 'services/metering/src/main.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {
      GRPC_LISTEN: '127.0.0.1:0',
      GRPC_CALLERS: 'anyone',
      OPS_LISTEN: `127.0.0.1:${opsPort}`,
      DATABASE_URL: database.href,
      NATS_URL: servers.natsUrl,
      LOG_LEVEL: 'error',
      // It ends with this process, whatever becomes of it.
      SUPERVISED: '1',
    },
  })
  if (child.pid === undefined) throw new Error('metering could not be started')
  pin(child.pid, METERING_CORE)
  const metering = { process: child, pid: child.pid, opsUrl: `http://127.0.0.1:${opsPort}` }
  await untilTrue(async () => (await fetch(`${metering.opsUrl}/readyz`)).ok, 'metering did not become ready')
  return metering
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

/** Waits for a count of stored and duplicate events, as the process itself reports them. */
async function until(metering: Metering, isIt: (count: number) => boolean): Promise<{ count: number; atMs: number }> {
  let count = 0
  await untilTrue(async () => {
    const text = await (await fetch(`${metering.opsUrl}/metrics`)).text()
    const lines = [...text.matchAll(/^mtg_usage_records_total\{[^}]*\} (\d+)$/gm)]
    count = lines.reduce((sum, line) => sum + Number(line[1]), 0)
    return isIt(count)
  }, 'metering did not work off the events')
  return { count, atMs: performance.now() }
}

async function untilTrue(ask: () => Promise<boolean>, otherwise: string): Promise<void> {
  const giveUpAt = performance.now() + WAIT_TIMEOUT_MS
  while (!(await ask().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(otherwise)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** A fast wrong answer is worth nothing. */
async function assertExact(admin: Client): Promise<void> {
  const { rows } = await admin.query<Record<string, string>>(`
    SELECT (SELECT count(*) FROM metering.usage_records) AS records,
           (SELECT sum(call_count) FROM metering.usage_hours) AS hours,
           (SELECT sum(call_count) FROM metering.usage_days) AS days,
           (SELECT count(*) FROM metering.dead_letters) AS dead`)
  const stored = String(eventCount + rate * STEADY_SECONDS)
  const [counts] = rows
  const expected = { records: stored, hours: stored, days: stored, dead: '0' }
  if (JSON.stringify(counts) !== JSON.stringify(expected)) {
    throw new Error(`wrong result: ${JSON.stringify(counts)} in place of ${JSON.stringify(expected)}`)
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function report(results: readonly Figures[]): void {
  console.table(
    Object.fromEntries(
      results.map(figures => [
        figures.name,
        {
          'events/s': figures.eventsPerSecond,
          'CPU of metering, µs/event': figures.meteringCpuMicros,
          'CPU of PostgreSQL, µs/event': figures.postgresCpuMicros,
          'CPU of NATS, µs/event': figures.natsCpuMicros,
        },
      ]),
    ),
  )
  console.log(`metering and PostgreSQL on one core; goal ${GOAL_PER_SECOND} events/s of a backlog`)
  console.log(JSON.stringify({ bench: 'metering', events: eventCount, buyers: buyerCount, rate, results }))
}
