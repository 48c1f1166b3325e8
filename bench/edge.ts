// npm run bench:edge: what the whole metered path costs beside a bare proxy, and beside the naive way to do the same.
import type { ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { fillCatalogue } from '@mtg/testing/generated-catalogue'
import { Client } from 'pg'
import { measureBesideApi, reportBesideApi } from './edge/beside-api.ts'
import { measureLimits } from './edge/limits.ts'
import { findNginx, type Nginx, startNginx } from './edge/nginx.ts'
import { ask, type Order, toolCall } from './edge/orders.ts'
import {
  type Figures,
  type Memory,
  type PlatformCpu,
  QUIET_RATE,
  RATED_CONNECTIONS,
  report,
  type SameRate,
} from './edge/report.ts'
import { medianBy } from './median.ts'
import { cpuMicrosOf, pin, residentMebibytes } from './processes.ts'
import { startChild } from './start-child.ts'

const HELP = `npm run bench:edge [-- OPTIONS]

Calls a loopback publisher through three proxies on the same core, in turns: the gateway's edge with everything on
(identity, purchase, rate windows, meter, reservation and capture committed to disk, usage events), a bare
fastify + undici pass-through, and a naive edge that does the gateway's steps one unary RPC and one event at a time. Where
nginx is on the machine, it passes through as well.

  --seconds N   for each measurement (4)
  --rounds N    interleaved rounds; the median counts (3)
  --soak N      paid calls afterwards, to see whether memory grows (100000; 0: none)
  --api         instead: calls alone and with searches of the catalogue hammered from one address, in turns
  --open-api    with --api: without the API's limits for one network, as if the searches came from very many
  --limits      instead: a key with every limit against one without, in turns
  --json        print JSON
  --help        this text

The proxies run on core 0, everything else on the other cores. CPU is of the proxy's process for each call. On two cores all
that the edge stands on shares a core with the load, and so bounds the calls that the edge gets, but not those that the bare
proxy gets. Each goal is printed with what was measured: CPU beside the bare proxy's, calls beside the bare proxy's and the naive
edge's (which stands on the same services), CPU of the whole platform for a billed call at saturation and at ${QUIET_RATE}/s, and
memory that stays flat (--soak 1000000 says it of a million calls). Machines are noisy: only the ratios of one run say anything.`

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    soak: { type: 'string', default: '100000' },
    api: { type: 'boolean', default: false },
    limits: { type: 'boolean', default: false },
    'open-api': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
const soak = Number(options.soak)
const CONNECTIONS = [16, 64, 256]
const KEY = 'vnb-sk-bench-edge-0001'
const APP = 'acme/tools'
/** Until the compiler has seen enough of them; fewer measure it instead. */
const WARM_UP_CALLS = 30_000
const WARM_UP_SECONDS_MAX = 30
/** Not counted: a process that was idle while others were measured has given memory and connections back. */
const SETTLE_SECONDS = 1
const SHARE_OF_FULL_RATE = 0.8
const PROXY_CORE = 0
const OTHERS_CORE = 1

if (options.help) console.log(HELP)
else if (options.limits) process.exitCode = (await measureLimits({ seconds, rounds, json: options.json })) ? 0 : 1
else process.exitCode = (await (options.api ? besideApi() : main())) ? 0 : 1

interface Proxy {
  readonly name: string
  readonly origin: string
  readonly pid: number
}

async function main(): Promise<boolean> {
  const children: ChildProcess[] = []
  const start = (file: string, env = {}) => startChild(children, `edge/${file}`, env)
  const upstreamPort = await freePort()
  const upstream = `http://127.0.0.1:${upstreamPort}`
  let nginx: Nginx | undefined
  const gateway = await startConstellation({
    ownServers: true,
    marketplace: marketplace(upstream),
    env: { LOG_LEVEL: 'info' },
  })
  try {
    pinOthers(gateway)
    pin((await start('publisher.ts', { PORT: String(upstreamPort) })).pid ?? 0, OTHERS_CORE)
    const load = await start('load.ts')
    pin(load.pid ?? 0, OTHERS_CORE)
    const barePort = await freePort()
    const bare = await start('bare-proxy.ts', { PORT: String(barePort), UPSTREAM: upstream })
    const naivePort = await freePort()
    const { auth, billing } = gateway.grpc
    const naiveEnv = {
      AUTH_ADDR: auth,
      BILLING_ADDR: billing,
      NATS_URL: gateway.servers.natsUrl,
      UPSTREAM: upstream,
      GRPC_TOKEN: gateway.secretOf('edge-proxy'),
    }
    const naive = await start('naive-proxy.ts', { PORT: String(naivePort), ...naiveEnv })
    const nginxPort = await freePort()
    const nginxBinary = findNginx()
    nginx = nginxBinary && (await startNginx(nginxBinary, upstream, nginxPort))
    const proxies: Proxy[] = [
      { name: 'edge, everything on', origin: gateway.baseUrl, pid: gateway.pids()['edge-proxy'] ?? 0 },
      { name: 'bare fastify + undici', origin: `http://127.0.0.1:${barePort}`, pid: bare.pid ?? 0 },
      { name: 'naive edge', origin: `http://127.0.0.1:${naivePort}`, pid: naive.pid ?? 0 },
      ...(nginx ? [{ name: 'nginx', origin: `http://127.0.0.1:${nginxPort}`, pid: nginx.pid }] : []),
    ]
    for (const proxy of proxies) pin(proxy.pid, PROXY_CORE)
    const measured = await measureRounds(load, proxies)
    const figures = mediansOf(measured, proxies)
    const sameRate = await measureAtOneRate(load, proxies, figures)
    const platform = await platformCpu(gateway, load, proxies[0] as Proxy)
    const memory = soak > 0 ? await measureMemory(gateway, load, proxies[0] as Proxy) : undefined
    await gateway.verifyLedger()
    return report({ figures, rounds: measured, sameRate, platform, memory }, options.json)
  } finally {
    nginx?.stop()
    for (const child of children) child.kill()
    await gateway.stop()
  }
}

/** All on both cores, as on a small machine of its own. */
async function besideApi(): Promise<boolean> {
  const children: ChildProcess[] = []
  const start = (file: string, env = {}) => startChild(children, `edge/${file}`, env)
  const port = await freePort()
  const limits = { ADDRESS_REQUESTS_PER_MINUTE: '100000000' }
  const gateway = await startConstellation({
    ownServers: true,
    console: true,
    callsFirst: true,
    marketplace: marketplace(`http://127.0.0.1:${port}`),
    env: { LOG_LEVEL: 'info' },
    serviceEnv: options['open-api'] ? { console: limits } : {},
  })
  try {
    await fillBilling(gateway.servers.databaseUrl)
    await start('publisher.ts', { PORT: String(port) })
    const [load, hammer] = [await start('load.ts'), await start('load.ts')]
    const origin = gateway.baseUrl
    await warmUp(load, { name: 'edge', origin, pid: 0 })
    const call = toolCall(APP, KEY)
    const found = await measureBesideApi({ load, hammer, pids: gateway.pids, origin, call, seconds, rounds })
    await gateway.verifyLedger()
    return reportBesideApi(found, options.json)
  } finally {
    for (const child of children) child.kill()
    await gateway.stop()
  }
}

async function fillBilling(databaseUrl: string): Promise<void> {
  const sql = new Client({ connectionString: databaseUrl, options: '-c search_path=billing' })
  await sql.connect()
  await fillCatalogue(sql, { publishers: 300, appsEach: 10, toolsEach: 3 })
  await sql.end()
}

function marketplace(upstream: string): string {
  const limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000, monthly: 1_000_000_000 }
  const app = {
    name: 'tools',
    adapter: 'mcp',
    upstream: `${upstream}/mcp`,
    tiers: { paid: { price: '0.000001', ...limits } },
  }
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: [
      {
        email: 'bench@example.test',
        wallet: '1000000.00',
        keys: [{ name: 'default', key: KEY }],
        purchases: [{ app: APP, tier: 'paid' }],
      },
    ],
  })
}

