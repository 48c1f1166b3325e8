import { appError } from '@mtg/errors'
import { asKeyId, type BuyerId, readUuid } from '@mtg/primitives'
import { findKeyById, findKeyByName, findKeysByEnding } from '../../store/api-keys.ts'
import type { Transaction } from '../../store/prisma.ts'
import type { ApiKey } from '../../store/rows.ts'

/** The key of a buyer that is wanted. Id and name identify it; the last four characters do when only one key ends with them. */
export async function pickKey(db: Transaction, buyerId: BuyerId, wanted: string): Promise<ApiKey> {
  const id = readUuid(wanted)
  const exact = id === undefined ? undefined : await findKeyById(db, buyerId, asKeyId(id))
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
