import { appError } from '@mtg/errors'
import type { BuyerId } from '@mtg/primitives'
import { fieldLimits, isPlainText } from '@mtg/rpc'
import { emailKeyOf } from '../domain/email.ts'
import type { Passwords } from '../domain/password.ts'
import { type AccountsOfEmail, findAccounts } from '../store/logins.ts'
import type { PrismaClient } from '../store/prisma.ts'

/** Who tries to log in. */
export interface LoginAttempt {
  readonly email: string
  readonly password: string
  /** Whose turn it is to have a password hashed: attempts of one requester wait for each other. */
  readonly requester: string
}

/** Whose password it is: a buyer's, a publisher's, or that of both. */
export interface VerifiedLogin {
  readonly buyerId: BuyerId | undefined
  readonly publisherUsername: string | undefined
}

const NO_ACCOUNTS: AccountsOfEmail = { passwordHash: undefined, buyer: undefined, owner: undefined }

/** Whose login this is; undefined when e-mail and password do not belong together, which takes as long when neither is known. */
export async function verifyPassword(
  { prisma, passwords }: { readonly prisma: PrismaClient; readonly passwords: Passwords },
  { email, password, requester }: LoginAttempt,
): Promise<VerifiedLogin | undefined> {
  // What is no text has no account, and the database could not even be asked.
  const isText = isPlainText(email, fieldLimits.emailBytesMax)
  const { passwordHash, buyer, owner } = isText ? await findAccounts(prisma, emailKeyOf(email)) : NO_ACCOUNTS
  if (!(await passwords.verify(passwordHash, password, requester))) return undefined
  if (buyer?.suspended === true) throw appError('buyer_suspended', { detail: { buyerId: buyer.id } })
  return { buyerId: buyer?.id, publisherUsername: owner?.username }
}
