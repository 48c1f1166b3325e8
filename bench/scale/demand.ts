import { BUCKET_COUNT, spreadBuckets } from '@mtg/cells'
import type { Random } from '../random.ts'

/** Who calls how often. */
export interface Demand {
  readonly callsPerSecond: number
  /** Calls a second of each buyer, the busiest first. */
  readonly perBuyer: Float64Array
}

/** The n-th busiest buyer calls n^-exponent times as often as the busiest (Zipf). */
export function createDemand(callsPerSecond: number, buyers: number, exponent: number): Demand {
  const weights = Float64Array.from({ length: buyers }, (_, index) => (index + 1) ** -exponent)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return { callsPerSecond, perBuyer: weights.map(weight => (weight / total) * callsPerSecond) }
}

/** Calls a second on each of so many shards, with buyers in random buckets. */
export function spread(demand: Demand, shardCount: number, random: Random): Float64Array {
  const buckets = spreadBuckets(shardCount)
  const perShard = new Float64Array(shardCount)
  for (const calls of demand.perBuyer) {
    const shard = buckets[Math.floor(random.next() * BUCKET_COUNT)] ?? 0
    perShard[shard] = (perShard[shard] ?? 0) + calls
  }
  return perShard
}

/**
 * Lookups a second at auth: an edge remembers a caller for `ttlSeconds`, so of `rate` calls a second that one caller makes
 * at one edge only rate / (1 + rate * ttl) are not known.
 */
export function authLookups({ perBuyer }: Demand, edges: number, ttlSeconds: number): number {
  return perBuyer.reduce((sum, calls) => sum + calls / (1 + (calls / edges) * ttlSeconds), 0)
}
