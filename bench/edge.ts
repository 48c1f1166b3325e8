// npm run bench:edge: what the whole metered path costs beside a bare proxy, and beside the naive way to do the same.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { type Nginx, startNginx } from './edge/nginx.ts'
import { cpuMicrosOf, pin, residentMebibytes } from './edge/processes.ts'

const HELP = `npm run bench:edge [-- OPTIONS]

Calls a loopback publisher through three proxies on the same core, in turns: the gateway's edge with everything on
(identity, purchase, rate windows, meter, reservation and capture committed to disk, usage events), a bare
fastify + undici pass-through, and a naive edge that does the gateway's steps one unary RPC and one event at a time. Where
nginx is on the machine, it passes through as well.

  --seconds N   for each measurement (4)
  --rounds N    interleaved rounds; the median counts (3)
  --soak N      paid calls afterwards, to see whether memory grows (100000; 0: none)
  --json        print JSON
  --help        this text

The proxies run on core 0, everything else on the other cores. CPU is of the proxy's process for each call. Machines are
noisy: only the ratios of one run say anything.`

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    soak: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
const soak = Number(options.soak)
const GOALS = { ofBare: 0.6, ofNaive: 4 }
const CONNECTIONS = [16, 64, 256]
const KEY = 'vnb-sk-bench-edge-0001'
const APP = 'acme/tools'
/** Until the compiler has seen enough of them; fewer measure it instead. */
const WARM_UP_CALLS = 30_000
const WARM_UP_SECONDS_MAX = 30
const RATED_CONNECTIONS = 64
const SHARE_OF_FULL_RATE = 0.8
const PROXY_CORE = 0
const OTHERS_CORE = 1
const GROWTH_MAX = 1.25

if (options.help) console.log(HELP)
else process.exitCode = (await main()) ? 0 : 1

interface Proxy {
  readonly name: string
  readonly origin: string
  readonly pid: number
}

interface Figures {
  readonly proxy: string
  readonly connections: number
  readonly rps: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMicros: number
  readonly failed: number
}

/** The edge and the bare proxy at the same number of calls a second. */
interface SameRate {
  readonly rate: number
  readonly edge: Figures
  readonly bare: Figures
}

async function main(): Promise<boolean> {
  const children: ChildProcess[] = []
  const start = async (file: string, env: Record<string, string>) => {
    const child = fork(join(import.meta.dirname, 'edge', file), { env: { ...process.env, ...env } })
    children.push(child)
    await new Promise(resolve => child.once('message', resolve))
    return child
  }
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
    const load = await start('load.ts', {})
    pin(load.pid ?? 0, OTHERS_CORE)
    const barePort = await freePort()
    const bare = await start('bare-proxy.ts', { PORT: String(barePort), UPSTREAM: upstream })
    const naivePort = await freePort()
    const { auth, billing } = gateway.grpc
    const naiveEnv = { AUTH_ADDR: auth, BILLING_ADDR: billing, NATS_URL: gateway.servers.natsUrl, UPSTREAM: upstream }
    const naive = await start('naive-proxy.ts', { PORT: String(naivePort), ...naiveEnv })
    const nginxPort = await freePort()
    nginx = await startNginx(upstream, nginxPort)
    const proxies: Proxy[] = [
      { name: 'edge, everything on', origin: gateway.baseUrl, pid: gateway.pids()['edge-proxy'] ?? 0 },
      { name: 'bare fastify + undici', origin: `http://127.0.0.1:${barePort}`, pid: bare.pid ?? 0 },
      { name: 'naive edge', origin: `http://127.0.0.1:${naivePort}`, pid: naive.pid ?? 0 },
      ...(nginx ? [{ name: 'nginx', origin: `http://127.0.0.1:${nginxPort}`, pid: nginx.pid }] : []),
    ]
    for (const proxy of proxies) pin(proxy.pid, PROXY_CORE)
    const figures = await measureAll(load, proxies)
    const sameRate = await measureAtOneRate(load, proxies, figures)
    const platform = await platformCpu(gateway, load, proxies[0] as Proxy)
    const memory = soak > 0 ? await measureMemory(gateway, load, proxies[0] as Proxy) : undefined
    await gateway.verifyLedger()
    return report(figures, sameRate, platform, memory)
  } finally {
    nginx?.stop()
    for (const child of children) child.kill()
    await gateway.stop()
  }
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

