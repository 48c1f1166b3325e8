// npm run bench:cells: what a call costs the processors by the number of cells of billing.
import type { ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { keysOf, marketplace } from './latency/market.ts'
import type { Order, Outcome } from './latency/orders.ts'
import { medianBy } from './median.ts'
import { cpuMicrosOf } from './processes.ts'
import { startChild } from './start-child.ts'
import { areReached, type Goal, verdicts } from './verdicts.ts'

const HELP = `npm run bench:cells [-- OPTIONS]

Puts paid calls of many buyers through two whole gateways in turns, one with a single cell of billing and one with several, and
compares the processors' time of a call, all processes together: with the same rate for each cell, as cells are added for more calls,
and with the same rate in all. An open loop: calls arrive independently of each other.

  --cells N      in the second gateway (3)
  --rate N       calls a second for each cell (100)
  --wallets N    buyers who call in turns (300)
  --seconds N    for each measurement (8)
  --rounds N     interleaved rounds; the middle one counts (5)
  --json         print JSON
  --help         this text

Machines are noisy: only ratios of one run say anything.`

const { values: options } = parseArgs({
  options: {
    cells: { type: 'string', default: '3' },
    rate: { type: 'string', default: '100' },
    wallets: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [cells, rate, wallets, seconds, rounds] = [
  options.cells,
  options.rate,
  options.wallets,
  options.seconds,
  options.rounds,
].map(Number) as [number, number, number, number, number]
const OF_ONE_MAX = 1.05
const WARM_UP_SECONDS = 8
const CONNECTIONS = 64

/** One measurement. */
interface Row {
  readonly name: string
  readonly rate: number
  readonly callsPerSecond: number
  readonly failed: number
  /** Of all processes together, and of billing and its databases alone. */
  readonly cpuMicros: number
  readonly billingMicros: number
  readonly databaseMicros: number
}

if (options.help) console.log(HELP)
else if (![cells, rate, wallets, seconds, rounds].every(value => Number.isInteger(value) && value > 0)) {
  console.error('bench:cells: cells, rate, wallets, seconds and rounds are whole numbers above 0 (--help)')
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

async function main(): Promise<boolean> {
  const children: ChildProcess[] = []
  const publisherPort = await freePort()
  const text = marketplace(`http://127.0.0.1:${publisherPort}`, wallets)
  const start = (count: number) =>
    startConstellation({ ownServers: true, cells: count, marketplace: text, env: { LOG_LEVEL: 'warn' } })
  const gateways: Constellation[] = []
  try {
    for (const count of [1, cells]) gateways.push(await start(count))
    const [single, several] = gateways
    if (single === undefined || several === undefined) return false
    await startChild(children, 'latency/publisher.ts', { PORT: String(publisherPort) })
    const load = await startChild(children, 'latency/load.ts')
    for (const gateway of gateways) await ask(load, gateway, rate * cells, WARM_UP_SECONDS)
    const runs: [one: Row, each: Row, inAll: Row][] = []
    for (let round = 0; round < rounds; round += 1) {
      const one = await measure(load, single, '1 cell', rate)
      const each = await measure(load, several, `${cells} cells, as many calls each`, rate * cells)
      runs.push([one, each, await measure(load, several, `${cells} cells, as many calls in all`, rate)])
    }
    for (const gateway of gateways) await gateway.verifyLedger()
    return report(runs)
  } finally {
    for (const child of children) child.kill()
    for (const gateway of gateways) await gateway.stop()
  }
}

async function measure(load: ChildProcess, gateway: Constellation, name: string, perSecond: number): Promise<Row> {
  const before = cpuOf(gateway)
  const { calls, failed } = await ask(load, gateway, perSecond, seconds)
  const after = cpuOf(gateway)
  const spent = (names: RegExp) =>
    [...after].reduce(
      (sum, [process, micros]) => sum + (names.test(process) ? micros - (before.get(process) ?? 0) : 0),
      0,
    ) / Math.max(1, calls)
  return {
    name,
    rate: perSecond,
    callsPerSecond: calls / seconds,
    failed,
    cpuMicros: spent(/./),
    billingMicros: spent(/^billing/),
    databaseMicros: spent(/^postgres/),
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function cpuOf(gateway: Constellation): ReadonlyMap<string, number> {
  return new Map(Object.entries(gateway.pids()).map(([name, pid]) => [name, cpuMicrosOf(pid)]))
}

function ask(load: ChildProcess, gateway: Constellation, perSecond: number, forSeconds: number): Promise<Outcome> {
  const target = { kind: 'http', origin: gateway.baseUrl } as const
  const order: Order = {
    target,
    rate: perSecond,
    connections: CONNECTIONS,
    seconds: forSeconds,
    seed: 1,
    keys: keysOf(wallets),
    answer: 'json',
  }
  return new Promise(resolve => {
    load.once('message', outcome => resolve(outcome as Outcome))
    load.send(order)
  })
}

/** Ratios are of measurements that followed each other; the middle one of all rounds counts. */
function report(runs: readonly (readonly [one: Row, each: Row, inAll: Row])[]): boolean {
  const ratioOf = ([one, each]: (typeof runs)[number]) => each.cpuMicros / one.cpuMicros
  const ownOf = ({ billingMicros, databaseMicros }: Row) => billingMicros + databaseMicros
  const ownRatioOf = ([one, each]: (typeof runs)[number]) => ownOf(each) / ownOf(one)
  const middle = medianBy(runs, ratioOf)
  const [one, , inAll] = middle
  const goals: Goal[] = [
    {
      what: `CPU of a call with ${cells} cells beside one, as many calls each`,
      figure: ratioOf(middle),
      atMost: OF_ONE_MAX,
    },
    {
      what: 'CPU of billing and its databases for a call, likewise',
      figure: ownRatioOf(medianBy(runs, ownRatioOf)),
      atMost: OF_ONE_MAX,
    },
  ]
  goals.push({
    what: 'calls that failed',
    figure: sumOf(runs.flat().map(({ failed }) => failed)),
    atMost: 0,
    digits: 0,
  })
  const reached = areReached(goals)
  const ratios = { each: ratioOf(middle), inAll: inAll.cpuMicros / one.cpuMicros, all: runs.map(ratioOf) }
  if (options.json) console.log(JSON.stringify({ figures: middle, ratios, goals, reached }, null, 2))
  else {
    for (const { name, callsPerSecond, cpuMicros, billingMicros, databaseMicros } of middle) {
      const micros = (figure: number) => figure.toFixed(0).padStart(5)
      console.log(
        `${name.padEnd(32)} ${callsPerSecond.toFixed(0).padStart(5)} calls/s ${micros(cpuMicros)} us of CPU each: billing ${micros(billingMicros)}, its databases ${micros(databaseMicros)}`,
      )
    }
    console.log(`as many calls in all: ${ratios.inAll.toFixed(2)} (each has fewer calls to a batch; no goal)`)
    console.log(`of every round: ${ratios.all.map(ratio => ratio.toFixed(2)).join(', ')}`)
    for (const line of verdicts(goals)) console.log(line)
  }
  return reached
}
