import { runTranslated } from '@mtg/postgres/prisma'
import type { PublisherOwner, Transaction } from './prisma.ts'
import { type Buyer, toBuyer } from './rows.ts'

/** Whatever belongs to one e-mail. */
export interface AccountsOfEmail {
  readonly passwordHash: string | undefined
  readonly buyer: Buyer | undefined
  readonly owner: PublisherOwner | undefined
}

/** The password and the accounts of an e-mail. All are always asked for, so that the time does not tell which are there. */
export async function findAccounts(db: Transaction, emailKey: string): Promise<AccountsOfEmail> {
  const where = { emailKey }
  const [login, buyer, owner] = await runTranslated(
    Promise.all([
      db.login.findUnique({ where }),
      db.buyer.findUnique({ where }),
      db.publisherOwner.findUnique({ where }),
    ]),
  )
  return {
    passwordHash: login?.passwordHash,
    buyer: buyer === null ? undefined : toBuyer(buyer),
    owner: owner ?? undefined,
  }
}

/** Sets the password of an e-mail. */
export async function savePassword(tx: Transaction, emailKey: string, passwordHash: string): Promise<void> {
  const upsert = { where: { emailKey }, create: { emailKey, passwordHash }, update: { passwordHash } }
  await runTranslated(tx.login.upsert(upsert))
}
