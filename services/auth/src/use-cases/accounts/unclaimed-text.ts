import { invalidField } from '@mtg/rpc'
import { type StoredKey, storedKeyOf } from '../../domain/api-key.ts'
import { findKeyByDigest, isDeletedKey } from '../../store/api-keys.ts'
import type { Application, KeyOwner } from './application.ts'

/** The stored form of a key's text; `invalid_argument` when it is, or was, another key's. */
export async function unclaimedText(
  { tx, pepper }: Application,
  owner: KeyOwner,
  name: string,
  text: string,
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
