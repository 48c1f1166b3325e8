import { runTranslated } from '@mtg/postgres/prisma'
import type { BuyerId, KeyId } from '@mtg/primitives'
import type { PageEnd } from '@mtg/rpc'
import type { AppliedFields } from '@mtg/runtime'
import type { Transaction } from './prisma.ts'
import { type ApiKey, type OwnedKey, toKey, toOwnedKey } from './rows.ts'

/** What tells one key from all others. */
export type KeyIdentity = { readonly id: KeyId } | { readonly digest: Uint8Array<ArrayBuffer> }

/** A key with its buyer. */
export async function findOwnedKey(db: Transaction, identity: KeyIdentity): Promise<OwnedKey | undefined> {
  const row = await runTranslated(db.apiKey.findUnique({ where: identity, include: { buyer: true } }))
  return row === null ? undefined : toOwnedKey(row)
}

/** The key with this digest. */
export async function findKeyByDigest(db: Transaction, digest: Uint8Array<ArrayBuffer>): Promise<ApiKey | undefined> {
  const row = await runTranslated(db.apiKey.findUnique({ where: { digest } }))
  return row === null ? undefined : toKey(row)
}

/** A buyer's key of this name. */
export async function findKeyByName(db: Transaction, buyerId: BuyerId, name: string): Promise<ApiKey | undefined> {
  const row = await runTranslated(db.apiKey.findUnique({ where: { buyerId_name: { buyerId, name } } }))
  return row === null ? undefined : toKey(row)
}

/** A key of a buyer by its id. */
export async function findKeyById(db: Transaction, buyerId: BuyerId, id: KeyId): Promise<ApiKey | undefined> {
  const row = await runTranslated(db.apiKey.findFirst({ where: { id, buyerId } }))
  return row === null ? undefined : toKey(row)
}

/** Keys of a buyer that end with these characters; two at most, since more than one is too many. */
export async function findKeysByEnding(db: Transaction, buyerId: BuyerId, lastFour: string): Promise<ApiKey[]> {
  return (await runTranslated(db.apiKey.findMany({ where: { buyerId, lastFour }, take: 2 }))).map(toKey)
}

/** Keys of a buyer, newest first, behind the position. */
export async function listKeys(
  db: Transaction,
  buyerId: BuyerId,
  { after, countMax }: { readonly after: PageEnd | undefined; readonly countMax: number },
): Promise<ApiKey[]> {
  const where = after === undefined ? { buyerId } : { buyerId, ...behind(after) }
  const rows = await runTranslated(
    db.apiKey.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: countMax }),
  )
  return rows.map(toKey)
}

const behind = ({ createdAt, id }: PageEnd) => ({
  OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
})

/** For each buyer that has keys, what changes when one of them is made, revoked or given another end. */
export async function listKeyMarks(
  db: Transaction,
  buyerIds: readonly BuyerId[],
): Promise<{ readonly buyerId: string; readonly mark: string }[]> {
  const rows = db.$queryRaw<{ buyerId: string; mark: string }[]>`
    SELECT buyer_id::text AS "buyerId",
           count(*) || '.' || bit_xor(hashtextextended(concat_ws('.', id, revoked_at, expires_at), 0)) AS mark
    FROM api_keys WHERE buyer_id = ANY(${[...buyerIds]}::uuid[]) GROUP BY buyer_id`
  return await runTranslated(rows)
}

/** How many keys a buyer has, and how many of them work. */
export async function countKeys(db: Transaction, buyerId: BuyerId, now: Date): Promise<{ all: number; live: number }> {
  const all = await runTranslated(db.apiKey.count({ where: { buyerId } }))
  const unexpired = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  const live = await runTranslated(db.apiKey.count({ where: { buyerId, revokedAt: null, ...unexpired } }))
  return { all, live }
}

/** A key as it is first written. */
export interface NewKey {
  /** Chosen by whoever makes the key; undefined: chosen now. */
  readonly id: KeyId | undefined
  readonly buyerId: BuyerId
  readonly name: string
  readonly scope: string
  readonly digest: Uint8Array<ArrayBuffer>
  readonly prefix: string
  readonly lastFour: string
  readonly revokedAt?: Date | null
  readonly appliedFields?: AppliedFields
  /** The topmost first, the parent last. */
  readonly ancestorIds: readonly KeyId[]
  readonly expiresAt: Date | null
  /** False when left out. */
  readonly wantsDigests?: boolean
}

/** Keeps a new key. */
export async function createKey(db: Transaction, { id, ancestorIds, ...row }: NewKey): Promise<ApiKey> {
  const parentId = ancestorIds.at(-1) ?? null
  const data = { ...row, ...(id !== undefined && { id }), parentId, ancestorIds: [...ancestorIds] }
  return toKey(await runTranslated(db.apiKey.create({ data })))
}

/** What may change of a key. */
export type KeyChange = Partial<Omit<NewKey, 'id' | 'buyerId' | 'name' | 'ancestorIds'>>

/** Changes a key. */
export async function updateKey(db: Transaction, id: KeyId, data: KeyChange): Promise<ApiKey> {
  return toKey(await runTranslated(db.apiKey.update({ where: { id }, data })))
}

/** Keys below a key that work. */
const liveBelow = ({ id, buyerId }: Pick<ApiKey, 'id' | 'buyerId'>) => ({
  buyerId,
  ancestorIds: { has: id },
  revokedAt: null,
})

/** Revokes the keys below a key; answers with how many worked until now. */
export async function revokeBelow(tx: Transaction, key: ApiKey, revokedAt: Date): Promise<number> {
  return (await runTranslated(tx.apiKey.updateMany({ where: liveBelow(key), data: { revokedAt } }))).count
}

/** Lets the keys below a key expire with it, where they would outlive it. */
export async function expireBelow(tx: Transaction, key: ApiKey, expiresAt: Date): Promise<void> {
  const outliving = { OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }] }
  await runTranslated(tx.apiKey.updateMany({ where: { ...liveBelow(key), ...outliving }, data: { expiresAt } }))
}

/** The keys below a key that work. */
export async function findLiveBelow(tx: Transaction, key: ApiKey): Promise<ApiKey[]> {
  return (await runTranslated(tx.apiKey.findMany({ where: liveBelow(key) }))).map(toKey)
}

/** Whether a key of this digest belonged to a buyer who was deleted. */
export async function isDeletedKey(db: Transaction, digest: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return (await runTranslated(db.deletedKey.findUnique({ where: { digest } }))) !== null
}
