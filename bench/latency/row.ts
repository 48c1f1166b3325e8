import type { Outcome } from './orders.ts'

/** One measurement. */
export interface Row {
  readonly round: number
  readonly load: string
  readonly target: string
  readonly outcome: Outcome
  /** CPU of each process for each call, microseconds. */
  readonly cpu: ReadonlyMap<string, number>
  /** The share of the time in which each place worked where calls queue; of a process: of one core. */
  readonly busy: readonly (readonly [place: string, share: number])[]
  /** What a call spent in each of the edge's steps on average, milliseconds. */
  readonly stages: readonly (readonly [stage: string, ms: number])[]
  /** How often the edge itself refused, by the limit that was reached. */
  readonly refusals: readonly (readonly [limit: string, count: number])[]
}

/** Names of what is compared. */
export const GATEWAY = 'gateway'
export const DIRECT = 'publisher directly'
export const BARE = 'bare proxy'
export const FLOOR = 'floor'
