import { appError } from '@mtg/errors'
import type { Database, Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import type { PublisherProfile } from '../../domain/own-app.ts'
import { insertPublisher, lockClaimed, renamePublisher, requireOwnPublisher } from '../../store/own-publishers.ts'

/** Somebody who wants to be a publisher. */
export interface Registration {
  readonly username: string
  readonly accountId: string
  /** Of the publisher that the account owns, as auth says; empty: none. */
  readonly ownedUsername: string
}

/** Makes a publisher for an account, or gives the one that it has another name while it has had no app. */
export async function registerPublisher(db: Database, registration: Registration): Promise<PublisherProfile> {
  return await db.transaction(async tx => {
    if (!(await claim(tx, registration))) {
      throw appError('username_taken', { detail: { username: registration.username } })
    }
    return await requireOwnPublisher(tx, registration.username)
  })
}

async function claim(tx: Queryable, { username, accountId, ownedUsername }: Registration): Promise<boolean> {
  const claimed = await lockClaimed(tx, { username, accountId, ownedUsername })
  const own = claimed.find(publisher => publisher.accountId === accountId || publisher.username === ownedUsername)
  if (own?.username === username) return true
  if (claimed.some(publisher => publisher.username.toLowerCase() === username && publisher !== own)) return false
  if (own === undefined) return await insertPublisher(tx, { id: uuidv7(systemClock.nowMs()), username, accountId })
  if (own.hasHadApp) throw appError('publisher_exists', { detail: { username: own.username } })
  await renamePublisher(tx, own.id, username, accountId)
  return true
}
