import { createHash } from 'node:crypto'

/** Buyers belong to buckets for ever, buckets to cells for now. */
export const BUCKET_COUNT = 16_384

/** The cell of each bucket, as a position in a list of cells. */
export type Buckets = readonly number[]

/** Gives each of so many cells the same share. */
export function spreadBuckets(cellCount: number): Buckets {
  if (cellCount < 1 || cellCount > BUCKET_COUNT) throw new Error(`there can be 1 to ${BUCKET_COUNT} cells`)
  return Array.from({ length: BUCKET_COUNT }, (_, bucket) => bucket % cellCount)
}

/** The bucket of a buyer: what a router computes for each call. */
export function bucketOf(buyerId: string): number {
  return createHash('sha256').update(buyerId).digest().readUInt32BE(0) % BUCKET_COUNT
}

/** The position of the one cell that holds everything of a buyer. */
export function positionOf(buckets: Buckets, buyerId: string): number {
  const position = buckets[bucketOf(buyerId)]
  if (position === undefined) throw new Error('the map has a gap')
  return position
}

/** One more cell, after `cellCount`: it takes buckets from those that have most, and nobody else moves. */
export function addCell(buckets: Buckets, cellCount: number): Buckets {
  const grown = [...buckets]
  const bucketsOf = Array.from({ length: cellCount }, (): number[] => [])
  for (const [bucket, cell] of grown.entries()) bucketsOf[cell]?.push(bucket)
  for (let moves = Math.floor(BUCKET_COUNT / (cellCount + 1)); moves > 0; moves -= 1) {
    const fullest = bucketsOf.reduce((most, other) => (other.length > most.length ? other : most))
    const bucket = fullest.pop()
    if (bucket !== undefined) grown[bucket] = cellCount
  }
  return grown
}
