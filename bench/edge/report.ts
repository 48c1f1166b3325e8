import { medianBy } from '../median.ts'

/** Figures of this many connections are held against the goals. */
export const RATED_CONNECTIONS = 64

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

/** All that was measured. */
export interface Findings {
  /** By connections; the edge first, then the bare proxy, then the naive one. The run in the middle of each. */
  readonly figures: readonly Figures[]
  /** The same of each round. Ratios are made within a round: between two, the machine may have become another one. */
  readonly rounds: readonly (readonly Figures[])[]
  readonly sameRate: SameRate
  /** CPU of each process for each call, microseconds. */
  readonly platform: ReadonlyMap<string, number>
  readonly memory: Memory | undefined
}

/** CPU of the bare proxy by that of the edge at one rate; calls a second of the edge by those of the naive one. */
const GOALS = { ofBareAtOneRate: 0.6, ofNaive: 4 }
const GROWTH_MAX = 1.25

/** Prints the findings; whether all goals are reached. */
export function report(findings: Findings, asJson: boolean): boolean {
  const ratios = ratiosOf(findings)
  const reached =
    isSound(findings) && ratios.ofBareAtOneRate >= GOALS.ofBareAtOneRate && ratios.ofNaive >= GOALS.ofNaive
  if (asJson) {
    const platform = Object.fromEntries(findings.platform)
    console.log(JSON.stringify({ ...findings, platform, ratios, goals: GOALS, reached }, null, 2))
    return reached
  }
  for (const line of [...tableOf(findings.figures), ...remarksOn(findings, ratios)]) console.log(line)
  console.log(reached ? 'the ledger adds up; all goals reached' : 'the ledger adds up; not all goals reached')
  return reached
}

function ratiosOf({ figures, rounds, sameRate }: Findings) {
  const byConnections = [...new Set(figures.map(each => each.connections))].map(connections => {
    const all = rounds.map(round => ratiosWithin(round.filter(each => each.connections === connections)))
    return {
      connections,
      cpuOfBare: medianBy(all, each => each.cpuOfBare).cpuOfBare,
      cpuOfNaive: medianBy(all, each => each.cpuOfNaive).cpuOfNaive,
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
    rpsOfNaive: edge.rps / naive.rps,
  }
}

function isSound({ rounds, memory }: Findings): boolean {
  const isSteady = memory === undefined || memory.endMebibytes <= memory.startMebibytes * GROWTH_MAX
  return isSteady && rounds.flat().every(each => each.failed === 0)
}

function tableOf(figures: readonly Figures[]): string[] {
  const rows = figures.map(({ proxy, connections, rps, p50Ms, p99Ms, cpuMicros, failed }) => {
    const speed = [String(connections).padStart(11), rps.toFixed(0).padStart(7), p50Ms.toFixed(2).padStart(8)]
    const cost = [p99Ms.toFixed(1).padStart(8), cpuMicros.toFixed(0).padStart(7), String(failed).padStart(7)]
    return [proxy.padEnd(22), ...speed, ...cost].join(' ')
  })
  return ['proxy                  connections     rps   p50 ms   p99 ms  CPU us  failed', ...rows]
}

function remarksOn({ sameRate, platform, memory }: Findings, ratios: ReturnType<typeof ratiosOf>): string[] {
  const { rate, edge, bare } = sameRate
  const processes = [...platform].map(([name, cpu]) => `${name} ${cpu.toFixed(0)}`)
  const latencies = `p50 ${edge.p50Ms.toFixed(1)} ms, p99 ${edge.p99Ms.toFixed(1)} ms`
  const both = `edge ${edge.cpuMicros.toFixed(0)} (${latencies}), bare ${bare.cpuMicros.toFixed(0)}`
  return [
    ...ratios.byConnections.map(
      each =>
        `${each.connections} connections: CPU, bare of edge ${each.cpuOfBare.toFixed(2)}, naive of edge ${each.cpuOfNaive.toFixed(1)}; rps, edge of naive ${each.rpsOfNaive.toFixed(1)}`,
    ),
    `at ${rate} calls/s, CPU us a call: ${both}`,
    `CPU us a call of each process: ${processes.join(', ')}`,
    ...(memory === undefined ? [] : [growthOf(memory)]),
    `CPU at one rate, bare of edge ${ratios.ofBareAtOneRate.toFixed(2)} (goal ${GOALS.ofBareAtOneRate}); rps, edge of naive ${ratios.ofNaive.toFixed(1)} (goal ${GOALS.ofNaive})`,
  ]
}

function growthOf({ calls, startMebibytes, endMebibytes }: Memory): string {
  return `memory of the edge: ${startMebibytes.toFixed(0)} MiB, after ${calls} more calls ${endMebibytes.toFixed(0)} MiB`
}
