import { appError } from '@mtg/errors'
import type { AccountId } from '@mtg/primitives'
import { fieldLimits, textOf } from '@mtg/rpc'
import { emailKeyOf } from '../../domain/email.ts'
import { findAccounts } from '../../store/logins.ts'
import { findPerson, isEmailVerified, type KnownPerson, setEmailVerified } from '../../store/people.ts'
import type { PrismaClient } from '../../store/prisma.ts'

/** The account with this id, or `not_found`; `buyer_suspended` when it may not be used. */
export async function findAccount(prisma: PrismaClient, accountId: AccountId): Promise<KnownPerson> {
  const person = await findPerson(prisma, { accountId })
  if (person === undefined) throw unknownAccount()
  if (person.isSuspended) throw appError('buyer_suspended', { detail: { buyerId: person.buyerId } })
  return person
}

/** Notes that whoever has the account of an e-mail reads mail there. */
export async function verifyEmail(prisma: PrismaClient, email: string): Promise<KnownPerson> {
  const emailKey = emailKeyOf(textOf(email, 'email', fieldLimits.emailBytesMax))
  await setEmailVerified(prisma, emailKey)
  const person = await findPerson(prisma, { emailKey })
  if (person === undefined) throw unknownAccount()
  return person
}

/** Whether anything belongs to an e-mail, and whether it is certain to whom. */
export async function findEmail(
  prisma: PrismaClient,
  email: string,
): Promise<{ readonly known: boolean; readonly verified: boolean }> {
  const emailKey = emailKeyOf(textOf(email, 'email', fieldLimits.emailBytesMax))
  const [{ passwordHash, buyer, owner }, isVerified] = await Promise.all([
    findAccounts(prisma, emailKey),
    isEmailVerified(prisma, emailKey),
  ])
  const known = passwordHash !== undefined || buyer !== undefined || owner !== undefined
  return { known, verified: known && isVerified }
}

/** Nobody has such an account. */
export const unknownAccount = () => appError('not_found', { message: 'There is no such account.' })
