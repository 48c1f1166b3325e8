import { type auth, services } from '@mtg/contracts'
import { accountIdOf, fieldLimits, implement, nameOf, textOf } from '@mtg/rpc'
import type { Invalidate } from '../clients/invalidate.ts'
import type { Passwords } from '../domain/password.ts'
import type { Person } from '../domain/person.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { changePassword, resetForgottenPassword } from '../use-cases/people/change-password.ts'
import { claimPublisher } from '../use-cases/people/claim-publisher.ts'
import { findAccount, findEmail, verifyEmail } from '../use-cases/people/find-account.ts'
import { logIn } from '../use-cases/people/log-in.ts'
import { signUp } from '../use-cases/people/sign-up.ts'

/** Where accounts are kept, what guards their passwords, and who hears of revoked keys. */
export interface PersonServiceDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
  readonly invalidate: Invalidate
}

/** PersonService: accounts of people, for the console. */
export function personService(deps: PersonServiceDeps) {
  const { prisma } = deps
  return implement(services.auth.PersonService, {
    async SignUp({ email, password, requester }) {
      return toAnswer(await signUp(deps, { email, password, requester: requesterOf(requester) }))
    },
    async LogIn({ email, password, requester }) {
      return toAnswer(await logIn(deps, { email, password, requester: requesterOf(requester) }))
    },
    GetAccount: async ({ accountId }) => toAnswer(await findAccount(prisma, accountIdOf(accountId))),
    FindEmail: ({ email }) => findEmail(prisma, email),
    VerifyEmail: async ({ email }) => toAnswer(await verifyEmail(prisma, email)),
    async ChangePassword({ accountId, currentPassword, newPassword, requester }) {
      const change = { accountId: accountIdOf(accountId), currentPassword, newPassword }
      return { changed: await changePassword(deps, { ...change, requester: requesterOf(requester) }) }
    },
    async ResetPassword({ email, newPassword, requester }) {
      const reset = { email, newPassword, requester: requesterOf(requester) }
      return toAnswer(await resetForgottenPassword(deps, reset))
    },
    async ClaimPublisher({ accountId, username }) {
      const name = nameOf(username, 'username')
      return toAnswer(await claimPublisher(prisma, accountIdOf(accountId, 'account_id'), name))
    },
  })
}

const requesterOf = (text: string) => textOf(text, 'requester', fieldLimits.idBytesMax)

function toAnswer(person: Person | undefined): { account: auth.PersonAccount | null } {
  if (person === undefined) return { account: null }
  const { accountId, email, isEmailVerified, buyerId = '', publisherUsername = '' } = person
  return { account: { accountId, email, emailVerified: isEmailVerified, buyerId, publisherUsername } }
}
