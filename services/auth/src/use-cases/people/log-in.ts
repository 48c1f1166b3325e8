import { emailKeyOf } from '../../domain/email.ts'
import type { Person } from '../../domain/person.ts'
import { findPerson } from '../../store/people.ts'
import { type LoginAttempt, verifyPassword } from '../verify-password.ts'
import type { PersonDeps } from './sign-up.ts'

/** The account that e-mail and password belong to; undefined when they do not belong together. */
export async function logIn(deps: PersonDeps, attempt: LoginAttempt): Promise<Person | undefined> {
  const login = await verifyPassword(deps, attempt)
  return login === undefined ? undefined : await findPerson(deps.prisma, { emailKey: emailKeyOf(attempt.email) })
}
