// npm run bench:profile: on what the processor's time of a call goes, process by process and function by function.
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { emailOf, keysOf, marketplace } from './latency/market.ts'
import type { Order, Outcome } from './latency/orders.ts'
import { readCounters } from './latency/queues.ts'
import { cpuMicrosOf } from './processes.ts'
import { databaseWork, perCall } from './profile/database.ts'
import { attach, type CpuProfile, type Profiled } from './profile/inspector.ts'
import { sampleFamily } from './profile/perf.ts'
import { changePurchases } from './profile/purchases.ts'
import { largest, topOf } from './profile/top.ts'
import { startChild } from './start-child.ts'

const HELP = `npm run bench:profile [-- OPTIONS]

Puts paid calls through the whole gateway and prints what each takes of the processor: of every process, of its functions and
packages by themselves (V8's sampling profiler, twice a millisecond), and of PostgreSQL's functions where perf is on the machine;
and what PostgreSQL wrote for it: commits, row versions, log.

  --rate N          calls a second, an open loop (as many as can be)
  --connections N   calls under way at any time, without --rate (64)
  --wallets N       buyers who call in turns (1)
  --seconds N       (8)
  --purchases N     purchases of another buyer that change in a second, meanwhile (0)
  --top N           functions of each process (10)
  --dir FOLDER      also writes SERVICE.cpuprofile there: Chrome's developer tools and speedscope show them as flame graphs
  --no-functions    only the processes' time, which costs them nothing to tell
  --json            print JSON
  --help            this text

A process that is profiled is a fifth to a third slower: compare shares, and totals of runs with --no-functions.`

