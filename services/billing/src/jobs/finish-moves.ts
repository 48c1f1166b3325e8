import type { Logger } from '@mtg/observability'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { finishMoves, type SendDeps } from '../use-cases/cells/send-buyer.ts'

/** What is moved, and how often it is tried. */
export interface FinishMovesOptions extends SendDeps {
  /** Also how long the request that began a move has to finish it by itself. */
  readonly intervalMs: number
  readonly log: Logger
}

/** Sees through moves of buyers that a process died in, or whose other cell was away. */
export function startFinishingMoves(options: FinishMovesOptions): PeriodicJob {
  const { intervalMs, log } = options
  const run = () =>
    finishMoves(options, intervalMs, (err, { id, buyerId, cell }) => {
      log.warn({ err, moveId: id, buyerId, cell }, 'the move of a buyer could not be finished yet')
    })
  return startPeriodicJob({ name: 'finish moves of buyers', intervalMs, run, log })
}
