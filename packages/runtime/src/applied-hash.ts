import { createHmac } from 'node:crypto'

/**
 * Identifies an entry of a marketplace file (any JSON value), so that the same entry is not applied twice. HMAC-SHA256,
 * since entries hold passwords and keys.
 */
export function appliedHash(key: Buffer, entry: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', key).update('marketplace entry\n').update(JSON.stringify(entry)).digest())
}

/** Whether an entry was applied before, unchanged. */
export function isSameEntry(known: Uint8Array | null | undefined, wanted: Uint8Array): boolean {
  return known !== null && known !== undefined && Buffer.from(known).equals(wanted)
}
