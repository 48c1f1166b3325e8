import { invalidField } from '@mtg/rpc'
import { type AppliedFields, appliedFields, isFieldChanged } from '@mtg/runtime'
import type { KeyEntry } from '../../domain/accounts-file.ts'
import { generateApiKey, type StoredKey, storedKeyOf } from '../../domain/api-key.ts'
import { createKey, findKeyByDigest, findKeyByName, isDeletedKey, updateKey } from '../../store/api-keys.ts'
import type { ApiKey, Transaction } from '../../store/prisma.ts'

/** The buyer a key of the file belongs to. */
export interface KeyOwner {
  readonly buyerId: string
  readonly email: string
}

/** A key whose text had to be generated. */
export interface GeneratedKey {
  readonly name: string
  readonly key: string
}

/** What became of a key of the file. */
export interface AppliedKey {
  readonly generated?: GeneratedKey
  /** What was not done for it. */
  readonly keptBack?: string
}

/** Applies a key. One that was revoked stays as it is, whatever the file says: neither it nor its tokens work again. */
export async function applyKey(tx: Transaction, pepper: Buffer, owner: KeyOwner, entry: KeyEntry): Promise<AppliedKey> {
  const known = await findKeyByName(tx, owner.buyerId, entry.name)
  if (known === undefined) return await addKey(tx, pepper, owner, entry)
  if (known.revokedAt !== null) return entry.revoked ? {} : { keptBack: stayingRevoked(entry.name, owner.email) }
  await changeKey(tx, pepper, owner, entry, known)
  return {}
}

const stayingRevoked = (name: string, email: string) =>
  `key "${name}" of ${email} stays revoked: make another one with mtg key create, or give the new key of the file a name of its own`

function fieldsOfKey(pepper: Buffer, { key, scope, revoked }: KeyEntry): AppliedFields {
  return appliedFields(pepper, { key, scope, revoked })
}

async function addKey(tx: Transaction, pepper: Buffer, owner: KeyOwner, entry: KeyEntry): Promise<AppliedKey> {
  const { name, scope, revoked } = entry
  const generated = entry.key === '' ? generateApiKey('vnb-sk-') : undefined
  const stored = await unclaimed(tx, pepper, generated ?? entry.key, owner, name)
  const revokedAt = revoked ? new Date() : null
  const fields = fieldsOfKey(pepper, entry)
  await createKey(tx, { buyerId: owner.buyerId, name, scope, revokedAt, appliedFields: fields, ...stored })
  return generated === undefined ? {} : { generated: { name, key: generated } }
}

/** Changes of a key what the file's author changed. */
async function changeKey(
  tx: Transaction,
  pepper: Buffer,
  owner: KeyOwner,
  entry: KeyEntry,
  known: ApiKey,
): Promise<void> {
  const fields = fieldsOfKey(pepper, entry)
  const isChanged = (field: string) => isFieldChanged(known.appliedFields, fields, field)
  const hasNewText = isChanged('key') && entry.key !== ''
  await updateKey(tx, known.id, {
    appliedFields: fields,
    ...(isChanged('scope') && { scope: entry.scope }),
    ...(entry.revoked && { revokedAt: new Date() }),
    ...(hasNewText && (await unclaimed(tx, pepper, entry.key, owner, entry.name))),
  })
}

/** The stored form of a key's text; `invalid_argument` when it is, or was, another key's. */
async function unclaimed(
  tx: Transaction,
  pepper: Buffer,
  text: string,
  owner: KeyOwner,
  name: string,
): Promise<StoredKey> {
  const stored = storedKeyOf(pepper, text)
  const holder = await findKeyByDigest(tx, stored.digest)
  if (holder !== undefined && (holder.buyerId !== owner.buyerId || holder.name !== name)) {
    throw invalidField('key', `"${name}" of ${owner.email} already belongs to another key or buyer`)
  }
  if (await isDeletedKey(tx, stored.digest)) {
    throw invalidField('key', `"${name}" of ${owner.email} belonged to a buyer who was deleted: give it another text`)
  }
  return stored
}
