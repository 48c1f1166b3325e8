// npm run bench:latency: what a call waits for the gateway at ordinary rates, beside one durable commit.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { Client } from 'pg'
import { type AnswerKind, APP, type Order, type Outcome, type Target } from './latency/orders.ts'
import { readWork, utilisation } from './latency/queues.ts'
import { BARE, DIRECT, FLOOR, GATEWAY, type Row, report } from './latency/report.ts'
import { cpuMicrosOf } from './processes.ts'

const HELP = `npm run bench:latency [-- OPTIONS]

An open loop: calls arrive independently of each other and of their answers, so many a second on average, and a call's time counts
from when it was due (no coordinated omission). In turns through the gateway with everything on, to the publisher directly, through
a bare fastify + undici proxy, and to the floor F: one unary gRPC call to a service that commits one row durably to the same
PostgreSQL. Prints percentiles (HDR histogram), what the gateway adds, CPU of each process for each call, and how busy each
lane is in which calls queue.

  --rates A,B,..   calls a second (20,200,600,1200)
  --half           half of what the gateway carries at most as well
  --wallets A,B    buyers who call in turns (1,1000)
  --answers A,B    json, sse (json,sse)
  --seconds N      for each measurement (10)
  --rounds N       interleaved rounds; the middle one counts (3)
  --seed N         of the arrivals (1)
  --short          one round of 1 s at 20 and 200 calls/s: whether all of it works
  --json           print JSON
  --help           this text

Goals: added p50 at most 1.5 times F's, added p99 at most 3 times F's p99. Machines are noisy: compare within one run.`

const { values: options } = parseArgs({
  options: {
    rates: { type: 'string', default: '20,200,600,1200' },
    half: { type: 'boolean', default: false },
    wallets: { type: 'string', default: '1,1000' },
    answers: { type: 'string', default: 'json,sse' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const numbers = (text: string) => text.split(',').map(Number)
const isShort = options.short
const rates = isShort ? [20, 200] : numbers(options.rates)
const walletCounts = numbers(options.wallets)
const answers = options.answers.split(',') as AnswerKind[]
const seconds = isShort ? 1 : Number(options.seconds)
const rounds = isShort ? 1 : Number(options.rounds)
const SATURATING_CONNECTIONS = 64
const WARM_UP_SECONDS = isShort ? 1 : 5
const SETTLE_MS = 300

const isRight =
  [...rates, ...walletCounts, seconds, rounds, Number(options.seed)].every(
    value => Number.isInteger(value) && value > 0,
  ) && answers.every(answer => ['json', 'sse'].includes(answer))

if (options.help) console.log(HELP)
else if (!isRight) {
  console.error(
    'bench:latency: rates, wallets, seconds, rounds and seed are whole numbers above 0; answers are json and sse (--help)',
  )
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

interface Bench {
  readonly gateway: Constellation
  readonly load: ChildProcess
  readonly targets: readonly {
    readonly name: string
    readonly target: Target
    readonly pids: () => Record<string, number>
  }[]
}

async function main(): Promise<boolean> {
  const children: ChildProcess[] = []
  const start = async (file: string, env: Record<string, string>): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env } })
    children.push(child)
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error(`${file} has ended`)))
    })
    return child
  }
  const publisherPort = await freePort()
  const publisher = `http://127.0.0.1:${publisherPort}`
  progress('starting the gateway')
  const gateway = await startConstellation({
    ownServers: true,
    marketplace: marketplace(publisher),
    env: { LOG_LEVEL: 'info' },
  })
  try {
    const [barePort, floorPort] = [await freePort(), await freePort()]
    const publisherProcess = await start('latency/publisher.ts', { PORT: String(publisherPort) })
    const bare = await start('edge/bare-proxy.ts', { PORT: String(barePort), UPSTREAM: publisher })
    const floor = await start('latency/floor.ts', {
      PORT: String(floorPort),
      DATABASE_URL: await floorDatabase(gateway),
    })
    const load = await start('latency/load.ts', {})
    const pidOf = (name: string, child: ChildProcess) => () => ({ [name]: child.pid ?? 0 })
    const rows = await measureAll({
      gateway,
      load,
      targets: [
        { name: GATEWAY, target: { kind: 'http', origin: gateway.baseUrl }, pids: gateway.pids },
        { name: DIRECT, target: { kind: 'http', origin: publisher }, pids: pidOf('publisher', publisherProcess) },
        { name: BARE, target: { kind: 'http', origin: `http://127.0.0.1:${barePort}` }, pids: pidOf('proxy', bare) },
        { name: FLOOR, target: { kind: 'grpc', origin: `127.0.0.1:${floorPort}` }, pids: pidOf('service', floor) },
      ],
    })
    await gateway.verifyLedger()
    return report(rows, options.json)
  } finally {
    for (const child of children) child.kill()
    await gateway.stop()
  }
}

