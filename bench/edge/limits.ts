import type { ChildProcess } from 'node:child_process'
import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { medianBy } from '../median.ts'
import { cpuMicrosOf } from '../processes.ts'
import { startChild } from '../start-child.ts'
import { areReached, type Goal, verdicts } from '../verdicts.ts'
import { ask, toolCall } from './orders.ts'

/** For how long, and how often. */
export interface LimitsOptions {
  readonly seconds: number
  readonly rounds: number
  readonly json: boolean
}

interface Figures {
  readonly rps: number
  /** Of every process of the gateway and its servers, for each call. */
  readonly cpuMicros: number
  readonly failed: number
}

const APP = 'acme/tools'
const CONNECTIONS = 64
const WARM_UP_SECONDS = 8
const OF_NONE_MIN = 0.95
const KEYS = { free: 'vnb-sk-bench-free-0001', limited: 'vnb-sk-bench-limited-0001' }
/** Every kind of cap, and none that is ever reached. */
const LIMITS = {
  total: '900000',
  perDay: '900000',
  per30Days: '900000',
  maxPrice: '1',
  concurrent: 10_000,
  apps: [APP],
}

/** What limits on a key cost a call through the whole gateway, in turns with a key without; true when the goals are reached. */
export async function measureLimits({ seconds, rounds, json }: LimitsOptions): Promise<boolean> {
  const upstreamPort = await freePort()
  const children: ChildProcess[] = []
  const gateway = await startConstellation({ ownServers: true, marketplace: marketplaceAt(upstreamPort) })
  try {
    await startChild(children, 'edge/publisher.ts', { PORT: String(upstreamPort) })
    const load = await startChild(children, 'edge/load.ts')
    const measure = (key: string, forSeconds: number) => measureKey(gateway, load, key, forSeconds)
    for (const key of Object.values(KEYS)) await measure(key, WARM_UP_SECONDS)
    const runs: { free: Figures; limited: Figures }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 1 ? await measure(KEYS.limited, seconds) : undefined
      const free = await measure(KEYS.free, seconds)
      runs.push({ free, limited: first ?? (await measure(KEYS.limited, seconds)) })
    }
    await gateway.verifyLedger()
    return report(runs, json)
  } finally {
    for (const child of children) child.kill()
    await gateway.stop()
  }
}

async function measureKey(gateway: Constellation, load: ChildProcess, key: string, seconds: number): Promise<Figures> {
  const pids = Object.values(gateway.pids())
  const cpu = () => pids.reduce((sum, pid) => sum + cpuMicrosOf(pid), 0)
  const before = cpu()
  const order = { origin: gateway.baseUrl, connections: CONNECTIONS, seconds, call: toolCall(APP, key) }
  const { calls, failed, ...took } = await ask(load, order)
  return { rps: calls / took.seconds, cpuMicros: (cpu() - before) / calls, failed }
}

function report(runs: readonly { free: Figures; limited: Figures }[], json: boolean): boolean {
  // Of one moment: between two, the machine may have become another one.
  const ratio = (of: (run: { free: Figures; limited: Figures }) => number) => of(medianBy(runs, of))
  const goals: Goal[] = [
    { what: 'calls/s with limits of none', figure: ratio(run => run.limited.rps / run.free.rps), atLeast: OF_NONE_MIN },
    {
      what: 'CPU of the whole a call without limits, by that with them',
      figure: ratio(run => run.free.cpuMicros / run.limited.cpuMicros),
      atLeast: OF_NONE_MIN,
    },
  ]
  const isServed = runs.every(({ free, limited }) => free.failed + limited.failed === 0)
  const reached = isServed && areReached(goals)
  if (json) {
    console.log(JSON.stringify({ runs, goals, reached }, null, 2))
    return reached
  }
  for (const [index, { free, limited }] of runs.entries()) {
    console.log(`round ${index + 1}: ${lineOf('no limits', free)}; ${lineOf('every limit', limited)}`)
  }
  for (const line of verdicts(goals)) console.log(line)
  return reached
}

const lineOf = (name: string, { rps, cpuMicros, failed }: Figures) =>
  `${name} ${rps.toFixed(0)} calls/s, ${cpuMicros.toFixed(0)} us of CPU each, ${failed} failed`

function marketplaceAt(upstreamPort: number): string {
  const limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000, monthly: 1_000_000_000 }
  const upstream = `http://127.0.0.1:${upstreamPort}/mcp`
  const app = { name: 'tools', adapter: 'mcp', upstream, tiers: { paid: { price: '0.000001', ...limits } } }
  const buyer = (name: 'free' | 'limited', more: object) => ({
    email: `${name}@example.test`,
    wallet: '1000000.00',
    keys: [{ name, key: KEYS[name], ...more }],
    purchases: [{ app: APP, tier: 'paid' }],
  })
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: [buyer('free', {}), buyer('limited', { limits: LIMITS })],
  })
}
