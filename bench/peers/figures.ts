import { medianBy } from '../median.ts'

/** Connections at which figures are held against the goals. */
export const RATED_CONNECTIONS = 64

/** Our own rows: the process that stands where a peer would, and everything that works for it. */
export const EDGE = 'this gateway: its edge'
export const PLATFORM = 'this gateway: all of it'

/** One process, or several that work together, under one load. */
export interface Figures {
  readonly round: number
  readonly name: string
  readonly connections: number
  readonly callsPerSecond: number
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Resident, where it is one process. */
  readonly mebibytes: number | undefined
  readonly failed: number
}

/** What was measured, with what. */
export interface Findings {
  readonly versions: ReadonlyMap<string, string>
  readonly settings: ReadonlyMap<string, string>
  readonly figures: readonly Figures[]
  /** Those that are not there, and why. */
  readonly missing: ReadonlyMap<string, string>
}

export function perCoreSecond({ cpuMicros }: Figures): number {
  return 1_000_000 / cpuMicros
}

/** The run in the middle of each, in the order in which they were measured. */
export function mediansOf(figures: readonly Figures[]): Figures[] {
  const groups = Map.groupBy(figures, ({ connections, name }) => `${connections} ${name}`)
  return [...groups.values()].map(group => medianBy(group, each => each.cpuMicros))
}

/** Calls per core-second of one by those of another: the middle of the rounds, each compared within itself. */
export function ratio(figures: readonly Figures[], name: string, other: string): number | undefined {
  const rated = figures.filter(({ connections }) => connections === RATED_CONNECTIONS)
  const ratios = [...Map.groupBy(rated, ({ round }) => round).values()].flatMap(round => {
    const [ours, theirs] = [name, other].map(wanted => round.find(each => each.name === wanted))
    return ours === undefined || theirs === undefined ? [] : [perCoreSecond(ours) / perCoreSecond(theirs)]
  })
  return ratios.length === 0 ? undefined : medianBy(ratios, each => each)
}
