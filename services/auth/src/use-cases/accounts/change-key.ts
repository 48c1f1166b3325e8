import { invalidField } from '@mtg/rpc'
import type { AppliedFields } from '@mtg/runtime'
import type { KeyEntry } from '../../domain/accounts-file.ts'
import { isWithinScope, narrowScope } from '../../domain/scope.ts'
import { findKeyById, findLiveBelow, revokeBelow, updateKey } from '../../store/api-keys.ts'
import type { Transaction } from '../../store/prisma.ts'
import type { ApiKey } from '../../store/rows.ts'
import { changeExpiry } from '../keys/set-key-expiry.ts'
import { parentOf } from './add-key.ts'
import type { Application, KeyOwner } from './application.ts'
import { unclaimedText } from './unclaimed-text.ts'

/** What is known of a key, and which fields of its entry the file's author changed. */
export interface KeyDifference {
  readonly known: ApiKey
  readonly fields: AppliedFields
  readonly isChanged: (field: string) => boolean
}

/** Changes of a key what the file's author changed; keys below it stay within it. */
export async function changeKey(
  application: Application,
  owner: KeyOwner,
  entry: KeyEntry,
  { known, fields, isChanged }: KeyDifference,
): Promise<ApiKey> {
  const { tx } = application
  await refuseOtherParent(tx, owner, entry, known)
  const hasNewText = isChanged('key') && entry.key !== ''
  if (isChanged('expiresAt')) await changeExpiry(tx, known, entry.expiresAt)
  if (isChanged('scope')) await changeScope(tx, owner, known, entry.scope)
  const now = new Date()
  if (entry.revoked) await revokeBelow(tx, known, now)
  return await updateKey(tx, known.id, {
    appliedFields: fields,
    ...(entry.revoked && { revokedAt: now }),
    ...(hasNewText && (await unclaimedText(application, owner, entry.name, entry.key))),
  })
}

/** What a key may is bound by the keys above it, which it was made under; so it keeps them. */
async function refuseOtherParent(tx: Transaction, owner: KeyOwner, entry: KeyEntry, known: ApiKey): Promise<void> {
  const parent = await parentOf(tx, owner, entry)
  if ((parent?.id ?? null) === known.parentId) return
  throw invalidField(
    'parent',
    `of key "${entry.name}" of ${owner.email} cannot be changed: give the new key of the file a name of its own`,
  )
}

async function changeScope(tx: Transaction, owner: KeyOwner, key: ApiKey, scope: string): Promise<void> {
  const parent = key.parentId === null ? undefined : await findKeyById(tx, key.buyerId, key.parentId)
  if (parent !== undefined && !isWithinScope(scope, parent.scope)) {
    throw invalidField('scope', `of key "${key.name}" of ${owner.email} is wider than that of its parent`)
  }
  await updateKey(tx, key.id, { scope })
  for (const below of await findLiveBelow(tx, key)) {
    if (!isWithinScope(below.scope, scope)) await updateKey(tx, below.id, { scope: narrowScope(below.scope, scope) })
  }
}
