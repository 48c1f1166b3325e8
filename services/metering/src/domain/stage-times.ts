import { unpackStages } from '@mtg/events'

/** How long one step takes. */
export interface StageTime {
  readonly name: string
  readonly callCount: number
  readonly p50Us: number
  readonly p95Us: number
  readonly p99Us: number
}

const TOTAL = 'total'

/** Times of steps out of the packed stages of calls: in the order that calls go through them, and their sum last. */
export function stageTimesOf(calls: readonly string[]): StageTime[] {
  const durations = new Map<string, number[]>()
  const totals: number[] = []
  for (const call of calls) {
    const stages = unpackStages(call)
    for (const { name, durationUs } of stages) {
      const known = durations.get(name)
      if (known === undefined) durations.set(name, [durationUs])
      else known.push(durationUs)
    }
    totals.push(stages.reduce((sum, { durationUs }) => sum + durationUs, 0))
  }
  if (totals.length > 0) durations.set(TOTAL, totals)
  return [...durations].map(([name, times]) => timeOf(name, times))
}

function timeOf(name: string, times: readonly number[]): StageTime {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { name, callCount: sorted.length, p50Us: at(0.5), p95Us: at(0.95), p99Us: at(0.99) }
}
