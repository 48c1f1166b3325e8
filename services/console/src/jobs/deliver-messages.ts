import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { type DeliverMessagesDeps, deliverMessages } from '../use-cases/messages/deliver-messages.ts'

const INTERVAL_MS = 5_000

/** Hands messages over when woken, and looks from time to time for those that failed before. */
export function startDelivering(deps: DeliverMessagesDeps): PeriodicJob {
  return startPeriodicJob({
    name: 'deliver messages',
    intervalMs: INTERVAL_MS,
    firstAfterMs: 0,
    run: () => deliverMessages(deps),
    log: deps.log,
  })
}
