import { invalidField } from '@mtg/rpc'
import type { AppliedFields } from '@mtg/runtime'
import type { KeyEntry } from '../../domain/accounts-file.ts'
import { generateApiKey } from '../../domain/api-key.ts'
import { ancestorsBelow, childExpiry, childFault } from '../../domain/child-key.ts'
import { createKey, findKeyByName } from '../../store/api-keys.ts'
import type { Transaction } from '../../store/prisma.ts'
import type { ApiKey } from '../../store/rows.ts'
import type { Application, AppliedKey, KeyOwner } from './application.ts'
import { unclaimedText } from './unclaimed-text.ts'

/** Makes a key of the file. Below a key that was revoked it is revoked from the start, as it would be had it been there before. */
export async function addKey(
  application: Application,
  owner: KeyOwner,
  entry: KeyEntry,
  fields: AppliedFields,
): Promise<AppliedKey> {
  const { tx } = application
  const { name, scope } = entry
  const generated = entry.key === '' ? generateApiKey('vnb-sk-') : undefined
  const stored = await unclaimedText(application, owner, name, generated ?? entry.key)
  const parent = await parentOf(tx, owner, entry)
  const fault = parent === undefined ? undefined : childFault(parent, { scope, expiresAt: entry.expiresAt })
  if (fault !== undefined) throw invalidField(fault.field, `of key "${name}" of ${owner.email}: ${fault.reason}`)
  const key = await createKey(tx, {
    id: entry.newId,
    buyerId: owner.buyerId,
    name,
    scope,
    revokedAt: entry.revoked ? new Date() : (parent?.revokedAt ?? null),
    appliedFields: fields,
    ancestorIds: parent === undefined ? [] : ancestorsBelow(parent),
    expiresAt: parent === undefined ? (entry.expiresAt ?? null) : childExpiry(parent, entry.expiresAt),
    ...stored,
  })
  const areLimitsChanged = entry.limitsDigest !== undefined
  return { key, areLimitsChanged, ...(generated !== undefined && { generated: { name, key: generated } }) }
}

/** The key that an entry names as its parent; `invalid_argument` when the buyer has none of that name. */
export async function parentOf(
  tx: Transaction,
  { buyerId, email }: KeyOwner,
  { name, parent }: KeyEntry,
): Promise<ApiKey | undefined> {
  if (parent === undefined) return undefined
  const found = await findKeyByName(tx, buyerId, parent)
  if (found === undefined) throw invalidField('parent', `of key "${name}": ${email} has no key "${parent}"`)
  return found
}
