import { invalidField } from '@mtg/rpc'
import { expiryFault } from '../../domain/child-key.ts'
import { expireBelow, findKeyById, updateKey } from '../../store/api-keys.ts'
import type { Transaction } from '../../store/prisma.ts'
import type { ApiKey } from '../../store/rows.ts'
import { changeKeys, type KeyChangeDeps } from './change-keys.ts'
import { pickKey } from './pick-key.ts'

/** Which key of a buyer is to expire when. */
export interface ExpiryWish {
  readonly email: string
  /** Its id, or as much of it as tells it from the others. */
  readonly key: string
  /** Undefined: never. */
  readonly expiresAt: Date | undefined
  /** Whether nothing is to change: what would be refused is refused. */
  readonly validateOnly: boolean
}

/** Changes when a key expires. One that has expired works again. */
export async function setKeyExpiry({ prisma, invalidate }: KeyChangeDeps, wish: ExpiryWish): Promise<ApiKey> {
  const { email, expiresAt, validateOnly } = wish
  const changed = await changeKeys(prisma, email, async (tx, buyer) => {
    const key = await pickKey(tx, buyer.id, wish.key)
    if (key.revokedAt !== null) throw invalidField('key', `"${key.name}" was revoked, and stays so`)
    if (!validateOnly) return await changeExpiry(tx, key, expiresAt)
    await refuseOutliving(tx, key, expiresAt)
    return key
  })
  if (!validateOnly) invalidate('key', changed.id)
  return changed
}

async function refuseOutliving(tx: Transaction, key: ApiKey, expiresAt: Date | undefined): Promise<void> {
  const { parentId, buyerId } = key
  const parent = parentId === null ? undefined : await findKeyById(tx, buyerId, parentId)
  const fault = parent === undefined ? undefined : expiryFault(parent, expiresAt)
  if (fault !== undefined) throw invalidField('expires_at', fault)
}

/** Changes when a key expires, and lets no key below it outlive it. The buyer's keys must be locked. */
export async function changeExpiry(tx: Transaction, key: ApiKey, expiresAt: Date | undefined): Promise<ApiKey> {
  await refuseOutliving(tx, key, expiresAt)
  if (expiresAt !== undefined) await expireBelow(tx, key, expiresAt)
  return await updateKey(tx, key.id, { expiresAt: expiresAt ?? null })
}
