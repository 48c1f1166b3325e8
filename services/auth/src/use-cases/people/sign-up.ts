import { emailKeyOf } from '../../domain/email.ts'
import type { Passwords } from '../../domain/password.ts'
import type { Person } from '../../domain/person.ts'
import { findPerson, insertPerson } from '../../store/people.ts'
import type { PrismaClient } from '../../store/prisma.ts'
import { validateNewEmail, validateNewPassword } from './validate-person.ts'

/** Where accounts are kept, and what guards their passwords. */
export interface PersonDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
}

/** Somebody who wants an account. */
export interface SignUpWish {
  readonly email: string
  readonly password: string
  readonly requester: string
}

/** Makes an account; undefined when the address is known. The password is hashed either way, so that the time does not tell. */
export async function signUp(
  { prisma, passwords }: PersonDeps,
  { email, password, requester }: SignUpWish,
): Promise<Person | undefined> {
  validateNewEmail(email)
  validateNewPassword(password, 'password')
  const emailKey = emailKeyOf(email)
  const passwordHash = await passwords.hash(password, requester)
  const isNew = await insertPerson(prisma, { email, emailKey, passwordHash })
  return isNew ? await findPerson(prisma, { emailKey }) : undefined
}
