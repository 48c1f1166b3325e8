import type { Database } from '@mtg/postgres'
import type { Accounts } from '../../clients/accounts.ts'
import { findUnannounced, setAnnounced } from '../../store/grants.ts'

/** Whom to tell of ended grants, and how long their access tokens would go on. */
export interface AnnounceDeps {
  readonly db: Database
  readonly accounts: Accounts
  /** Of access tokens: an older end needs no announcement. */
  readonly tokenTtlSeconds: number
}

const BATCH_MAX = 500
/** Clocks differ, and auth's leeway for `exp` is 30 s. */
const MARGIN_MS = 60_000

/** Tells auth of every grant that has ended and that it does not know of yet, so that its access tokens end as well. */
export async function announceEndedGrants({ db, accounts, tokenTtlSeconds }: AnnounceDeps): Promise<void> {
  for (;;) {
    const grants = await findUnannounced(db, tokenTtlSeconds, BATCH_MAX)
    if (grants.length === 0) return
    const ended = grants.map(({ grantId, keyId, revokedAt }) => {
      return { grantId, keyId, tokensExpireAt: new Date(revokedAt.getTime() + tokenTtlSeconds * 1000 + MARGIN_MS) }
    })
    await accounts.endGrants(ended)
    await setAnnounced(
      db,
      grants.map(grant => grant.grantId),
    )
    if (grants.length < BATCH_MAX) return
  }
}
