import type * as grpc from '@grpc/grpc-js'
import type { Lane } from './batch-lane.ts'

/** The lanes that messages go round. */
export interface LaneRing<Item, Result> {
  /** Those that take messages; not those that only finish what they have. */
  all(): readonly Lane<Item, Result>[]
  add(lane: Lane<Item, Result>): void
  /** Takes no more to a server that is going away. */
  retire(channel: grpc.Client): void
  /** The next one that can be written to, a healthy one if there is any; undefined when none can. */
  next(): Lane<Item, Result> | undefined
  /** Whether another server could take over. */
  hasAnother(lane: Lane<Item, Result>): boolean
}

/** Begins without lanes. */
export function createLaneRing<Item, Result>(): LaneRing<Item, Result> {
  let lanes: Lane<Item, Result>[] = []
  let turn = 0
  return {
    all: () => lanes,
    add: lane => void lanes.push(lane),
    retire(channel) {
      for (const lane of lanes) if (lane.channel === channel) lane.retire()
      lanes = lanes.filter(lane => lane.channel !== channel)
    },
    next() {
      turn += 1
      let fallback: Lane<Item, Result> | undefined
      for (let step = 0; step < lanes.length; step += 1) {
        const lane = lanes[(turn + step) % lanes.length]
        if (lane?.canWrite() !== true) continue
        if (lane.isHealthy()) return lane
        fallback ??= lane
      }
      return fallback
    },
    hasAnother: lane => lanes.some(other => other.channel !== lane.channel && other.canWrite() && other.isHealthy()),
  }
}
