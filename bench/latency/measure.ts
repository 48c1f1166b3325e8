import type { ChildProcess } from 'node:child_process'
import type { Constellation } from '@mtg/testing'
import { cpuMicrosOf, diskBusyMs } from '../processes.ts'
import { keysOf } from './market.ts'
import type { AnswerKind, Order, Outcome, Target } from './orders.ts'
import { busyShares, type Counters, readCounters, refusalsBetween, stageMeans } from './queues.ts'
import { BARE, GATEWAY, type Row } from './row.ts'

/** What is compared: where it is, and whose CPU counts. */
interface Compared {
  readonly name: string
  readonly target: Target
  readonly pids: () => Record<string, number>
}

/** All that measurements need. */
export interface Bench {
  readonly gateway: Constellation
  readonly load: ChildProcess
  readonly compared: readonly Compared[]
  readonly seed: number
}

/** How much is asked, and of what. */
export interface Plan {
  readonly rates: readonly number[]
  readonly walletCounts: readonly number[]
  readonly answers: readonly AnswerKind[]
  readonly seconds: number
  /** Calls under way at once where as many calls are made as there can be; none: that is not measured. */
  readonly saturatingConnections: readonly number[]
}

const SETTLE_MS = 300
export const SATURATING_CONNECTIONS = 64

/** One round: every load, put on everything that is compared in turns. */
export async function measureRound(
  bench: Bench,
  plan: Plan,
  round: number,
  progress: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const answer of plan.answers) {
    for (const rate of plan.rates) {
      progress(`${rate} calls/s, ${answer}`)
      rows.push(...(await measureRate(bench, plan, { round, answer, rate })))
    }
  }
  for (const connections of plan.saturatingConnections) {
    progress(`as many as possible, ${connections} connections`)
    for (const each of bench.compared.filter(({ name }) => [GATEWAY, BARE].includes(name))) {
      const order = { rate: undefined, connections, seconds: plan.seconds }
      rows.push(await measure(bench, each, { round, load: saturationOf(connections), order }))
    }
  }
  return rows
}

/** The name of the load that asks for as many calls as there can be. */
function saturationOf(connections: number): string {
  return `saturated, ${connections} connections`
}

/** Only the gateway cares whose wallet pays, so the others are measured once for all. */
async function measureRate(
  bench: Bench,
  { walletCounts, seconds }: Plan,
  { round, answer, rate }: { readonly round: number; readonly answer: AnswerKind; readonly rate: number },
): Promise<Row[]> {
  const rows: Row[] = []
  const loadOf = (wallets: number) => `${rate}/s ${answer}, ${wallets} ${wallets === 1 ? 'wallet' : 'wallets'}`
  for (const each of bench.compared) {
    for (const wallets of each.name === GATEWAY ? walletCounts : [1]) {
      const order = { rate, seconds, answer, keys: keysOf(wallets) }
      const row = await measure(bench, each, { round, load: loadOf(wallets), order })
      rows.push(...(each.name === GATEWAY ? [wallets] : walletCounts).map(count => ({ ...row, load: loadOf(count) })))
    }
  }
  return rows
}

interface Measured {
  readonly round: number
  readonly load: string
  readonly order: Pick<Order, 'rate' | 'seconds'> & Partial<Order>
}

async function measure(bench: Bench, each: Compared, { round, load, order }: Measured): Promise<Row> {
  const { name, target, pids } = each
  const countersBefore = await countersOf(bench, name)
  const before = usageOf(pids())
  const outcome = await ask(bench, { target, ...order })
  // In this order, so that reading the counters is nobody's work.
  const after = usageOf(pids())
  const countersAfter = await countersOf(bench, name)
  await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
  const seconds = (after.atMs - before.atMs) / 1000
  const cpu = [...after.cpu].map(([process, micros]) => [process, micros - (before.cpu.get(process) ?? 0)] as const)
  const work = new Map(cpu.map(([process, micros]) => [process, micros / 1e6]))
  work.set('disk', (after.diskMs - before.diskMs) / 1000)
  return {
    round,
    load,
    target: name,
    outcome,
    cpu: new Map(cpu.map(([process, micros]) => [process, micros / Math.max(1, outcome.calls)])),
    busy: [...busyShares(work, seconds), ...busyShares(workBetween(countersBefore, countersAfter), seconds)],
    stages: stageMeans(countersBefore, countersAfter),
    refusals: refusalsBetween(countersBefore, countersAfter),
  }
}

interface Usage {
  readonly atMs: number
  readonly cpu: ReadonlyMap<string, number>
  readonly diskMs: number
}

function usageOf(pids: Record<string, number>): Usage {
  const cpu = new Map(Object.entries(pids).map(([process, pid]) => [process, cpuMicrosOf(pid)] as const))
  return { atMs: performance.now(), cpu, diskMs: diskBusyMs() }
}

const NO_COUNTERS: Counters = {
  work: new Map(),
  statements: new Map(),
  stages: new Map(),
  messages: new Map(),
  refusals: new Map(),
}

async function countersOf({ gateway }: Bench, name: string): Promise<Counters> {
  return name === GATEWAY ? await readCounters(gateway) : NO_COUNTERS
}

function workBetween(before: Counters, after: Counters): Map<string, number> {
  return new Map([...after.work].map(([lane, sum]) => [lane, sum - (before.work.get(lane) ?? 0)]))
}

/** Lets the load make calls; answers with what came of them. */
export function ask(
  { load, seed }: Bench,
  order: Pick<Order, 'target' | 'rate' | 'seconds'> & Partial<Order>,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the load has ended'))
    load.once('exit', onExit)
    load.once('message', outcome => {
      load.off('exit', onExit)
      resolve(outcome as Outcome)
    })
    load.send({ connections: SATURATING_CONNECTIONS, seed, keys: keysOf(1), answer: 'json' as const, ...order })
  })
}