async function measureAll(load: ChildProcess, proxies: readonly Proxy[]): Promise<Figures[]> {
  const all: Figures[] = []
  for (const proxy of proxies) await warmUp(load, proxy)
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of CONNECTIONS) {
      for (const proxy of proxies) all.push(await measure(load, proxy, connections))
    }
  }
  return CONNECTIONS.flatMap(connections =>
    proxies.map(proxy =>
      median(all.filter(figures => figures.proxy === proxy.name && figures.connections === connections)),
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
  for (let round = 0; round < rounds; round += 1) {
    runs.push({
      edge: await measure(load, edge, RATED_CONNECTIONS, rate),
      bare: await measure(load, bare, RATED_CONNECTIONS, rate),
    })
  }
  return { rate, edge: median(runs.map(run => run.edge)), bare: median(runs.map(run => run.bare)) }
}

async function warmUp(load: ChildProcess, proxy: Proxy): Promise<void> {
  const connections = Math.max(...CONNECTIONS)
  let calls = 0
  for (let spent = 0; calls < WARM_UP_CALLS && spent < WARM_UP_SECONDS_MAX; spent += seconds) {
    calls += (await ask(load, proxy, connections, seconds)).calls
  }
}

async function measure(load: ChildProcess, proxy: Proxy, connections: number, rate?: number): Promise<Figures> {
  const before = cpuMicrosOf(proxy.pid)
  const { calls, failed, p50Ms, p99Ms } = await ask(load, proxy, connections, seconds, rate)
  const cpu = (cpuMicrosOf(proxy.pid) - before) / calls
  return { proxy: proxy.name, connections, rps: calls / seconds, p50Ms, p99Ms, cpuMicros: cpu, failed }
}

interface LoadResult {
  readonly calls: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

function ask(
  load: ChildProcess,
  { origin }: Proxy,
  connections: number,
  forSeconds: number,
  rate?: number,
): Promise<LoadResult> {
  return new Promise(resolve => {
    load.once('message', result => resolve(result as LoadResult))
    load.send({ origin, connections, seconds: forSeconds, key: KEY, app: APP, rate })
  })
}

function median(runs: readonly Figures[]): Figures {
  const sorted = runs.toSorted((a, b) => a.cpuMicros - b.cpuMicros)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

/** CPU of every process of the gateway for each call, and of what they have started. */
async function platformCpu(gateway: Constellation, load: ChildProcess, edge: Proxy): Promise<Map<string, number>> {
  const pids = Object.entries(gateway.pids())
  const before = new Map(pids.map(([name, pid]) => [name, cpuMicrosOf(pid)]))
  const { calls } = await ask(load, edge, 64, seconds)
  return new Map(pids.map(([name, pid]) => [name, (cpuMicrosOf(pid) - (before.get(name) ?? 0)) / calls]))
}

interface Memory {
  readonly calls: number
  readonly startMebibytes: number
  readonly endMebibytes: number
}

async function measureMemory(gateway: Constellation, load: ChildProcess, edge: Proxy): Promise<Memory> {
  const startMebibytes = residentMebibytes(edge.pid)
  let calls = 0
  while (calls < soak) calls += (await ask(load, edge, 64, seconds)).calls
  return { calls, startMebibytes, endMebibytes: residentMebibytes(gateway.pids()['edge-proxy'] ?? edge.pid) }
}

function report(
  figures: readonly Figures[],
  sameRate: SameRate,
  platform: ReadonlyMap<string, number>,
  memory: Memory | undefined,
): boolean {
  const [edge, bare, naive] = figures.filter(each => each.connections === 64)
  if (edge === undefined || bare === undefined || naive === undefined) throw new Error('a proxy was not measured')
  // All on one core: what a call costs decides how many fit on it.
  const ratios = {
    ofBare: bare.cpuMicros / edge.cpuMicros,
    ofNaive: naive.cpuMicros / edge.cpuMicros,
    rpsOfNaive: edge.rps / naive.rps,
    ofBareAtOneRate: sameRate.bare.cpuMicros / sameRate.edge.cpuMicros,
  }
  const steady = memory === undefined || memory.endMebibytes <= memory.startMebibytes * GROWTH_MAX
  const sound = figures.every(each => each.failed === 0)
  const reached = sound && steady && ratios.ofBare >= GOALS.ofBare && ratios.ofNaive >= GOALS.ofNaive
  if (options.json) {
    console.log(
      JSON.stringify(
        { figures, sameRate, platform: Object.fromEntries(platform), memory, ratios, goals: GOALS, reached },
        null,
        2,
      ),
    )
    return reached
  }
  console.log('proxy                  connections     rps   p50 ms   p99 ms  CPU us  failed')
  for (const { proxy, connections, rps, p50Ms, p99Ms, cpuMicros: cpu, failed } of figures) {
    const columns = [String(connections).padStart(11), rps.toFixed(0).padStart(7), p50Ms.toFixed(2).padStart(8)]
    console.log(
      `${proxy.padEnd(22)} ${[...columns, p99Ms.toFixed(1).padStart(8), cpu.toFixed(0).padStart(7), String(failed).padStart(7)].join(' ')}`,
    )
  }
  console.log(
    `at ${sameRate.rate} calls/s, CPU us a call: edge ${sameRate.edge.cpuMicros.toFixed(0)} (p50 ${sameRate.edge.p50Ms.toFixed(1)} ms, p99 ${sameRate.edge.p99Ms.toFixed(1)} ms), bare ${sameRate.bare.cpuMicros.toFixed(0)}; bare of edge ${ratios.ofBareAtOneRate.toFixed(2)}`,
  )
  console.log(
    `CPU us a call of each process: ${[...platform].map(([name, cpu]) => `${name} ${cpu.toFixed(0)}`).join(', ')}`,
  )
  if (memory)
    console.log(
      `memory of the edge: ${memory.startMebibytes.toFixed(0)} MiB, after ${memory.calls} more calls ${memory.endMebibytes.toFixed(0)} MiB`,
    )
  console.log(
    `CPU, bare of edge ${ratios.ofBare.toFixed(2)} (goal ${GOALS.ofBare}); naive of edge ${ratios.ofNaive.toFixed(1)} (goal ${GOALS.ofNaive}); rps, edge of naive ${ratios.rpsOfNaive.toFixed(1)}`,
  )
  console.log(reached ? 'the ledger adds up; all goals reached' : 'the ledger adds up; not all goals reached')
  return reached
}
