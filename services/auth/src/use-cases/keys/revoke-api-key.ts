import { appError } from '@mtg/errors'
import type { Invalidate } from '../../clients/invalidate.ts'
import { listKeys, updateKey } from '../../store/api-keys.ts'
import type { ApiKey, PrismaClient } from '../../store/prisma.ts'
import { buyerByEmail } from '../buyers/find-buyer.ts'

/** Revokes a key of the buyer with this e-mail; `wanted` is its id, its name, or its last four characters. */
export async function revokeApiKey(
  { prisma, invalidate }: { readonly prisma: PrismaClient; readonly invalidate: Invalidate },
  email: string,
  wanted: string,
): Promise<ApiKey> {
  const buyer = await buyerByEmail(prisma, email)
  const found = pickKey(await listKeys(prisma, buyer.id), wanted)
  const revoked = await updateKey(prisma, found.id, { revokedAt: found.revokedAt ?? new Date() })
  invalidate('key', revoked.id)
  return revoked
}

/** Id and name identify a key; the last four characters do when only one key ends with them. */
function pickKey(keys: readonly ApiKey[], wanted: string): ApiKey {
  const exact = keys.find(key => key.id === wanted || key.name === wanted)
  if (exact !== undefined) return exact
  const [match, ...others] = keys.filter(key => key.lastFour === wanted)
  if (match !== undefined && others.length === 0) return match
  const message =
    match === undefined
      ? `No key is named or ends with "${wanted}".`
      : `Several keys end with "${wanted}": give the name or id.`
  throw appError(match === undefined ? 'not_found' : 'invalid_argument', { message })
}
