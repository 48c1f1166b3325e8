import { revokeBelow, updateKey } from '../../store/api-keys.ts'
import type { ApiKey } from '../../store/rows.ts'
import { changeKeys, type KeyChangeDeps } from './change-keys.ts'
import { pickKey } from './pick-key.ts'

/** Revokes a key of the buyer with this e-mail, and all keys below it; `wanted` is its id, its name, or its last four characters. */
export async function revokeApiKey(
  { prisma, clock, invalidate }: KeyChangeDeps,
  email: string,
  wanted: string,
): Promise<{ key: ApiKey; descendantsRevoked: number }> {
  const now = new Date(clock.nowMs())
  const revoked = await changeKeys(prisma, email, async (tx, buyer) => {
    const found = await pickKey(tx, buyer.id, wanted)
    const key = await updateKey(tx, found.id, { revokedAt: found.revokedAt ?? now })
    return { key, descendantsRevoked: await revokeBelow(tx, key, now) }
  })
  // Whoever has cached a key also knows the keys above it.
  invalidate('key', revoked.key.id)
  return revoked
}
