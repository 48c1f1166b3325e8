import type { ServiceRef } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { batchHandler, type Handlers, implement } from '@mtg/rpc'

/** A service of which tests need these methods only. */
export function partOf<Definition>(ref: ServiceRef<Definition>, handlers: Partial<Handlers<Definition>>) {
  const refuse = () => {
    throw appError('internal_error', { detail: { reason: 'not part of this test' } })
  }
  const refuseStream = batchHandler({ itemsOf: () => [], handle: refuse, refuse, toMessage: () => ({}) })
  const others = Object.entries(ref.definition).map(([name, method]) => [
    name,
    method.requestStream ? refuseStream : refuse,
  ])
  return implement(ref, { ...Object.fromEntries(others), ...handlers } as Handlers<Definition>)
}
