// npm run bench:metering: how fast usage events get from the bus into the database, once each, with synchronous commit.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, removeServerData, startNats, startPostgres, workspaceRoot } from '@mtg/embedded'
import { connectNats, createUsagePublisher, type UsageRecorded } from '@mtg/events'
import { provision } from '@mtg/migrations'
import { createLogger, createMetrics } from '@mtg/runtime'
import { Client } from 'pg'

const HELP = `npm run bench:metering [-- OPTIONS]

Publishes usage events as the edge does, then starts a metering process and measures how it works off the backlog:
each event validated, inserted once, and summed per hour and day. Then publishes all of them a second time.

  --events N     how many (default 200000)
  --buyers N     spread over so many buyers, with 5 apps (default 1000)
  --help         this text

The metering process and PostgreSQL share one core, the rest has the others. NOTE: the machine's noise is in the figures.`

const GOAL_PER_SECOND = 10_000
const TICKS_PER_SECOND = 100
const PASSWORD = 'bench'
const WAIT_TIMEOUT_MS = 120_000

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    buyers: { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  },
})
const eventCount = Number(options.events)
const buyerCount = Number(options.buyers)
const isPositive = (value: number) => Number.isInteger(value) && value > 0

if (options.help) console.log(HELP)
else if (!isPositive(eventCount) || !isPositive(buyerCount)) {
  console.error('--events and --buyers must be whole numbers above 0')
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

/** One pass over all events. */
interface Figures {
  name: string
  eventsPerSecond: number
  meteringCpuMicros: number
  postgresCpuMicros: number
}

async function main(): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'mtg-bench-'))
  chmodSync(home, 0o755)
  const postgres = await startPostgres({ dir: join(home, 'postgres') })
  const nats = await startNats({ dir: join(home, 'nats') })
  try {
    const isPinned = pin(postgres.pid, '0')
    const adminUrl = `${postgres.url}/postgres`
    await provision({ adminUrl, services: [meteringSchema()] })
    const results = await measure({ adminUrl, natsUrl: nats.url, postgresPid: postgres.pid })
    report(results, isPinned)
    return results.every(figures => figures.eventsPerSecond >= GOAL_PER_SECOND)
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
}

async function measure(servers: Servers): Promise<Figures[]> {
  const admin = new Client({ connectionString: servers.adminUrl })
  await admin.connect()
  const events = makeEvents()
  // A first process makes the partitions and the consumer, so that the pass measures ingest alone.
  const first = await startMetering(servers)
  await stop(first.process)
  const passes: Figures[] = []
  for (const name of ['each event for the first time', 'every event a second time']) {
    await publish(servers.natsUrl, events)
    passes.push(await workOff(name, servers))
  }
  await assertExact(admin)
  await admin.end()
  return passes
}

function makeEvents(): UsageRecorded[] {
  const buyers = Array.from({ length: buyerCount }, () => randomUUID())
  const ids = { keyId: randomUUID(), purchaseId: randomUUID(), appId: randomUUID() }
  const nowMs = Date.now()
  return Array.from({ length: eventCount }, (_, index) => ({
    ...ids,
    callId: callIdAt(nowMs),
    occurredAt: new Date(nowMs - (index % 60_000)).toISOString(),
    buyerId: buyers[index % buyerCount] ?? '',
    publisherUsername: 'acme',
    appName: `app${index % 5}`,
    adapter: 'mcp',
    operation: 'tools/call',
    name: 'search',
    tier: 'paid',
    chargedMicros: '2000',
    totalTokens: '0',
    durationMs: 12,
  }))
}

/** A UUIDv7. */
function callIdAt(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0')
  const random = randomBytes(10).toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}

async function publish(natsUrl: string, events: readonly UsageRecorded[]): Promise<void> {
  const log = createLogger({ service: 'bench', level: 'silent' })
  const nats = connectNats({ url: natsUrl, name: 'bench', log })
  await nats.connection()
  const bufferMax = events.length + 1
  const publisher = createUsagePublisher({ nats, prefix: '', log, metrics: createMetrics('bench'), bufferMax })
  for (const event of events) publisher.record(event)
  await publisher.flush(WAIT_TIMEOUT_MS)
  await publisher.close()
  await nats.close()
}

/** Starts metering on a full stream, and times it from its first stored event to its last. */
async function workOff(name: string, servers: Servers): Promise<Figures> {
  const metering = await startMetering(servers)
  const before = { postgres: cpuMicrosOf(postgresPids(servers.postgresPid)) }
  const begun = await until(metering, count => count > 0)
  const cpuAtBegin = cpuMicrosOf([metering.pid])
  const done = await until(metering, count => count >= eventCount)
  const cpuAtEnd = cpuMicrosOf([metering.pid])
  const postgresCpu = cpuMicrosOf(postgresPids(servers.postgresPid)) - before.postgres
  await stop(metering.process)
  const counted = done.count - begun.count
  return {
    name,
    eventsPerSecond: Math.round((counted / (done.atMs - begun.atMs)) * 1000),
    meteringCpuMicros: round((cpuAtEnd - cpuAtBegin) / counted),
    postgresCpuMicros: round(postgresCpu / eventCount),
  }
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
      OPS_LISTEN: `127.0.0.1:${opsPort}`,
      DATABASE_URL: database.href,
      NATS_URL: servers.natsUrl,
      LOG_LEVEL: 'error',
      // It ends with this process, whatever becomes of it.
      SUPERVISED: '1',
    },
  })
  if (child.pid === undefined) throw new Error('metering could not be started')
  pin(child.pid, '0')
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
  const [counts] = rows
  const expected = { records: String(eventCount), hours: String(eventCount), days: String(eventCount), dead: '0' }
  if (JSON.stringify(counts) !== JSON.stringify(expected)) {
    throw new Error(`wrong result: ${JSON.stringify(counts)} in place of ${JSON.stringify(expected)}`)
  }
}

function pin(pid: number, core: string): boolean {
  return spawnSync('taskset', ['-a', '-cp', core, String(pid)], { stdio: 'ignore' }).status === 0
}

/** PostgreSQL's main process and its children. */
function postgresPids(mainPid: number): number[] {
  const isChild = (pid: number) => statOf(pid)?.[1] === String(mainPid)
  return [mainPid, ...readdirSync('/proc').map(Number).filter(Number.isInteger).filter(isChild)]
}

/** User and system time of processes and of the children they have waited for. */
function cpuMicrosOf(pids: readonly number[]): number {
  const ticks = pids.flatMap(pid => statOf(pid)?.slice(11, 15) ?? []).reduce((sum, text) => sum + Number(text), 0)
  return (ticks / TICKS_PER_SECOND) * 1_000_000
}

/** Fields of /proc/PID/stat from the state on; undefined once the process is gone. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function report(results: readonly Figures[], isPinned: boolean): void {
  console.table(
    Object.fromEntries(
      results.map(figures => [
        figures.name,
        {
          'events/s': figures.eventsPerSecond,
          'CPU of metering, µs/event': figures.meteringCpuMicros,
          'CPU of PostgreSQL, µs/event': figures.postgresCpuMicros,
        },
      ]),
    ),
  )
  console.log(
    `${isPinned ? 'metering and PostgreSQL on one core' : 'not pinned to a core'}; goal ${GOAL_PER_SECOND} events/s`,
  )
  console.log(JSON.stringify({ bench: 'metering', events: eventCount, buyers: buyerCount, isPinned, results }))
}
