import { createHmac } from 'node:crypto'
import { fieldOf } from '@mtg/primitives'

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

const FIELD_DIGEST_LENGTH = 22

/** What was applied of an entry, field by field, by the same kind of digest. */
export type AppliedFields = Readonly<Record<string, string>>

/** Tells fields apart that a file's author changes from those that were changed since by other means. */
export function appliedFields(key: Buffer, fields: Readonly<Record<string, unknown>>): AppliedFields {
  const digestOf = (name: string, value: unknown) =>
    createHmac('sha256', key)
      .update(`marketplace field ${name}\n`)
      .update(JSON.stringify(value))
      .digest('base64url')
      .slice(0, FIELD_DIGEST_LENGTH)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, digestOf(name, value)]))
}

/** Whether the file's author changed a field since `known` was applied. What was never noted counts as changed. */
export function isFieldChanged(known: unknown, wanted: AppliedFields, field: string): boolean {
  return fieldOf(known, field) !== wanted[field]
}
