import { createHash } from 'node:crypto'

/** Buyers belong to buckets for ever, buckets to shards for now. */
export const BUCKET_COUNT = 16_384

/** Which shard each bucket lives on. */
export interface ShardMap {
  readonly shardCount: number
  readonly shardOfBucket: readonly number[]
}

/** A map that gives each of so many shards the same share. */
export function createShardMap(shardCount: number): ShardMap {
  if (shardCount < 1 || shardCount > BUCKET_COUNT) throw new Error(`there can be 1 to ${BUCKET_COUNT} shards`)
  return { shardCount, shardOfBucket: Array.from({ length: BUCKET_COUNT }, (_, bucket) => bucket % shardCount) }
}

/** The bucket of a buyer: what a router computes for each call. */
export function bucketOf(buyerId: string): number {
  return createHash('sha256').update(buyerId).digest().readUInt32BE(0) % BUCKET_COUNT
}

/** The one shard that holds everything of a buyer. */
export function shardOf(map: ShardMap, buyerId: string): number {
  const shard = map.shardOfBucket[bucketOf(buyerId)]
  if (shard === undefined) throw new Error('the map has a gap')
  return shard
}

/** One more shard: it takes buckets from those that have most, and nobody else moves. */
export function addShard(map: ShardMap): ShardMap {
  const added = map.shardCount
  const shardOfBucket = [...map.shardOfBucket]
  const bucketsOf = Array.from({ length: added }, (): number[] => [])
  for (const [bucket, shard] of shardOfBucket.entries()) bucketsOf[shard]?.push(bucket)
  for (let moves = Math.floor(BUCKET_COUNT / (added + 1)); moves > 0; moves -= 1) {
    const fullest = bucketsOf.reduce((most, buckets) => (buckets.length > most.length ? buckets : most))
    const bucket = fullest.pop()
    if (bucket !== undefined) shardOfBucket[bucket] = added
  }
  return { shardCount: added + 1, shardOfBucket }
}
