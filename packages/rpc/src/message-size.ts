import { hasFields } from '@mtg/primitives'

/** Bytes of messages between services. Both ends hold to them, far below what gRPC itself refuses (4 MiB). */
export const messageLimits = {
  /** A batched message holds no more, unless it has a single item. */
  batchBytesMax: 1024 * 1024,
  /** Nor more items. */
  batchItemsMax: 512,
  /** A larger item is refused before it is queued, a larger answer in place of which its asker gets an error. */
  itemBytesMax: 64 * 1024,
  /** What gRPC receives or sends at most, which also bounds unary calls. */
  messageBytesMax: 4 * 1024 * 1024,
} as const

const NUMBER_BYTES = 10
const FIELD_BYTES = 4
const BYTES_PER_CHARACTER = 3

/**
 * An upper bound of a message's bytes on the wire. Characters are counted as three bytes each instead of being looked at, so
 * that asking costs a call next to nothing.
 */
export function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * BYTES_PER_CHARACTER + FIELD_BYTES
  if (!hasFields(value)) return value === null ? 0 : NUMBER_BYTES
  if (ArrayBuffer.isView(value)) return value.byteLength + FIELD_BYTES
  let bytes = FIELD_BYTES
  if (Array.isArray(value)) for (const each of value) bytes += bytesAtMost(each) + FIELD_BYTES
  else for (const key in value) bytes += bytesAtMost(value[key])
  return bytes
}