const { values: options } = parseArgs({
  options: {
    rate: { type: 'string' },
    connections: { type: 'string', default: '64' },
    wallets: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '8' },
    purchases: { type: 'string', default: '0' },
    top: { type: 'string', default: '10' },
    dir: { type: 'string' },
    'no-functions': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const PROFILED = ['edge-proxy', 'billing', 'auth', 'metering'] as const
type ServiceName = (typeof PROFILED)[number]
const rate = options.rate === undefined ? undefined : Number(options.rate)
const [connections, wallets, seconds, top] = [options.connections, options.wallets, options.seconds, options.top].map(
  Number,
) as [number, number, number, number]
const purchasesPerSecond = Number(options.purchases)
const WARM_UP_SECONDS = 6
/** Until PostgreSQL's backends have told their counters. */
const SETTLE_MS = 1_500

interface Report {
  readonly outcome: Outcome
  readonly cpu: readonly (readonly [process: string, micros: number])[]
  readonly functions: Readonly<Record<string, readonly [name: string, micros: number][]>>
  readonly packages: Readonly<Record<string, readonly [name: string, micros: number][]>>
  readonly statements: readonly (readonly [name: string, count: number])[]
  readonly messages: readonly (readonly [stream: string, count: number])[]
  readonly database: readonly (readonly [what: string, count: number])[]
}

if (options.help) console.log(HELP)
else if (
  ![rate ?? 1, connections, wallets, seconds, top, purchasesPerSecond + 1].every(
    value => Number.isInteger(value) && value > 0,
  )
) {
  console.error(
    'bench:profile: rate, connections, wallets, seconds and top are whole numbers above 0, purchases may be 0 (--help)',
  )
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

async function main(): Promise<boolean> {
  const ports = new Map(await Promise.all(PROFILED.map(async name => [name, await freePort()] as const)))
  const inspected = Object.fromEntries([...ports].map(([name, port]) => [name, inspect(port)]))
  const publisherPort = await freePort()
  const children: ChildProcess[] = []
  const gateway = await startConstellation({
    ownServers: true,
    marketplace: marketplace(`http://127.0.0.1:${publisherPort}`, wallets),
    env: { LOG_LEVEL: 'info' },
    serviceEnv: options['no-functions'] ? {} : inspected,
  })
  try {
    await startChild(children, 'latency/publisher.ts', { PORT: String(publisherPort) })
    const load = await startChild(children, 'latency/load.ts')
    await ask(load, orderOf(gateway, WARM_UP_SECONDS))
    const stopPurchases =
      purchasesPerSecond > 0
        ? await changePurchases(gateway, emailOf(wallets === 1 ? 1 : 0), purchasesPerSecond)
        : undefined
    const report = await measure(gateway, load, options['no-functions'] ? new Map() : ports)
    await stopPurchases?.()
    await gateway.verifyLedger()
    if (options.json) console.log(JSON.stringify(report))
    else print(report)
    return report.outcome.failed === 0
  } finally {
    for (const child of children) child.kill()
    await gateway.stop()
  }
}

function inspect(port: number): Record<string, string> {
  return { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }
}

function orderOf(gateway: Constellation, forSeconds: number): Order {
  const target = { kind: 'http', origin: gateway.baseUrl } as const
  return { target, rate, connections, seconds: forSeconds, seed: 1, keys: keysOf(wallets), answer: 'json' }
}

function ask(load: ChildProcess, order: Order): Promise<Outcome> {
  return new Promise(resolve => {
    load.once('message', outcome => resolve(outcome as Outcome))
    load.send(order)
  })
}

async function measure(
  gateway: Constellation,
  load: ChildProcess,
  ports: ReadonlyMap<ServiceName, number>,
): Promise<Report> {
  const profiled = new Map<ServiceName, Profiled>()
  for (const [name, port] of ports) profiled.set(name, await attach(port))
  const { databaseUrl } = gateway.servers
  await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
  const written = await databaseWork(databaseUrl)
  const counted = await readCounters(gateway)
  for (const each of profiled.values()) await each.start()
  const postgresPid = gateway.pids()['postgres']
  const native = ports.size === 0 || postgresPid === undefined ? undefined : sampleFamily(postgresPid)
  const before = cpuOf(gateway)
  const outcome = await ask(load, orderOf(gateway, seconds))
  const after = cpuOf(gateway)
  const symbols = await native?.stop()
  const profiles = new Map<ServiceName, CpuProfile>()
  for (const [name, each] of profiled) profiles.set(name, await each.stop())
  for (const each of profiled.values()) each.close()
  await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
  const database = perCall(written, await databaseWork(databaseUrl), outcome.calls)
  const countedAfter = await readCounters(gateway)
  const statements = perCall(counted.statements, countedAfter.statements, outcome.calls)
  const messages = perCall(counted.messages, countedAfter.messages, outcome.calls)
  const cpu = [...after].map(
    ([name, micros]) => [name, (micros - (before.get(name) ?? 0)) / Math.max(1, outcome.calls)] as const,
  )
  keep(profiles)
  const ofServices = (part: 'functions' | 'packages') =>
    [...profiles].map(([name, profile]) => [name, largest(topOf(profile)[part], top, outcome.calls)] as const)
  const postgresMicros = cpu.find(([name]) => name === 'postgres')?.[1] ?? 0
  const ofPostgres = symbols?.slice(0, top).map(([symbol, share]): [string, number] => [symbol, share * postgresMicros])
  const functions = Object.fromEntries([...ofServices('functions'), ['postgres', ofPostgres ?? []]])
  return {
    outcome,
    cpu,
    functions,
    packages: Object.fromEntries(ofServices('packages')),
    statements,
    messages,
    database,
  }
}

function cpuOf(gateway: Constellation): ReadonlyMap<string, number> {
  return new Map(Object.entries(gateway.pids()).map(([name, pid]) => [name, cpuMicrosOf(pid)]))
}

function keep(profiles: ReadonlyMap<string, CpuProfile>): void {
  if (options.dir === undefined) return
  mkdirSync(options.dir, { recursive: true })
  for (const [name, profile] of profiles) {
    writeFileSync(join(options.dir, `${name}.cpuprofile`), JSON.stringify(profile))
  }
}

function print({ outcome, cpu, functions, packages, statements, messages, database }: Report): void {
  const { calls, failed, perSecond, p50Ms, p99Ms } = outcome
  console.log(`${calls} calls, ${failed} failed, ${perSecond.toFixed(0)}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`)
  const sum = cpu.reduce((total, [, micros]) => total + micros, 0)
  const parts = cpu.map(([name, micros]) => `${name} ${micros.toFixed(0)}`)
  console.log(`CPU us a call: ${sum.toFixed(0)} = ${parts.join(', ')}`)
  const list = (all: readonly (readonly [what: string, count: number])[]) =>
    all.map(([what, count]) => `${what} ${count.toFixed(2)}`).join(', ')
  console.log(`\nstatements a call: ${list(statements)}`)
  console.log(`\nmessages of the edge a call: ${list(messages)}`)
  console.log(`\nPostgreSQL a call: ${list(database)}`)
  for (const [name, rows] of Object.entries(functions)) {
    console.log(`\n${name}, us a call of functions by themselves`)
    for (const [row, micros] of rows) console.log(`${micros.toFixed(2).padStart(8)}  ${row}`)
    if (packages[name] !== undefined) console.log('of packages')
    for (const [row, micros] of packages[name] ?? []) console.log(`${micros.toFixed(2).padStart(8)}  ${row}`)
  }
}
