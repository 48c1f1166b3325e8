import { appError } from '@mtg/errors'
import { isUuid } from '@mtg/primitives'
import { findKeyById, findKeyByName, findKeysByEnding } from '../../store/api-keys.ts'
import type { ApiKey, Transaction } from '../../store/prisma.ts'

/** The key of a buyer that is wanted. Id and name identify it; the last four characters do when only one key ends with them. */
export async function pickKey(db: Transaction, buyerId: string, wanted: string): Promise<ApiKey> {
  const exact = isUuid(wanted) ? await findKeyById(db, buyerId, wanted) : undefined
  const named = exact ?? (await findKeyByName(db, buyerId, wanted))
  if (named !== undefined) return named
  const [match, ...others] = await findKeysByEnding(db, buyerId, wanted)
  if (match !== undefined && others.length === 0) return match
  const message =
    match === undefined
      ? `No key is named or ends with "${wanted}".`
      : `Several keys end with "${wanted}": give the name or id.`
  throw appError(match === undefined ? 'not_found' : 'invalid_argument', { message })
}
