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
  /** By connections; the edge first, then the bare proxy, then the naive one. */
  readonly figures: readonly Figures[]
  readonly sameRate: SameRate
  /** CPU of each process for each call, microseconds. */
  readonly platform: ReadonlyMap<string, number>
  readonly memory: Memory | undefined
}

const GOALS = { ofBare: 0.6, ofNaive: 4 }
const GROWTH_MAX = 1.25

/** Prints the findings; whether all goals are reached. */
export function report(findings: Findings, asJson: boolean): boolean {
  const ratios = ratiosOf(findings)
  const reached = isSound(findings) && ratios.ofBare >= GOALS.ofBare && ratios.ofNaive >= GOALS.ofNaive
  if (asJson) {
    const platform = Object.fromEntries(findings.platform)
    console.log(JSON.stringify({ ...findings, platform, ratios, goals: GOALS, reached }, null, 2))
    return reached
  }
  for (const line of [...tableOf(findings.figures), ...remarksOn(findings, ratios)]) console.log(line)
  console.log(reached ? 'the ledger adds up; all goals reached' : 'the ledger adds up; not all goals reached')
  return reached
}

function ratiosOf({ figures, sameRate }: Findings) {
  const [edge, bare, naive] = figures.filter(each => each.connections === RATED_CONNECTIONS)
  if (edge === undefined || bare === undefined || naive === undefined) throw new Error('a proxy was not measured')
  // All on one core: what a call costs decides how many fit on it.
  return {
    ofBare: bare.cpuMicros / edge.cpuMicros,
    ofNaive: naive.cpuMicros / edge.cpuMicros,
    rpsOfNaive: edge.rps / naive.rps,
    ofBareAtOneRate: sameRate.bare.cpuMicros / sameRate.edge.cpuMicros,
  }
}

function isSound({ figures, memory }: Findings): boolean {
  const isSteady = memory === undefined || memory.endMebibytes <= memory.startMebibytes * GROWTH_MAX
  return isSteady && figures.every(each => each.failed === 0)
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
    `at ${rate} calls/s, CPU us a call: ${both}; bare of edge ${ratios.ofBareAtOneRate.toFixed(2)}`,
    `CPU us a call of each process: ${processes.join(', ')}`,
    ...(memory === undefined ? [] : [growthOf(memory)]),
    `CPU, bare of edge ${ratios.ofBare.toFixed(2)} (goal ${GOALS.ofBare}); naive of edge ${ratios.ofNaive.toFixed(1)} (goal ${GOALS.ofNaive}); rps, edge of naive ${ratios.rpsOfNaive.toFixed(1)}`,
  ]
}

function growthOf({ calls, startMebibytes, endMebibytes }: Memory): string {
  return `memory of the edge: ${startMebibytes.toFixed(0)} MiB, after ${calls} more calls ${endMebibytes.toFixed(0)} MiB`
}
