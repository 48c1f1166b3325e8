import { uuidv7Floor } from '@mtg/primitives'

/** Ids from the first on, up to but without the second. */
export interface IdRange {
  readonly from: string
  readonly to: string
}

const RANGE_MS = 10 * 60_000

/** Bounds of ranges of ten minutes, by the time in ids of version 7. */
export function boundsOf(fromMs: number, toMs: number): string[] {
  const bounds: string[] = []
  for (let at = Math.floor(fromMs / RANGE_MS) * RANGE_MS; at < toMs; at += RANGE_MS) bounds.push(uuidv7Floor(at))
  return [...bounds, uuidv7Floor(toMs)]
}

/** Bounds that cut a range into so many of the same size; fewer when there are not as many ids in it. */
export function cutRange({ from, to }: IdRange, parts: number): string[] {
  const [first, end] = [toNumber(from), toNumber(to)]
  const step = (end - first + BigInt(parts) - 1n) / BigInt(parts)
  const bounds: string[] = []
  for (let at = first; at < end; at += step) bounds.push(toUuid(at))
  return [...bounds, to]
}

/** Whether there is but one id in it. */
export function isSingle({ from, to }: IdRange): boolean {
  return toNumber(to) - toNumber(from) <= 1n
}

const toNumber = (uuid: string) => BigInt(`0x${uuid.replaceAll('-', '')}`)

function toUuid(value: bigint): string {
  const hex = value.toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
