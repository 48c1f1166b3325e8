import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { deleteApp, findAppId, hasPurchases, lockAppRow, retireApp } from '../../store/own-apps.ts'
import { requireOwnPublisher } from '../../store/own-publishers.ts'
import { refuseOtherVersion } from '../versions.ts'

/** Which app, and of which version it must be. */
export interface AppToDelete {
  readonly username: string
  readonly name: string
  /** 0: whatever it is. */
  readonly expectedVersion: bigint
}

/** Takes an app away; answers with when the last of those who have it may no longer call it, or null when nobody may now. */
export async function removeApp(
  db: Database,
  { username, name, expectedVersion }: AppToDelete,
  lastWindowElsewhere?: (appId: string) => Promise<Date | undefined>,
): Promise<Date | null> {
  const publisherId = (await requireOwnPublisher(db, username)).id
  const known = lastWindowElsewhere && (await findAppId(db, publisherId, name))
  const elsewhere = known === undefined ? undefined : await lastWindowElsewhere?.(known)
  const here = await db.transaction(async tx => {
    const publisher = await requireOwnPublisher(tx, username)
    const app = await lockAppRow(tx, publisher.id, name)
    if (app === undefined || app.retiredAt !== null) {
      throw appError('app_not_found', { detail: { username, app: name } })
    }
    refuseOtherVersion(app, expectedVersion)
    // Somebody in another cell may have obtained it just now: where there are cells nothing is removed.
    if (lastWindowElsewhere !== undefined || (await hasPurchases(tx, app.id))) return await retireApp(tx, app.id)
    await deleteApp(tx, app.id)
    return null
  })
  return elsewhere !== undefined && (here === null || elsewhere > here) ? elsewhere : here
}
