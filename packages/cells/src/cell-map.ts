import { BUCKET_COUNT, type Buckets, bucketOf } from './buckets.ts'

/** Which cell of billing each buyer belongs to, of one version. Maps are small, and replaced as a whole. */
export interface CellMap {
  /** Grows with each change. */
  readonly version: bigint
  /** Names of the cells; the first one is home: it owns the catalogue, publishers and payouts. */
  readonly names: readonly string[]
  readonly buckets: Buckets
  /** Buyers that live elsewhere than their buckets: the names of their cells, by the buyers' ids. */
  readonly moved: ReadonlyMap<string, string>
}

/** The name of the cell that holds everything of a buyer. */
export function cellOf(map: CellMap, buyerId: string): string {
  const moved = map.moved.size === 0 ? undefined : map.moved.get(buyerId)
  if (moved !== undefined) return moved
  const name = map.names[map.buckets[bucketOf(buyerId)] ?? 0]
  if (name === undefined) throw new Error('the map names a cell that there is not')
  return name
}

/** Two bytes a bucket, the larger first. */
export function packBuckets(buckets: Buckets): Buffer {
  const bytes = Buffer.alloc(2 * BUCKET_COUNT)
  for (const [bucket, position] of buckets.entries()) bytes.writeUInt16BE(position, 2 * bucket)
  return bytes
}

/** Reads what `packBuckets` wrote. */
export function unpackBuckets(bytes: Buffer): Buckets {
  if (bytes.length !== 2 * BUCKET_COUNT) throw new Error(`a map has ${2 * BUCKET_COUNT} bytes, not ${bytes.length}`)
  return Array.from({ length: BUCKET_COUNT }, (_, bucket) => bytes.readUInt16BE(2 * bucket))
}
