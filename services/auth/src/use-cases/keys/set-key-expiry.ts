import { invalidField } from '@mtg/rpc'
import { expiryFault } from '../../domain/child-key.ts'
import { expireBelow, findKeyById, updateKey } from '../../store/api-keys.ts'
import type { Transaction } from '../../store/prisma.ts'
import type { ApiKey } from '../../store/rows.ts'
import { changeKeys, type KeyChangeDeps } from './change-keys.ts'
import { pickKey } from './pick-key.ts'

/** Changes when a key of the buyer with this e-mail expires; undefined: never. A key that has expired works again. */
export async function setKeyExpiry(
  { prisma, invalidate }: KeyChangeDeps,
  email: string,
  wanted: string,
  expiresAt: Date | undefined,
): Promise<ApiKey> {
  const changed = await changeKeys(prisma, email, async (tx, buyer) => {
    const key = await pickKey(tx, buyer.id, wanted)
    if (key.revokedAt !== null) throw invalidField('key', `"${key.name}" was revoked, and stays so`)
    return await changeExpiry(tx, key, expiresAt)
  })
  invalidate('key', changed.id)
  return changed
}

/** Changes when a key expires, and lets no key below it outlive it. The buyer's keys must be locked. */
export async function changeExpiry(tx: Transaction, key: ApiKey, expiresAt: Date | undefined): Promise<ApiKey> {
  const { parentId, buyerId } = key
  const parent = parentId === null ? undefined : await findKeyById(tx, buyerId, parentId)
  const fault = parent === undefined ? undefined : expiryFault(parent, expiresAt)
  if (fault !== undefined) throw invalidField('expires_at', fault)
  if (expiresAt !== undefined) await expireBelow(tx, key, expiresAt)
  return await updateKey(tx, key.id, { expiresAt: expiresAt ?? null })
}
