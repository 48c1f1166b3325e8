import { medianBy } from '../median.ts'
import { areReached, type Goal, verdicts } from '../verdicts.ts'

/** Figures of this many connections are held against the goals. */
export const RATED_CONNECTIONS = 64
/** Calls a second of a gateway that is far from full. */
export const QUIET_RATE = 300

/** One proxy under one load. */
export interface Figures {
  readonly proxy: string
  readonly connections: number
  readonly rps: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMicros: number
  readonly failed: number
}

/** The edge and the bare proxy at the same number of calls a second. */
export interface SameRate {
  readonly rate: number
  readonly edge: Figures
  readonly bare: Figures
}

/** Of the edge, before and after many calls. */
export interface Memory {
  readonly calls: number
  readonly startMebibytes: number
  readonly endMebibytes: number
}

/** CPU of each process of the gateway for each call, microseconds: with as many calls as it carries, and at `QUIET_RATE`. */
export interface PlatformCpu {
  readonly saturated: ReadonlyMap<string, number>
  readonly quiet: ReadonlyMap<string, number>
}

/** All that was measured. */
export interface Findings {
  /** By connections; the edge first, then the bare proxy, then the naive one. The run in the middle of each. */
  readonly figures: readonly Figures[]
  /** The same of each round. Ratios are made within a round: between two, the machine may have become another one. */
  readonly rounds: readonly (readonly Figures[])[]
  readonly sameRate: SameRate
  readonly platform: PlatformCpu
  readonly memory: Memory | undefined
}

/** A share of what the bare proxy does, where the whole of ours has the same two cores. */
const RPS_OF_BARE_MIN = 0.4
const CPU_OF_BARE_AT_ONE_RATE_MIN = 0.6
const RPS_OF_NAIVE_MIN = 4
const CPU_BY_BARE_MAX = 1.5
const PLATFORM_MICROS_MAX = { saturated: 150, quiet: 400 }
const GROWTH_MAX = 1.25
const SHARE_CONNECTIONS = [RATED_CONNECTIONS, 256]

/** Prints the findings; whether all goals are reached. */
export function report(findings: Findings, asJson: boolean): boolean {
  const ratios = ratiosOf(findings)
  const goals = goalsOf(findings, ratios)
  const reached = findings.rounds.flat().every(each => each.failed === 0) && areReached(goals)
  if (asJson) {
    const platform = {
      saturated: Object.fromEntries(findings.platform.saturated),
      quiet: Object.fromEntries(findings.platform.quiet),
    }
    console.log(JSON.stringify({ ...findings, platform, ratios, goals, reached }, null, 2))
    return reached
  }
  const lines = [...tableOf(findings.figures), ...remarksOn(findings, ratios), ...verdicts(goals)]
  for (const line of lines) console.log(line)
  console.log(reached ? 'the ledger adds up; all goals reached' : 'the ledger adds up; not all goals reached')
  return reached
}

function goalsOf({ platform, memory }: Findings, ratios: Ratios): Goal[] {
  const { byConnections } = ratios
  const at = (connections: number) => byConnections.find(each => each.connections === connections)
  const rated = at(RATED_CONNECTIONS)
  const { saturated, quiet } = PLATFORM_MICROS_MAX
  const growth = memory && memory.endMebibytes / memory.startMebibytes
  return [
    {
      what: 'CPU of the bare proxy by that of the edge, at one rate',
      figure: ratios.ofBareAtOneRate,
      atLeast: CPU_OF_BARE_AT_ONE_RATE_MIN,
    },
    { what: 'calls/s by those of the naive edge', figure: ratios.ofNaive, atLeast: RPS_OF_NAIVE_MIN, digits: 1 },
    {
      what: `CPU of the edge by that of the bare proxy, ${RATED_CONNECTIONS} connections`,
      figure: rated && 1 / rated.cpuOfBare,
      atMost: CPU_BY_BARE_MAX,
    },
    ...SHARE_CONNECTIONS.map(connections => ({
      what: `calls/s of the whole by those of the bare proxy, ${connections} connections`,
      figure: at(connections)?.rpsOfBare,
      atLeast: RPS_OF_BARE_MIN,
    })),
    { what: 'CPU us of the whole a call, saturated', figure: sumOf(platform.saturated), atMost: saturated, digits: 0 },
    {
      what: `CPU us of the whole a call, at ${QUIET_RATE}/s`,
      figure: sumOf(platform.quiet),
      atMost: quiet,
      digits: 0,
    },
    {
      what: `memory of the edge after ${memory?.calls ?? 'more'} calls, by that before`,
      figure: growth,
      atMost: GROWTH_MAX,
    },
  ]
}

