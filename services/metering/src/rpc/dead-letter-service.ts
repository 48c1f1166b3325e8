import { services } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { implement } from '@mtg/rpc'
import type { Recorder } from '../use-cases/record/recorder.ts'
import { listDeadLetters } from './list-dead-letters.ts'
import { replayDeadLetters } from './replay-dead-letters.ts'

/** DeadLetterService: events that could not be stored, listed and tried again. */
export function deadLetterService(deps: { readonly db: Queryable; readonly recorder: Recorder }) {
  return implement(services.metering.DeadLetterService, {
    ListDeadLetters: listDeadLetters(deps.db),
    ReplayDeadLetters: replayDeadLetters(deps),
  })
}
