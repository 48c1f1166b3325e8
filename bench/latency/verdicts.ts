import { medianBy } from '../median.ts'
import { addedByLoad, cpuOf, saturatedByLoad } from './added.ts'
import { GATEWAY, type Row } from './row.ts'

/** Something that was to be reached, and what was measured. */
export interface Verdict {
  readonly goal: string
  readonly figure: number
  readonly isReached: boolean
}

const P50_OF_FLOOR_MAX = 1.5
const P99_OF_FLOOR_MAX = 3
/** Calls a second up to which these two are a promise; beyond them, calls queue for the cores. */
const PROMISED_RATE_MAX = 1200
const CPU_AT_ORDINARY_RATE = { load: '300/s json', maxMicros: 400 }
const CPU_SATURATED_MAX_MICROS = 150
const CALLS_OF_BARE_MIN = 0.4
const EDGE_CPU_OF_BARE = { load: 'saturated, 64 connections', max: 1.5 }

/** Whether each goal is reached that something was measured for. */
export function verdictsOn(rows: readonly Row[]): Verdict[] {
  const atMost = (goal: string, figure: number, max: number) => ({
    goal: `${goal} ≤ ${max}`,
    figure,
    isReached: figure <= max,
  })
  const promised = addedByLoad(rows).filter(({ load }) => Number.parseInt(load, 10) <= PROMISED_RATE_MAX)
  return [
    ...promised.flatMap(({ load, p50OfFloor, p99OfFloor }) => [
      atMost(`added p50 of F's, ${load}`, p50OfFloor, P50_OF_FLOOR_MAX),
      atMost(`added p99 of F's, ${load}`, p99OfFloor, P99_OF_FLOOR_MAX),
    ]),
    ...gatewayRows(rows, CPU_AT_ORDINARY_RATE.load).map(row =>
      atMost(`CPU us a call of all processes, ${row.load}`, cpuOf(row), CPU_AT_ORDINARY_RATE.maxMicros),
    ),
    ...saturatedByLoad(rows).flatMap(each => [
      atMost(`CPU us a call of all processes, ${each.load}`, each.platformCpuMicros, CPU_SATURATED_MAX_MICROS),
      {
        goal: `calls/s of the bare proxy's, ${each.load} ≥ ${CALLS_OF_BARE_MIN}`,
        figure: each.callsOfBare,
        isReached: each.callsOfBare >= CALLS_OF_BARE_MIN,
      },
      ...(each.load === EDGE_CPU_OF_BARE.load
        ? [atMost(`the edge's CPU by the bare proxy's, ${each.load}`, each.edgeCpuOfBare, EDGE_CPU_OF_BARE.max)]
        : []),
    ]),
  ]
}

/** Of each load whose name begins so, the gateway's round in the middle. */
function gatewayRows(rows: readonly Row[], begin: string): Row[] {
  const mine = rows.filter(({ target, load }) => target === GATEWAY && load.startsWith(begin))
  return [...Map.groupBy(mine, row => row.load).values()].map(all => medianBy(all, cpuOf))
}
