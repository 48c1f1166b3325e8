import { appError } from '@mtg/errors'
import type { AccountId } from '@mtg/primitives'
import type { Person } from '../../domain/person.ts'
import type { PrismaClient } from '../../store/prisma.ts'
import { claimOwnership } from '../../store/publisher-owners.ts'
import { findAccount } from './find-account.ts'

/** Makes an account the owner of a publisher, in place of the one it had; `username_taken` when that is somebody else's. */
export async function claimPublisher(prisma: PrismaClient, accountId: AccountId, username: string): Promise<Person> {
  const person = await findAccount(prisma, accountId)
  if (!person.isEmailVerified) throw appError('email_not_verified')
  if (!(await claimOwnership(prisma, person.emailKey, username))) {
    throw appError('username_taken', { detail: { username } })
  }
  return await findAccount(prisma, accountId)
}
