import { runTranslated } from '@mtg/postgres/prisma'
import { type AccountId, asAccountId, type BuyerId, expectUuid, type KeyId } from '@mtg/primitives'
import type { Person } from '../domain/person.ts'
import { lockKeysOf } from './buyers.ts'
import { inTransaction, type PrismaClient, type Transaction } from './prisma.ts'
import { keyIdOf, toBuyer } from './rows.ts'

/** An account with what only its owner knows, and whether it may be used. */
export interface KnownPerson extends Person {
  readonly emailKey: string
  readonly passwordHash: string
  readonly isSuspended: boolean
}

type LoginIdentity = { readonly accountId: AccountId } | { readonly emailKey: string }

/** The account of an id or an e-mail. */
export async function findPerson(db: Transaction, identity: LoginIdentity): Promise<KnownPerson | undefined> {
  const login = await runTranslated(db.login.findUnique({ where: identity }))
  if (login === null) return undefined
  const { emailKey, accountId, passwordHash, emailVerifiedAt } = login
  const where = { emailKey }
  const [buyer, owner] = await runTranslated(
    Promise.all([db.buyer.findUnique({ where }), db.publisherOwner.findUnique({ where })]),
  )
  return {
    accountId: asAccountId(expectUuid(accountId)),
    emailKey,
    email: buyer?.email ?? emailKey,
    isEmailVerified: emailVerifiedAt !== null,
    buyerId: buyer === null ? undefined : toBuyer(buyer).id,
    publisherUsername: owner?.username,
    passwordHash,
    isSuspended: buyer?.suspended === true,
  }
}

/** Somebody who has just signed up. */
export interface NewPerson {
  readonly email: string
  readonly emailKey: string
  readonly passwordHash: string
}

/** Keeps a new account, which is a buyer; false when anything belongs to the e-mail already. */
export async function insertPerson(
  prisma: PrismaClient,
  { email, emailKey, passwordHash }: NewPerson,
): Promise<boolean> {
  const where = { emailKey }
  return await inTransaction(prisma, async tx => {
    const login = { emailKey, passwordHash, emailVerifiedAt: null }
    const made = await tx.login.createMany({ data: [login], skipDuplicates: true })
    const known = await Promise.all([tx.buyer.findUnique({ where }), tx.publisherOwner.findUnique({ where })])
    if (made.count === 0) return false
    if (known.every(account => account === null)) {
      await tx.buyer.create({ data: { email, emailKey } })
      return true
    }
    // It belongs to somebody who has no password yet: they set one by mail.
    await tx.login.delete({ where })
    return false
  })
}

/** Whether the address of a buyer is verified. One without a login was made by an operator, who vouches for it. */
export async function isEmailVerified(db: Transaction, emailKey: string): Promise<boolean> {
  return (await runTranslated(db.login.findUnique({ where: { emailKey, emailVerifiedAt: null } }))) === null
}

/** Notes that somebody reads mail at the address of an account. */
export async function setEmailVerified(db: Transaction, emailKey: string): Promise<void> {
  const where = { emailKey, emailVerifiedAt: null }
  await runTranslated(db.login.updateMany({ where, data: { emailVerifiedAt: new Date() } }))
}

/** Changes the password of an account. */
export async function setPassword(db: Transaction, accountId: AccountId, passwordHash: string): Promise<void> {
  await runTranslated(db.login.update({ where: { accountId }, data: { passwordHash } }))
}

/** Whose keys were revoked by a reset. */
export interface ResetOutcome {
  readonly revokedKeyIds: readonly KeyId[]
}

/**
 * Sets the password of whatever belongs to an e-mail, which is verified by it; undefined when nothing does. The keys of an
 * account that nobody had verified are revoked.
 */
export async function resetPassword(
  prisma: PrismaClient,
  emailKey: string,
  passwordHash: string,
): Promise<ResetOutcome | undefined> {
  const where = { emailKey }
  return await inTransaction(prisma, async tx => {
    const login = await tx.login.findUnique({ where })
    const buyer = await tx.buyer.findUnique({ where })
    const owner = await tx.publisherOwner.findUnique({ where })
    if (login === null && buyer === null && owner === null) return undefined
    const data = { passwordHash, emailVerifiedAt: login?.emailVerifiedAt ?? new Date() }
    await tx.login.upsert({ where, create: { emailKey, ...data }, update: data })
    const wasSomebodyElses = login !== null && login.emailVerifiedAt === null
    return { revokedKeyIds: wasSomebodyElses && buyer !== null ? await revokeKeys(tx, toBuyer(buyer).id) : [] }
  })
}

/** Nobody makes one meanwhile. */
async function revokeKeys(tx: Transaction, buyerId: BuyerId): Promise<KeyId[]> {
  await lockKeysOf(tx, buyerId)
  const where = { buyerId, revokedAt: null }
  const live = await tx.apiKey.findMany({ where, select: { id: true } })
  await tx.apiKey.updateMany({ where, data: { revokedAt: new Date() } })
  return live.map(({ id }) => keyIdOf(id))
}
