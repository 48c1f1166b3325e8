// npm run bench:latency: what a call waits for the gateway at ordinary rates, beside one durable commit.
import type { ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { Client } from 'pg'
import { marketplace } from './latency/market.ts'
import { ask, type Bench, measureRound, SATURATING_CONNECTIONS } from './latency/measure.ts'
import type { AnswerKind } from './latency/orders.ts'
import { report } from './latency/report.ts'
import { BARE, DIRECT, FLOOR, GATEWAY, type Row } from './latency/row.ts'
import { startChild } from './start-child.ts'

const HELP = `npm run bench:latency [-- OPTIONS]

An open loop: calls arrive independently of each other and of their answers, so many a second on average, and a call's time counts
from when it was due (no coordinated omission). In turns through the gateway with everything on, to the publisher directly, through
a bare fastify + undici proxy, and to the floor F: one unary gRPC call to a service that commits one row durably to the same
PostgreSQL. Then the gateway and the bare proxy with as many calls as they can carry.

Prints percentiles (HDR histograms), what the gateway adds to the publisher, CPU of each process for each call, the share of the
time in which each place was busy where calls queue, how long the edge's steps took, and whether the goals are reached.

  --rates A,B,..    calls a second (20,200,300,600,1200)
  --no-half         not at half of what the gateway carries at most
  --no-saturation   not with as many calls as can be (64 and 256 connections)
  --wallets A,B     buyers who call in turns (1,1000)
  --answers A,B     json, sse (json,sse)
  --seconds N       for each measurement (8)
  --rounds N        interleaved rounds; the middle one counts (3)
  --seed N          of the arrivals (1)
  --short           one round of 1 s at 200 calls/s: whether all of it works
  --json            print JSON
  --help            this text

All of it takes about 28 minutes. Machines are noisy: compare within one run.`

const { values: options } = parseArgs({
  options: {
    rates: { type: 'string', default: '20,200,300,600,1200' },
    'no-half': { type: 'boolean', default: false },
    'no-saturation': { type: 'boolean', default: false },
    wallets: { type: 'string', default: '1,1000' },
    answers: { type: 'string', default: 'json,sse' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const numbers = (text: string) => text.split(',').map(Number)
const isShort = options.short
const rates = isShort ? [200] : numbers(options.rates)
const walletCounts = numbers(options.wallets)
const answers = options.answers.split(',') as AnswerKind[]
const seconds = isShort ? 1 : Number(options.seconds)
const rounds = isShort ? 1 : Number(options.rounds)
const withHalf = !isShort && !options['no-half']
const saturatingConnections = isShort || options['no-saturation'] ? [] : [SATURATING_CONNECTIONS, 256]
/** Until the compilers have seen enough of all that is compared. */
const WARM_UP_SECONDS = isShort ? 1 : 8

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

async function main(): Promise<boolean> {
  const children: ChildProcess[] = []
  const start = (file: string, env = {}) => startChild(children, file, env)
  const publisherPort = await freePort()
  const publisher = `http://127.0.0.1:${publisherPort}`
  progress('starting the gateway')
  const gateway = await startConstellation({
    ownServers: true,
    marketplace: marketplace(publisher, Math.max(...walletCounts)),
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
    const load = await start('latency/load.ts')
    const pidOf = (name: string, child: ChildProcess) => () => ({ [name]: child.pid ?? 0 })
    const floorPids = () => ({ ...pidOf('service', floor)(), postgres: gateway.pids()['postgres'] ?? 0 })
    const rows = await measureAll({
      gateway,
      load,
      seed: Number(options.seed),
      compared: [
        { name: GATEWAY, target: { kind: 'http', origin: gateway.baseUrl }, pids: gateway.pids },
        { name: DIRECT, target: { kind: 'http', origin: publisher }, pids: pidOf('publisher', publisherProcess) },
        { name: BARE, target: { kind: 'http', origin: `http://127.0.0.1:${barePort}` }, pids: pidOf('proxy', bare) },
        { name: FLOOR, target: { kind: 'grpc', origin: `127.0.0.1:${floorPort}` }, pids: floorPids },
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
  for (const { target } of bench.compared) await ask(bench, { target, rate: undefined, seconds: WARM_UP_SECONDS })
  const all = withHalf ? [...rates, await halfOfSaturation(bench)] : rates
  const plan = { rates: all, walletCounts, answers, seconds, saturatingConnections }
  const rows: Row[] = []
  for (let round = 0; round < rounds; round += 1) {
    rows.push(...(await measureRound(bench, plan, round, line => progress(`round ${round + 1} of ${rounds}: ${line}`))))
  }
  return rows
}

async function halfOfSaturation(bench: Bench): Promise<number> {
  const target = { kind: 'http', origin: bench.gateway.baseUrl } as const
  const { perSecond } = await ask(bench, { target, rate: undefined, seconds })
  return Math.round(perSecond / 2)
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
