import { runTranslated } from '@mtg/postgres/prisma'
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

/** All keys of a buyer, newest first. */
export async function listKeys(db: Transaction, buyerId: string): Promise<ApiKey[]> {
  return await runTranslated(db.apiKey.findMany({ where: { buyerId }, orderBy: { createdAt: 'desc' } }))
}

/** A key as it is first written. */
export interface NewKey {
  readonly buyerId: string
  readonly name: string
  readonly scope: string
  readonly digest: Uint8Array<ArrayBuffer>
  readonly prefix: string
  readonly lastFour: string
  readonly revokedAt?: Date | null
  readonly appliedFields?: AppliedFields
}

/** Keeps a new key. */
export async function createKey(db: Transaction, data: NewKey): Promise<ApiKey> {
  return await runTranslated(db.apiKey.create({ data }))
}

/** What may change of a key. */
export type KeyChange = Partial<Omit<NewKey, 'buyerId' | 'name'>>

/** Changes a key. */
export async function updateKey(db: Transaction, id: string, data: KeyChange): Promise<ApiKey> {
  return await runTranslated(db.apiKey.update({ where: { id }, data }))
}

/** Whether a key of this digest belonged to a buyer who was deleted. */
export async function isDeletedKey(db: Transaction, digest: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return (await runTranslated(db.deletedKey.findUnique({ where: { digest } }))) !== null
}
