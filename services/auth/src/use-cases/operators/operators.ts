import { appError } from '@mtg/errors'
import type { AccountId } from '@mtg/primitives'
import { fieldLimits, textOf } from '@mtg/rpc'
import { emailKeyOf } from '../../domain/email.ts'
import { addOperator, type Operator, operatorSince, removeOperator } from '../../store/operators.ts'
import { findPerson } from '../../store/people.ts'
import type { PrismaClient } from '../../store/prisma.ts'
import { unknownAccount } from '../people/find-account.ts'

const keyOf = (email: string) => emailKeyOf(textOf(email, 'email', fieldLimits.emailBytesMax))

/** Makes the account of an address an operator. Whoever only signed up with somebody else's address never is one. */
export async function appointOperator(prisma: PrismaClient, email: string): Promise<Operator> {
  const person = await findPerson(prisma, { emailKey: keyOf(email) })
  if (person === undefined) throw unknownAccount()
  if (!person.isEmailVerified) throw appError('email_not_verified')
  const addedAt = await addOperator(prisma, person.emailKey)
  return { accountId: person.accountId, email: person.email, addedAt }
}

/** Ends that an account is an operator; false when it was none. */
export async function dismissOperator(prisma: PrismaClient, email: string): Promise<boolean> {
  return await removeOperator(prisma, keyOf(email))
}

/** The operator of an account; undefined when it is none, or may not be used at all. */
export async function findOperator(prisma: PrismaClient, accountId: AccountId): Promise<Operator | undefined> {
  const person = await findPerson(prisma, { accountId })
  if (person === undefined || person.isSuspended) return undefined
  const addedAt = await operatorSince(prisma, person.emailKey)
  return addedAt && { accountId, email: person.email, addedAt }
}
