import type { Logger } from '@mtg/observability'
import { type Closable, startPeriodicJob } from '@mtg/runtime'
import type { LiveAccounts } from '../use-cases/live/live-accounts.ts'

/** Who is looking, and how often the present is read for them. */
export interface WatchOptions {
  readonly liveAccounts: LiveAccounts
  readonly log: Logger
  readonly intervalMs: number
}

/** Reads what moves, for everybody who is looking at once. */
export function startWatching({ liveAccounts, log, intervalMs }: WatchOptions): Closable {
  return startPeriodicJob({ name: 'watch accounts', intervalMs, run: () => liveAccounts.look(), log })
}
