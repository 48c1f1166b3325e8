import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { Closable } from '@mtg/runtime'
import type { Accounts } from '../clients/accounts.ts'
import { findUnannounced, setAnnounced } from '../store/grants.ts'

/** Tells auth which grants have ended, so that their access tokens end with them. */
export interface EndedGrants extends Closable {
  /** Tells now. Never fails: what auth could not be told is told again and again. */
  announce(): Promise<void>
}

/** What announcing needs. */
export interface EndedGrantsOptions {
  readonly db: Database
  readonly accounts: Accounts
  readonly log: Logger
  /** Of access tokens: an older end needs no announcement. */
  readonly tokenTtlSeconds: number
}

const INTERVAL_MS = 5_000
const BATCH_MAX = 500
/** Clocks differ, and auth's leeway for `exp` is 30 s. */
const MARGIN_MS = 60_000

/** Starts announcing. What is told stands in the database, so that a restart forgets nothing. */
export function startEndedGrants({ db, accounts, log, tokenTtlSeconds }: EndedGrantsOptions): EndedGrants {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function announceAll(): Promise<void> {
    for (;;) {
      const grants = await findUnannounced(db, tokenTtlSeconds, BATCH_MAX)
      if (grants.length === 0) return
      const ended = grants.map(({ grantId, keyId, revokedAt }) => {
        return { grantId, keyId, tokensExpireAt: new Date(revokedAt.getTime() + tokenTtlSeconds * 1000 + MARGIN_MS) }
      })
      await accounts.endGrants(ended)
      const ids = grants.map(grant => grant.grantId)
      await setAnnounced(db, ids)
      if (grants.length < BATCH_MAX) return
    }
  }

  function start(): Promise<void> {
    running = announceAll()
      .catch((err: unknown) => log.warn({ err }, 'auth could not be told of ended grants yet'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  /** A round that is under way may have looked already: however many ask meanwhile, one more follows it. */
  function announce(): Promise<void> {
    if (running === undefined) return start()
    next ??= running.then(() => {
      next = undefined
      return start()
    })
    return next
  }

  const timer = setInterval(() => void announce(), INTERVAL_MS).unref()
  return {
    announce,
    async close() {
      clearInterval(timer)
      await (next ?? running)
    },
  }
}