function pinOthers(gateway: Constellation): void {
  for (const [name, pid] of Object.entries(gateway.pids())) if (name !== 'edge-proxy') pin(pid, OTHERS_CORE)
}

async function measureRounds(load: ChildProcess, proxies: readonly Proxy[]): Promise<Figures[][]> {
  for (const proxy of proxies) await warmUp(load, proxy)
  const measured: Figures[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const all: Figures[] = []
    for (const connections of CONNECTIONS) {
      for (const proxy of proxies) all.push(await measure(load, proxy, connections))
    }
    measured.push(all)
  }
  return measured
}

function mediansOf(measured: readonly Figures[][], proxies: readonly Proxy[]): Figures[] {
  const all = measured.flat()
  return CONNECTIONS.flatMap(connections =>
    proxies.map(proxy =>
      medianBy(
        all.filter(figures => figures.proxy === proxy.name && figures.connections === connections),
        figures => figures.cpuMicros,
      ),
    ),
  )
}

/**
 * A process that is woken for every call on its own spends more on each than one that is flooded, so the bare proxy is
 * measured at the rate that all the rest of the gateway leaves to the edge as well.
 */
async function measureAtOneRate(
  load: ChildProcess,
  proxies: readonly Proxy[],
  figures: readonly Figures[],
): Promise<SameRate> {
  const [edge, bare] = proxies
  const full = figures.find(each => each.connections === RATED_CONNECTIONS)
  if (edge === undefined || bare === undefined || full === undefined) throw new Error('nothing was measured')
  const rate = Math.round(full.rps * SHARE_OF_FULL_RATE)
  const runs: { edge: Figures; bare: Figures }[] = []
  // Of all figures this one scatters most, so it is the median of more.
  for (let pair = 0; pair < 2 * rounds - 1; pair += 1) {
    runs.push({
      edge: await measure(load, edge, RATED_CONNECTIONS, rate),
      bare: await measure(load, bare, RATED_CONNECTIONS, rate),
    })
  }
  // Of one moment: between two, the machine may have become another one.
  return { rate, ...medianBy(runs, shareOf) }
}

