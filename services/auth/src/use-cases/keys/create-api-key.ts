import { appError } from '@mtg/errors'
import type { BuyerId, Clock, KeyId } from '@mtg/primitives'
import { invalidField } from '@mtg/rpc'
import { generateApiKey, storedKeyOf } from '../../domain/api-key.ts'
import { ancestorsBelow, childExpiry, childFault, endedFault } from '../../domain/child-key.ts'
import { countKeys, createKey, findKeyByName, findOwnedKey } from '../../store/api-keys.ts'
import type { PrismaClient, Transaction } from '../../store/prisma.ts'
import type { ApiKey, Buyer } from '../../store/rows.ts'
import { validateKeyName, validateScope } from '../accounts/validate.ts'
import { changeKeys } from './change-keys.ts'
import { pickKey } from './pick-key.ts'

/** A key that a person, or another key, asks for. */
export interface KeyWish {
  readonly email: string
  readonly name: string
  readonly scope: string
  /** For automated workflows. */
  readonly isAmbient: boolean
  /** Of requests and answers, in usage records. */
  readonly wantsDigests: boolean
  /** The id that it gets; undefined: one is chosen. */
  readonly id: KeyId | undefined
  /** Id, name or last four characters of its parent; empty: none. */
  readonly parent: string
  readonly expiresAt: Date | undefined
}

/** Where keys are kept, and how many a buyer may have. */
export interface CreateKeyDeps {
  readonly prisma: PrismaClient
  readonly pepper: Buffer
  readonly clock: Clock
  readonly keyCounts: KeyCounts
}

/** How many keys a buyer may have. */
export interface KeyCounts {
  /** That work. */
  readonly liveMax: number
  /** Of all, since names of keys that do not work any more are kept. */
  readonly allMax: number
}

/** Makes a key for the buyer with this e-mail. Its text is in the answer and nowhere else. */
export async function createApiKey(deps: CreateKeyDeps, wish: KeyWish): Promise<{ text: string; key: ApiKey }> {
  const { email, name, scope, id, wantsDigests } = wish
  const nowMs = deps.clock.nowMs()
  validateKeyName(name)
  validateScope(scope)
  if (wish.expiresAt !== undefined && wish.expiresAt.getTime() <= nowMs) throw invalidField('expires_at', 'is over')
  const text = generateApiKey(wish.isAmbient ? 'vai-sk-' : 'vnb-sk-')
  const key = await changeKeys(deps.prisma, email, async (tx, buyer) => {
    await refuseTaken(tx, buyer, wish)
    await refuseTooMany(tx, buyer.id, deps.keyCounts, nowMs)
    const place = await placeOf(tx, buyer.id, wish, nowMs)
    return await createKey(tx, {
      id,
      buyerId: buyer.id,
      name,
      scope,
      wantsDigests,
      ...place,
      ...storedKeyOf(deps.pepper, text),
    })
  })
  return { text, key }
}

async function refuseTaken(tx: Transaction, { id: buyerId }: Buyer, { name, id }: KeyWish): Promise<void> {
  if ((await findKeyByName(tx, buyerId, name)) !== undefined) {
    throw appError('invalid_argument', {
      message: `There is a key named "${name}" already: choose another name.`,
    })
  }
  if (id !== undefined && (await findOwnedKey(tx, { id })) !== undefined) {
    throw invalidField('key_id', 'is that of another key')
  }
}

async function refuseTooMany(
  tx: Transaction,
  buyerId: BuyerId,
  { liveMax, allMax }: KeyCounts,
  nowMs: number,
): Promise<void> {
  const { live, all } = await countKeys(tx, buyerId, new Date(nowMs))
  if (live >= liveMax) throw tooMany(`at most ${liveMax} keys that work: revoke some.`)
  if (all >= allMax) throw tooMany(`at most ${allMax} keys, old ones too.`)
}

const tooMany = (bound: string) => appError('invalid_argument', { message: `A buyer has ${bound}` })

/** Where in the tree the key stands, and until when; `invalid_argument` for a child that would be wider than its parent. */
async function placeOf(
  tx: Transaction,
  buyerId: BuyerId,
  wish: KeyWish,
  nowMs: number,
): Promise<{ ancestorIds: KeyId[]; expiresAt: Date | null }> {
  if (wish.parent === '') return { ancestorIds: [], expiresAt: wish.expiresAt ?? null }
  const parent = await pickKey(tx, buyerId, wish.parent)
  const fault = endedFault(parent, nowMs) ?? childFault(parent, wish)
  if (fault !== undefined) throw invalidField(fault.field, fault.reason)
  return { ancestorIds: ancestorsBelow(parent), expiresAt: childExpiry(parent, wish.expiresAt) }
}
