import type { ChildProcess } from 'node:child_process'
import { medianBy } from '../median.ts'
import { cpuMicrosOf } from '../processes.ts'
import { areReached, type Goal, verdicts } from '../verdicts.ts'
import { ask, type CallShape, type LoadResult } from './orders.ts'
import { RATED_CONNECTIONS } from './report.ts'

/** Calls with and without the API hammered at the same time. */
export interface BesideApi {
  readonly alone: Speed
  readonly beside: Speed
  /** Answers of the API a second meanwhile, and those of them that were not 200. */
  readonly api: { readonly rps: number; readonly refusedRps: number }
  readonly cores: readonly Cores[]
}

/** How many cores a process kept busy. */
interface Cores {
  readonly name: string
  readonly alone: number
  readonly beside: number
}

interface Speed {
  readonly rps: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failed: number
}

/** What is measured: who calls, who hammers, and how often in turns. */
export interface BesideApiOptions {
  readonly load: ChildProcess
  readonly hammer: ChildProcess
  /** Of the gateway, by name. */
  readonly pids: () => Readonly<Record<string, number>>
  readonly origin: string
  readonly call: CallShape
  readonly seconds: number
  readonly rounds: number
}

const API_CONNECTIONS = 32
const WORST_SHARE = 0.9

/** A search of the catalogue, the dearest thing that anybody may ask for. */
const SEARCH: CallShape = { method: 'GET', path: '/api/v1/catalog/apps?query=search', headers: {}, body: '' }

/** Measures both in turns; the pair in the middle by what is left of the calls counts. */
export async function measureBesideApi(options: BesideApiOptions): Promise<BesideApi> {
  const { load, hammer, pids, origin, call, seconds, rounds } = options
  const watched = () => ({ ...pids(), 'who calls': load.pid ?? 0, 'who hammers': hammer.pid ?? 0 })
  const calls = { origin, connections: RATED_CONNECTIONS, seconds, call }
  await ask(load, calls)
  const pairs: BesideApi[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [alone, coresAlone] = await watchCores(watched(), () => ask(load, calls))
    const searches = { origin, connections: API_CONNECTIONS, seconds, call: SEARCH, isImpatient: true }
    const both = () => Promise.all([ask(load, calls), ask(hammer, searches)])
    const [[beside, api], coresBeside] = await watchCores(watched(), both)
    const rates = { rps: api.calls / api.seconds, refusedRps: api.failed / api.seconds }
    const cores = [...coresAlone].map(([name, busy]) => ({ name, alone: busy, beside: coresBeside.get(name) ?? 0 }))
    pairs.push({ alone: speedOf(alone), beside: speedOf(beside), api: rates, cores })
  }
  return medianBy(pairs, shareLeft)
}

/** What work comes to, and how many cores each process kept busy meanwhile. */
async function watchCores<Result>(
  pids: Readonly<Record<string, number>>,
  work: () => Promise<Result>,
): Promise<[Result, Map<string, number>]> {
  const startedAtMs = performance.now()
  const before = Object.entries(pids).map(([name, pid]) => ({ name, pid, micros: cpuMicrosOf(pid) }))
  const result = await work()
  const tookMicros = (performance.now() - startedAtMs) * 1000
  return [result, new Map(before.map(({ name, pid, micros }) => [name, (cpuMicrosOf(pid) - micros) / tookMicros]))]
}

function speedOf({ calls, failed, seconds, p50Ms, p99Ms }: LoadResult): Speed {
  return { rps: calls / seconds, failed, p50Ms, p99Ms }
}

function shareLeft({ alone, beside }: BesideApi): number {
  return beside.rps / alone.rps
}

/** Prints it; whether the goal is reached. */
export function reportBesideApi(found: BesideApi, asJson: boolean): boolean {
  const what = `calls/s while the API is hammered by those while it is not, ${RATED_CONNECTIONS} connections`
  const goals: Goal[] = [{ what, figure: shareLeft(found), atLeast: WORST_SHARE }]
  const reached = areReached(goals) && found.alone.failed + found.beside.failed === 0
  if (asJson) {
    console.log(JSON.stringify({ ...found, goals, reached }, null, 2))
    return reached
  }
  const line = (name: string, { rps, p50Ms, p99Ms, failed }: Speed) =>
    `${name.padEnd(24)} ${rps.toFixed(0).padStart(6)} calls/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms  ${failed} failed`
  console.log(line('calls alone', found.alone))
  console.log(line('beside the API', found.beside))
  for (const { name, alone, beside } of found.cores) {
    console.log(`${name.padEnd(24)} ${alone.toFixed(2)} cores alone, ${beside.toFixed(2)} beside the API`)
  }
  const { rps, refusedRps } = found.api
  console.log(`the API answered ${rps.toFixed(0)} searches/s, of which it refused ${refusedRps.toFixed(0)}`)
  console.log(verdicts(goals).join('\n'))
  return reached
}
