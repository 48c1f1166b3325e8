import { runTranslated } from '@mtg/postgres/prisma'
import type { AppliedFields } from '@mtg/runtime'
import { inTransaction, type PrismaClient, type PublisherOwner, type Transaction } from './prisma.ts'

/** The owner of a publisher. */
export async function findOwner(db: Transaction, username: string): Promise<PublisherOwner | undefined> {
  return (await runTranslated(db.publisherOwner.findUnique({ where: { username } }))) ?? undefined
}

/** The owner whose e-mail has this key. */
export async function findOwnerByEmail(db: Transaction, emailKey: string): Promise<PublisherOwner | undefined> {
  return (await runTranslated(db.publisherOwner.findUnique({ where: { emailKey } }))) ?? undefined
}

/** The owners of these publishers, by the publisher's username. */
export async function findOwners(
  db: Transaction,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, PublisherOwner>> {
  const owners = await runTranslated(db.publisherOwner.findMany({ where: { username: { in: [...usernames] } } }))
  return new Map(owners.map(owner => [owner.username, owner]))
}

/** What an application of a marketplace file writes of a publisher's owner. */
export interface AppliedOwnerRow {
  readonly emailKey: string
  readonly appliedHash: Uint8Array<ArrayBuffer>
  readonly appliedFields: AppliedFields
}

/** Makes the owner of a publisher, or changes the one that is there. */
export async function saveOwner(tx: Transaction, username: string, row: AppliedOwnerRow): Promise<void> {
  const upsert = { where: { username }, create: { username, ...row }, update: row }
  await runTranslated(tx.publisherOwner.upsert(upsert))
}

/** Notes what was applied of an owner's entry, and changes nothing else. */
export async function noteOwnerFields(tx: Transaction, username: string, appliedFields: AppliedFields): Promise<void> {
  await runTranslated(tx.publisherOwner.update({ where: { username }, data: { appliedFields } }))
}

/** Gives a publisher to an e-mail, in place of the one that it had; false when it is somebody else's. */
export async function claimOwnership(prisma: PrismaClient, emailKey: string, username: string): Promise<boolean> {
  return await inTransaction(prisma, async tx => {
    // Two who claim at once wait for each other here.
    await tx.$executeRaw`SELECT FROM logins WHERE email_key = ${emailKey} FOR UPDATE`
    await tx.publisherOwner.createMany({ data: [{ username, emailKey }], skipDuplicates: true })
    const [wanted, own] = await Promise.all([
      tx.publisherOwner.findUnique({ where: { username } }),
      tx.publisherOwner.findUnique({ where: { emailKey } }),
    ])
    if (wanted !== null) return wanted.emailKey === emailKey
    // The name is free, and the e-mail has another: it is renamed. What was noted of a file is of the old name.
    if (own !== null) await tx.publisherOwner.delete({ where: { emailKey } })
    const made = await tx.publisherOwner.createMany({ data: [{ username, emailKey }], skipDuplicates: true })
    return made.count === 1
  })
}
