import { type Behaviour, behaviours, progressEvent, resultEvent } from '@mtg/testing'
import type { Random } from './random.ts'

const FAILURE_RATIO = 0.2
const STREAM_RATIO = 0.25

/** A fifth of the answers fail, each in one of the ways that publishers fail; a quarter of the others are streams. */
export function unreliable(random: Random): Behaviour {
  const plain = behaviours.wellBehaved()
  const stream = behaviours.stream(progressEvent(1), resultEvent({ resultType: 'complete', content: [] }))
  const failures: Behaviour[] = [
    behaviours.reply(500),
    behaviours.reply(404),
    behaviours.reset(),
    behaviours.reply(200, '{"jsonrpc":'),
    behaviours.rpcError(-32_603),
    behaviours.streamThenCut(progressEvent(1)),
  ]
  return (request, response) => {
    if (random.next() < FAILURE_RATIO) return random.pick(failures)(request, response)
    return random.next() < STREAM_RATIO ? stream(request, response) : plain(request, response)
  }
}
