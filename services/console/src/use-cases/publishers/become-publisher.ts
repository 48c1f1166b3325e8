import { appError } from '@mtg/errors'
import type { Auth } from '../../clients/auth.ts'
import type { OwnApps } from '../../clients/own-apps.ts'
import type { Account } from '../../domain/actor.ts'
import type { Publisher } from '../../domain/publisher.ts'

/** Makes somebody a publisher. Billing has the names, auth says whose they are: in this order nobody owns what is not there. */
export async function becomePublisher(
  { auth, ownApps }: { readonly auth: Auth; readonly ownApps: OwnApps },
  account: Account,
  username: string,
): Promise<Publisher> {
  if (!account.isEmailVerified) throw appError('email_not_verified')
  const { accountId, publisherUsername: ownedUsername = '' } = account
  const publisher = await ownApps.register({ accountId, username, ownedUsername })
  await auth.claimPublisher(accountId, username)
  return publisher
}
