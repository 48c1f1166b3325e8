import { medianBy } from '../median.ts'
import { BARE, DIRECT, FLOOR, GATEWAY, type Row } from './row.ts'

/** What the gateway adds to the publisher under one load, beside what one durable commit takes; of one round. */
export interface Added {
  readonly load: string
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p99Ms: number
  readonly p50OfFloor: number
  readonly p99OfFloor: number
}

/** Of each load the round in the middle: a real run, not a mean of several. */
export function addedByLoad(rows: readonly Row[]): Added[] {
  const byLoad = Map.groupBy(rows, row => row.load)
  return [...byLoad].flatMap(([load, all]) => {
    const ofRounds = [...Map.groupBy(all, row => row.round).values()].flatMap(round => addedIn(load, round))
    return ofRounds.length === 0 ? [] : [medianBy(ofRounds, each => each.p50OfFloor)]
  })
}

function addedIn(load: string, round: readonly Row[]): Added[] {
  const [gateway, direct, floor] = [GATEWAY, DIRECT, FLOOR].map(name => round.find(row => row.target === name)?.outcome)
  if (gateway === undefined || direct === undefined || floor === undefined) return []
  const p50Ms = gateway.p50Ms - direct.p50Ms
  const p99Ms = gateway.p99Ms - direct.p99Ms
  return [
    {
      load,
      p50Ms,
      p90Ms: gateway.p90Ms - direct.p90Ms,
      p99Ms,
      p50OfFloor: p50Ms / floor.p50Ms,
      p99OfFloor: p99Ms / floor.p99Ms,
    },
  ]
}

/** The gateway beside the bare proxy where as many calls are made as there can be; of one round. */
export interface Saturated {
  readonly load: string
  readonly callsOfBare: number
  readonly edgeCpuOfBare: number
  readonly platformCpuMicros: number
}

/** Of each number of connections the round in the middle. */
export function saturatedByLoad(rows: readonly Row[]): Saturated[] {
  const byLoad = Map.groupBy(rows, row => row.load)
  return [...byLoad].flatMap(([load, all]) => {
    const ofRounds = [...Map.groupBy(all, row => row.round).values()].flatMap(round => saturatedIn(load, round))
    return ofRounds.length === 0 ? [] : [medianBy(ofRounds, each => each.callsOfBare)]
  })
}

function saturatedIn(load: string, round: readonly Row[]): Saturated[] {
  const [gateway, bare] = [GATEWAY, BARE].map(name => round.find(row => row.target === name))
  if (!load.startsWith('saturated') || gateway === undefined || bare === undefined) return []
  return [
    {
      load,
      callsOfBare: gateway.outcome.perSecond / bare.outcome.perSecond,
      edgeCpuOfBare: (gateway.cpu.get('edge-proxy') ?? 0) / (bare.cpu.get('proxy') ?? Number.NaN),
      platformCpuMicros: cpuOf(gateway),
    },
  ]
}

/** CPU of all processes together for each call, microseconds. */
export function cpuOf({ cpu }: Row): number {
  return [...cpu.values()].reduce((sum, micros) => sum + micros, 0)
}