function sumOf(cpu: ReadonlyMap<string, number>): number {
  return [...cpu.values()].reduce((sum, each) => sum + each, 0)
}

type Ratios = ReturnType<typeof ratiosOf>

function ratiosOf({ figures, rounds, sameRate }: Findings) {
  const byConnections = [...new Set(figures.map(each => each.connections))].map(connections => {
    const all = rounds.map(round => ratiosWithin(round.filter(each => each.connections === connections)))
    return {
      connections,
      cpuOfBare: medianBy(all, each => each.cpuOfBare).cpuOfBare,
      cpuOfNaive: medianBy(all, each => each.cpuOfNaive).cpuOfNaive,
      rpsOfBare: medianBy(all, each => each.rpsOfBare).rpsOfBare,
      rpsOfNaive: medianBy(all, each => each.rpsOfNaive).rpsOfNaive,
    }
  })
  const rated = byConnections.find(each => each.connections === RATED_CONNECTIONS)
  if (rated === undefined) throw new Error('nothing was measured')
  const ofBareAtOneRate = sameRate.bare.cpuMicros / sameRate.edge.cpuMicros
  return { ofBareAtOneRate, ofNaive: rated.rpsOfNaive, byConnections }
}

function ratiosWithin([edge, bare, naive]: readonly Figures[]) {
  if (edge === undefined || bare === undefined || naive === undefined) throw new Error('a proxy was not measured')
  return {
    cpuOfBare: bare.cpuMicros / edge.cpuMicros,
    cpuOfNaive: naive.cpuMicros / edge.cpuMicros,
    rpsOfBare: edge.rps / bare.rps,
    rpsOfNaive: edge.rps / naive.rps,
  }
}

function tableOf(figures: readonly Figures[]): string[] {
  const rows = figures.map(({ proxy, connections, rps, p50Ms, p99Ms, cpuMicros, failed }) => {
    const speed = [String(connections).padStart(11), rps.toFixed(0).padStart(7), p50Ms.toFixed(2).padStart(8)]
    const cost = [p99Ms.toFixed(1).padStart(8), cpuMicros.toFixed(0).padStart(7), String(failed).padStart(7)]
    return [proxy.padEnd(22), ...speed, ...cost].join(' ')
  })
  return ['proxy                  connections     rps   p50 ms   p99 ms  CPU us  failed', ...rows]
}

function remarksOn({ sameRate, platform, memory }: Findings, ratios: Ratios): string[] {
  const { rate, edge, bare } = sameRate
  const processes = (cpu: ReadonlyMap<string, number>) => [...cpu].map(([name, each]) => `${name} ${each.toFixed(0)}`)
  const latencies = `p50 ${edge.p50Ms.toFixed(1)} ms, p99 ${edge.p99Ms.toFixed(1)} ms`
  const both = `edge ${edge.cpuMicros.toFixed(0)} (${latencies}), bare ${bare.cpuMicros.toFixed(0)}`
  return [
    ...ratios.byConnections.map(
      each =>
        `${each.connections} connections: CPU, bare of edge ${each.cpuOfBare.toFixed(2)}, naive of edge ${each.cpuOfNaive.toFixed(1)}; rps, edge of bare ${each.rpsOfBare.toFixed(2)}, of naive ${each.rpsOfNaive.toFixed(1)}`,
    ),
    `at ${rate} calls/s, CPU us a call: ${both}`,
    `CPU us a call of each process, saturated: ${processes(platform.saturated).join(', ')}`,
    `CPU us a call of each process, at ${QUIET_RATE} calls/s: ${processes(platform.quiet).join(', ')}`,
    ...(memory === undefined ? [] : [growthOf(memory)]),
  ]
}

function growthOf({ calls, startMebibytes, endMebibytes }: Memory): string {
  return `memory of the edge: ${startMebibytes.toFixed(0)} MiB, after ${calls} more calls ${endMebibytes.toFixed(0)} MiB`
}