async function measureAll(bench: Bench): Promise<Row[]> {
  progress('warming up')
  for (const { target } of bench.targets) await ask(bench, { target, rate: undefined, seconds: WARM_UP_SECONDS })
  const all = options.half ? [...rates, await halfOfSaturation(bench)] : rates
  const rows: Row[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const answer of answers) {
      for (const rate of all) {
        progress(`round ${round + 1} of ${rounds}: ${rate} calls/s, ${answer}`)
        rows.push(...(await measureOne(bench, { round, answer, rate })))
      }
    }
  }
  return rows
}

interface Load {
  readonly round: number
  readonly answer: AnswerKind
  readonly rate: number
}

/** All targets under one load. Only the gateway cares whose wallet pays, so the others are measured once for all. */
async function measureOne(bench: Bench, { round, answer, rate }: Load): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, target, pids } of bench.targets) {
    for (const wallets of name === GATEWAY ? walletCounts : [1]) {
      const before = cpuOf(pids())
      const work = await readWork(bench.gateway)
      const outcome = await ask(bench, { target, rate, seconds, answer, keys: keysOf(wallets) })
      const queues = name === GATEWAY ? utilisation(work, await readWork(bench.gateway), seconds) : []
      const cpu = perCall(before, cpuOf(pids()), outcome.calls)
      const loads = name === GATEWAY ? [wallets] : walletCounts
      for (const count of loads) {
        rows.push({ round, load: nameOf(rate, answer, count), target: name, outcome, cpu, queues })
      }
      await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
    }
  }
  return rows
}

function nameOf(rate: number, answer: AnswerKind, wallets: number): string {
  return `${rate}/s ${answer}, ${wallets} ${wallets === 1 ? 'wallet' : 'wallets'}`
}

async function halfOfSaturation(bench: Bench): Promise<number> {
  const target: Target = { kind: 'http', origin: bench.gateway.baseUrl }
  const { perSecond } = await ask(bench, { target, rate: undefined, seconds })
  return Math.round(perSecond / 2)
}

function ask({ load }: Bench, order: Pick<Order, 'target' | 'rate' | 'seconds'> & Partial<Order>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the load has ended'))
    load.once('exit', onExit)
    load.once('message', outcome => {
      load.off('exit', onExit)
      resolve(outcome as Outcome)
    })
    const rest = {
      connections: SATURATING_CONNECTIONS,
      seed: Number(options.seed),
      keys: keysOf(1),
      answer: 'json' as const,
    }
    load.send({ ...rest, ...order })
  })
}

function cpuOf(pids: Record<string, number>): Map<string, number> {
  return new Map(Object.entries(pids).map(([name, pid]) => [name, cpuMicrosOf(pid)] as const))
}

function perCall(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  calls: number,
): Map<string, number> {
  return new Map([...after].map(([name, micros]) => [name, (micros - (before.get(name) ?? 0)) / Math.max(1, calls)]))
}

function keysOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `vnb-sk-bench-latency-${String(index).padStart(6, '0')}`)
}

function marketplace(publisher: string): string {
  const limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000, monthly: 1_000_000_000 }
  const app = {
    name: 'tools',
    adapter: 'mcp',
    upstream: `${publisher}/mcp`,
    tiers: { paid: { price: '0.000001', ...limits } },
  }
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: keysOf(Math.max(...walletCounts)).map((key, index) => ({
      email: `bench-${index}@example.test`,
      wallet: '1000.00',
      keys: [{ name: 'default', key }],
      purchases: [{ app: APP, tier: 'paid' }],
    })),
  })
}

/** A database of its own on the gateway's PostgreSQL. */
async function floorDatabase({ servers }: Constellation): Promise<string> {
  const url = new URL(servers.databaseUrl)
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query('CREATE DATABASE bench_floor')
  await client.end()
  url.pathname = '/bench_floor'
  return url.href
}

/** Progress goes beside the figures, so that these can be piped. */
function progress(line: string): void {
  console.error(`  ${line}`)
}
