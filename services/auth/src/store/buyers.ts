import { runTranslated } from '@mtg/postgres/prisma'
import type { BuyerId } from '@mtg/primitives'
import type { AppliedFields } from '@mtg/runtime'
import { inTransaction, type PrismaClient, type Transaction } from './prisma.ts'
import { type Buyer, toBuyer } from './rows.ts'

/** The buyer whose e-mail has this key. */
export async function findBuyerByEmail(db: Transaction, emailKey: string): Promise<Buyer | undefined> {
  const row = await runTranslated(db.buyer.findUnique({ where: { emailKey } }))
  return row === null ? undefined : toBuyer(row)
}

/** The buyer with this id. */
export async function findBuyerById(db: Transaction, id: BuyerId): Promise<Buyer | undefined> {
  const row = await runTranslated(db.buyer.findUnique({ where: { id } }))
  return row === null ? undefined : toBuyer(row)
}

/** The buyers whose e-mails have these keys, by key. */
export async function findBuyersByEmail(
  db: Transaction,
  emailKeys: readonly string[],
): Promise<ReadonlyMap<string, Buyer>> {
  const buyers = await runTranslated(db.buyer.findMany({ where: { emailKey: { in: [...emailKeys] } } }))
  return new Map(buyers.map(row => [row.emailKey, toBuyer(row)]))
}

/** What an application of a marketplace file writes of a buyer. */
export interface AppliedBuyerRow {
  readonly email: string
  readonly suspended: boolean
  readonly appliedHash: Uint8Array<ArrayBuffer>
  readonly appliedFields: AppliedFields
}

/** Makes the buyer with this e-mail, under an id if one is given, or changes the one that is there. */
export async function saveBuyer(
  tx: Transaction,
  emailKey: string,
  row: AppliedBuyerRow,
  newId: BuyerId | undefined,
): Promise<Buyer> {
  const create = { emailKey, ...row, ...(newId !== undefined && { id: newId }) }
  const upsert = { where: { emailKey }, create, update: row }
  return toBuyer(await runTranslated(tx.buyer.upsert(upsert)))
}

/** Notes what was applied of a buyer's entry, and changes nothing else. */
export async function noteBuyerFields(tx: Transaction, emailKey: string, appliedFields: AppliedFields): Promise<void> {
  await runTranslated(tx.buyer.update({ where: { emailKey }, data: { appliedFields } }))
}

/** Suspends a buyer, or ends that. */
export async function setSuspended(db: Transaction, id: BuyerId, suspended: boolean): Promise<void> {
  await runTranslated(db.buyer.update({ where: { id }, data: { suspended } }))
}

/**
 * Until the transaction ends, nobody else makes, revokes or changes a key of this buyer: a revocation would otherwise miss a child
 * that is made meanwhile. Answers whether there is such a buyer.
 */
export async function lockKeysOf(tx: Transaction, buyerId: BuyerId): Promise<boolean> {
  const locked = tx.$queryRaw<unknown[]>`SELECT 1 AS locked FROM buyers WHERE id = ${buyerId}::uuid FOR NO KEY UPDATE`
  return (await runTranslated(locked)).length > 0
}

/** Whether a buyer with the e-mail of this digest was deleted. */
export async function isDeletedBuyer(db: Transaction, emailDigest: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return (await runTranslated(db.deletedBuyer.findUnique({ where: { emailDigest } }))) !== null
}

/**
 * Deletes a buyer with its keys. Digests of both stay, or else the next start with a file that names the buyer would bring back
 * what was deleted.
 */
export async function deleteBuyer(
  prisma: PrismaClient,
  { id, emailKey }: Buyer,
  emailDigest: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await inTransaction(prisma, async tx => {
    const owner = await tx.publisherOwner.findUnique({ where: { emailKey } })
    const keys = await tx.apiKey.findMany({ where: { buyerId: id }, select: { digest: true } })
    await tx.deletedBuyer.createMany({ data: [{ emailDigest }], skipDuplicates: true })
    await tx.deletedKey.createMany({ data: keys, skipDuplicates: true })
    await tx.buyer.delete({ where: { id } })
    // A login that also opens a publisher's console stays.
    if (owner === null) await tx.login.deleteMany({ where: { emailKey } })
  })
}
