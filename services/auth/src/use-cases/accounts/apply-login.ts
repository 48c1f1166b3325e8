import { invalidField } from '@mtg/rpc'
import { type AppliedFields, appliedFields, appliedHash, isSameEntry } from '@mtg/runtime'
import type { PublisherLoginEntry } from '../../domain/accounts-file.ts'
import { emailKeyOf } from '../../domain/email.ts'
import type { Transaction } from '../../store/prisma.ts'
import { findOwner, findOwnerByEmail, noteOwnerFields, saveOwner } from '../../store/publisher-owners.ts'

/** Digests of the fields of a publisher's login. */
export function fieldsOfLogin(pepper: Buffer, { email, password }: PublisherLoginEntry): AppliedFields {
  return appliedFields(pepper, { email, password })
}

/** Applies whose login belongs to a publisher; answers with whether the entry differed from the one applied last. */
export async function applyLogin(tx: Transaction, pepper: Buffer, entry: PublisherLoginEntry): Promise<boolean> {
  const { username } = entry
  const emailKey = emailKeyOf(entry.email)
  const hash = appliedHash(pepper, entry)
  const fields = fieldsOfLogin(pepper, entry)
  const known = await findOwner(tx, username)
  if (known !== undefined && isSameEntry(known.appliedHash, hash)) {
    if (known.appliedFields === null) await noteOwnerFields(tx, username, fields)
    return false
  }
  const holder = await findOwnerByEmail(tx, emailKey)
  if (holder !== undefined && holder.username !== username) {
    throw invalidField('email', `${entry.email} already belongs to publisher ${holder.username}`)
  }
  await saveOwner(tx, username, { emailKey, appliedHash: hash, appliedFields: fields })
  return true
}
