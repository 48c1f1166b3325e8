import type { Database } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import { type Batcher, createBatcher } from '@mtg/runtime'
import type { SealedCall } from '../../domain/settled-call.ts'
import { recallCalls } from './recall.ts'

const ITEMS_MAX = 128
const QUEUE_MAX = 20_000

/** Recalls calls, many to a statement; each answers with the call when it cannot come back. */
export function createRecalls(
  db: Database,
  onSplit: (thrown: unknown) => void,
): Batcher<CallId, SealedCall | undefined> {
  return createBatcher({
    async run(callIds) {
      const sealed = new Map((await recallCalls(db, callIds)).map(call => [call.callId, call]))
      return callIds.map(callId => sealed.get(callId))
    },
    itemsMax: ITEMS_MAX,
    queueMax: QUEUE_MAX,
    onSplit,
  })
}
