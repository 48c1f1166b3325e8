import { runTranslated } from '@mtg/postgres/prisma'
import type { PageEnd } from '@mtg/rpc'
import type { AppliedFields } from '@mtg/runtime'
import type { ApiKey, Buyer, Transaction } from './prisma.ts'

/** A key with the buyer it belongs to. */
export type OwnedKey = ApiKey & { readonly buyer: Buyer }

/** What tells one key from all others. */
export type KeyIdentity = { readonly id: string } | { readonly digest: Uint8Array<ArrayBuffer> }

/** A key with its buyer. */
export async function findOwnedKey(db: Transaction, identity: KeyIdentity): Promise<OwnedKey | undefined> {
  return (await runTranslated(db.apiKey.findUnique({ where: identity, include: { buyer: true } }))) ?? undefined
}

/** The key with this digest. */
export async function findKeyByDigest(db: Transaction, digest: Uint8Array<ArrayBuffer>): Promise<ApiKey | undefined> {
  return (await runTranslated(db.apiKey.findUnique({ where: { digest } }))) ?? undefined
}

/** A buyer's key of this name. */
export async function findKeyByName(db: Transaction, buyerId: string, name: string): Promise<ApiKey | undefined> {
  return (await runTranslated(db.apiKey.findUnique({ where: { buyerId_name: { buyerId, name } } }))) ?? undefined
}

/** A key of a buyer by its id. */
export async function findKeyById(db: Transaction, buyerId: string, id: string): Promise<ApiKey | undefined> {
  return (await runTranslated(db.apiKey.findFirst({ where: { id, buyerId } }))) ?? undefined
}

/** Keys of a buyer that end with these characters; two at most, since more than one is too many. */
export async function findKeysByEnding(db: Transaction, buyerId: string, lastFour: string): Promise<ApiKey[]> {
  return await runTranslated(db.apiKey.findMany({ where: { buyerId, lastFour }, take: 2 }))
}

/** Keys of a buyer, newest first, behind the position. */
export async function listKeys(
  db: Transaction,
  buyerId: string,
  { after, countMax }: { readonly after: PageEnd | undefined; readonly countMax: number },
): Promise<ApiKey[]> {
  const where = after === undefined ? { buyerId } : { buyerId, ...behind(after) }
  return await runTranslated(
    db.apiKey.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: countMax }),
  )
}

const behind = ({ createdAt, id }: PageEnd) => ({
  OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
})

/** How many keys a buyer has, and how many of them work. */
export async function countKeys(db: Transaction, buyerId: string, now: Date): Promise<{ all: number; live: number }> {
  const all = await runTranslated(db.apiKey.count({ where: { buyerId } }))
  const unexpired = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  const live = await runTranslated(db.apiKey.count({ where: { buyerId, revokedAt: null, ...unexpired } }))
  return { all, live }
}

/** A key as it is first written. */
export interface NewKey {
  /** Chosen by whoever makes the key; undefined: chosen now. */
  readonly id: string | undefined
  readonly buyerId: string
  readonly name: string
  readonly scope: string
  readonly digest: Uint8Array<ArrayBuffer>
  readonly prefix: string
  readonly lastFour: string
  readonly revokedAt?: Date | null
  readonly appliedFields?: AppliedFields
  /** The topmost first, the parent last. */
  readonly ancestorIds: readonly string[]
  readonly expiresAt: Date | null
}

/** Keeps a new key. */
export async function createKey(db: Transaction, { id, ancestorIds, ...row }: NewKey): Promise<ApiKey> {
  const parentId = ancestorIds.at(-1) ?? null
  const data = { ...row, ...(id !== undefined && { id }), parentId, ancestorIds: [...ancestorIds] }
  return await runTranslated(db.apiKey.create({ data }))
}

/** What may change of a key. */
export type KeyChange = Partial<Omit<NewKey, 'id' | 'buyerId' | 'name' | 'ancestorIds'>>

/** Changes a key. */
export async function updateKey(db: Transaction, id: string, data: KeyChange): Promise<ApiKey> {
  return await runTranslated(db.apiKey.update({ where: { id }, data }))
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
  return await runTranslated(tx.apiKey.findMany({ where: liveBelow(key) }))
}

/** Whether a key of this digest belonged to a buyer who was deleted. */
export async function isDeletedKey(db: Transaction, digest: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return (await runTranslated(db.deletedKey.findUnique({ where: { digest } }))) !== null
}