function shareOf({ edge, bare }: { edge: Figures; bare: Figures }): number {
  return bare.cpuMicros / edge.cpuMicros
}

async function warmUp(load: ChildProcess, proxy: Proxy): Promise<void> {
  const connections = Math.max(...CONNECTIONS)
  let calls = 0
  for (let spent = 0; calls < WARM_UP_CALLS && spent < WARM_UP_SECONDS_MAX; spent += seconds) {
    calls += (await ask(load, orderOf(proxy, connections, seconds))).calls
  }
}

async function measure(load: ChildProcess, proxy: Proxy, connections: number, rate?: number): Promise<Figures> {
  await ask(load, orderOf(proxy, connections, SETTLE_SECONDS, rate))
  const before = cpuMicrosOf(proxy.pid)
  const { calls, failed, p50Ms, p99Ms, ...took } = await ask(load, orderOf(proxy, connections, seconds, rate))
  const cpu = (cpuMicrosOf(proxy.pid) - before) / calls
  return { proxy: proxy.name, connections, rps: calls / took.seconds, p50Ms, p99Ms, cpuMicros: cpu, failed }
}

function orderOf({ origin }: Proxy, connections: number, forSeconds: number, rate?: number): Order {
  const order = { origin, connections, seconds: forSeconds, call: toolCall(APP, KEY) }
  return rate === undefined ? order : { ...order, rate }
}

/** CPU of every process of the gateway for each call, and of what they have started. */
async function platformCpu(gateway: Constellation, load: ChildProcess, edge: Proxy): Promise<PlatformCpu> {
  const at = async (rate?: number) => {
    const pids = Object.entries(gateway.pids())
    const before = new Map(pids.map(([name, pid]) => [name, cpuMicrosOf(pid)]))
    const { calls } = await ask(load, orderOf(edge, RATED_CONNECTIONS, seconds, rate))
    return new Map(pids.map(([name, pid]) => [name, (cpuMicrosOf(pid) - (before.get(name) ?? 0)) / calls]))
  }
  return { saturated: await at(), quiet: await at(QUIET_RATE) }
}

async function measureMemory(gateway: Constellation, load: ChildProcess, edge: Proxy): Promise<Memory> {
  const startMebibytes = residentMebibytes(edge.pid)
  let calls = 0
  while (calls < soak) calls += (await ask(load, orderOf(edge, RATED_CONNECTIONS, seconds))).calls
  return { calls, startMebibytes, endMebibytes: residentMebibytes(gateway.pids()['edge-proxy'] ?? edge.pid) }
}
