import { createHmac } from 'node:crypto'

/**
 * Identifies an entry of a marketplace file, so that the same entry is not applied twice. Keyed with the pepper, since
 * it covers passwords and keys.
 */
export function appliedHash(pepper: Buffer, entry: unknown): Buffer {
  return createHmac('sha256', pepper).update('marketplace entry\n').update(JSON.stringify(entry)).digest()
}

/** Whether an entry was applied before, unchanged. */
export function isSameEntry(known: Uint8Array | null | undefined, wanted: Buffer): boolean {
  return known !== null && known !== undefined && wanted.equals(known)
}
