import type { Logger } from '@mtg/observability'
import { type Closable, startPeriodicJob } from '@mtg/runtime'
import type { StoredKeyring } from '../use-cases/signing/keyring.ts'

/** Which keys to follow, and how often to look. */
export interface FollowOptions {
  readonly keyring: StoredKeyring
  readonly intervalMs: number
  readonly log: Logger
}

const FIRST_RETRY_MS = 250

/** Follows what the database says of the signing keys; until the first ones are loaded it tries again soon. */
export function startFollowingSigningKeys({ keyring, intervalMs, log }: FollowOptions): Closable {
  return startPeriodicJob({
    name: 'follow signing keys',
    intervalMs,
    firstAfterMs: 0,
    retryMs: Math.min(FIRST_RETRY_MS, intervalMs),
    async run() {
      try {
        await keyring.refresh()
      } catch (err) {
        log.error({ err }, 'signing keys could not be loaded')
        if (!keyring.hasKeys()) throw err
      }
    },
    log,
  })
}
