import { type AppliedFields, appliedFields, isFieldChanged } from '@mtg/runtime'
import type { KeyEntry } from '../../domain/accounts-file.ts'
import { findKeyByName } from '../../store/api-keys.ts'
import { addKey } from './add-key.ts'
import type { Application, AppliedKey, KeyOwner } from './application.ts'
import { changeKey } from './change-key.ts'

/** Applies a key. One that was revoked stays as it is, whatever the file says: neither it nor its tokens work again. */
export async function applyKey(application: Application, owner: KeyOwner, entry: KeyEntry): Promise<AppliedKey> {
  const fields = fieldsOfKey(application.pepper, entry)
  const known = await findKeyByName(application.tx, owner.buyerId, entry.name)
  if (known === undefined) return await addKey(application, owner, entry, fields)
  if (known.revokedAt !== null) {
    const keptBack = entry.revoked ? undefined : stayingRevoked(entry.name, owner.email)
    return { key: known, areLimitsChanged: false, ...(keptBack !== undefined && { keptBack }) }
  }
  const isChanged = (field: string) => isFieldChanged(known.appliedFields, fields, field)
  const key = await changeKey(application, owner, entry, { known, fields, isChanged })
  return { key, areLimitsChanged: isChanged('limits') }
}

const stayingRevoked = (name: string, email: string) =>
  `key "${name}" of ${email} stays revoked: make another one with mtg key create, or give the new key of the file a name of its own`

/** What the file does not say of a key is not noted, so that it changes nothing when it says it as little the next time. */
function fieldsOfKey(
  pepper: Buffer,
  { key, scope, revoked, parent, expiresAt, limitsDigest }: KeyEntry,
): AppliedFields {
  return appliedFields(pepper, {
    key,
    scope,
    revoked,
    ...(parent !== undefined && { parent }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(limitsDigest !== undefined && { limits: limitsDigest }),
  })
}
