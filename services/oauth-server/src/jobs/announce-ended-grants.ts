import type { Logger } from '@mtg/observability'
import { type Closable, startPeriodicJob } from '@mtg/runtime'
import { type AnnounceDeps, announceEndedGrants } from '../use-cases/grants/announce-ended-grants.ts'
import type { EndedGrants } from '../use-cases/grants/grant.ts'

const INTERVAL_MS = 5_000

/** Tells auth of ended grants at once when asked to, and again and again until it has heard: what is told is in the database. */
export function startEndedGrants(deps: AnnounceDeps & { readonly log: Logger }): EndedGrants & Closable {
  const job = startPeriodicJob({
    name: 'announce ended grants',
    intervalMs: INTERVAL_MS,
    run: () => announceEndedGrants(deps),
    log: deps.log,
  })
  return { announce: () => job.wake(), close: () => job.close() }
}
