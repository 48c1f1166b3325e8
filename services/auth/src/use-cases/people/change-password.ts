import type { AccountId } from '@mtg/primitives'
import { fieldLimits, textOf } from '@mtg/rpc'
import type { Invalidate } from '../../clients/invalidate.ts'
import { emailKeyOf } from '../../domain/email.ts'
import type { Person } from '../../domain/person.ts'
import { findPerson, resetPassword, setPassword } from '../../store/people.ts'
import { findAccount, unknownAccount } from './find-account.ts'
import type { PersonDeps } from './sign-up.ts'
import { validateNewPassword } from './validate-person.ts'

/** Somebody who knows their password and wants another one. */
export interface PasswordChange {
  readonly accountId: AccountId
  readonly currentPassword: string
  readonly newPassword: string
  readonly requester: string
}

/** Changes a password; false when the current one is wrong. */
export async function changePassword(
  { prisma, passwords }: PersonDeps,
  { accountId, currentPassword, newPassword, requester }: PasswordChange,
): Promise<boolean> {
  validateNewPassword(newPassword, 'new_password')
  const { passwordHash } = await findAccount(prisma, accountId)
  if (!(await passwords.verify(passwordHash, currentPassword, requester))) return false
  await setPassword(prisma, accountId, await passwords.hash(newPassword, requester))
  return true
}

/** Somebody who reads mail at an address and wants a password for what belongs to it. */
export interface PasswordReset {
  readonly email: string
  readonly newPassword: string
  readonly requester: string
}

/** Sets a password without the old one, and revokes the keys of an account that nobody had shown to be theirs. */
export async function resetForgottenPassword(
  { prisma, passwords, invalidate }: PersonDeps & { readonly invalidate: Invalidate },
  { email, newPassword, requester }: PasswordReset,
): Promise<Person> {
  validateNewPassword(newPassword, 'new_password')
  const emailKey = emailKeyOf(textOf(email, 'email', fieldLimits.emailBytesMax))
  const outcome = await resetPassword(prisma, emailKey, await passwords.hash(newPassword, requester))
  for (const keyId of outcome?.revokedKeyIds ?? []) invalidate('key', keyId)
  const person = outcome && (await findPerson(prisma, { emailKey }))
  if (person === undefined) throw unknownAccount()
  return person
}
