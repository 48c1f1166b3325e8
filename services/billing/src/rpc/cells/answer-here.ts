import type { ServiceRef } from '@mtg/contracts'
import { toAppError } from '@mtg/errors'
import type { CallContext, Implementation } from '@mtg/rpc'
import type { Peers } from '../../clients/cells/peers.ts'
import { translateFence } from '../../store/cells/fence.ts'

/** One question, and who can answer it. */
export interface Question {
  readonly ref: ServiceRef<unknown>
  readonly own: Implementation
  readonly routes: ReadonlyMap<string, OwnRoute>
  readonly links: OwnLinks
  readonly context: CallContext
}

/** What a route says of the buyer that a request is about. */
interface OwnRoute {
  readonly kind: string
  readonly buyerOf?: (request: unknown) => string
  readonly silent?: true
}

/** The other cells, and who has left for them. */
interface OwnLinks {
  readonly peers: Peers
  /** Tells of a buyer who may have left this cell, or come; waits for one who is on the way. */
  readonly whereabouts: (buyerId: string) => Promise<{ readonly away: string | undefined; readonly hasCome: boolean }>
}

type AnyHandler = (request: unknown, context: CallContext) => unknown

/** Whether a service has a handler there. */
export const isHandler = (handler: unknown): handler is AnyHandler => typeof handler === 'function'

const TIMEOUT_MS = 30_000

/** Until when an answer of another cell is waited for. */
export const limitsOf = ({ remainingMs, signal }: CallContext) => ({
  timeoutMs: Math.min(remainingMs, TIMEOUT_MS),
  signal,
})

const READS = /^(Get|List|Find|Quote)/

/**
 * Answers as this cell knows it, of a buyer who has left it as the other cell does. Who has left is found out afterwards: it is rare, what
 * is refused may be refused for that reason, and what was read may be what was left behind. What was written went along.
 */
export async function answerHere(question: Question, method: string, request: unknown): Promise<unknown> {
  const { ref, own, routes, links, context } = question
  const handler = own.handlers[method]
  if (!isHandler(handler)) throw new Error(`${ref.name} has no ${method}`)
  const answer = async (): Promise<unknown> => await handler(request, { ...context, isForwarded: true })
  const route = routes.get(method)
  const buyerId = route?.buyerOf?.(request) ?? ''
  if (buyerId === '') return await answer()
  const mayBeBehind = route?.silent === true || (route?.kind === 'buyer' && READS.test(method))
  let known: unknown
  let refusal: unknown
  try {
    known = await answer()
    if (!mayBeBehind) return known
  } catch (thrown) {
    refusal = translateFence(thrown)
  }
  const { away } = await links.whereabouts(buyerId).catch((failure: unknown) => {
    throw refusal === undefined || toAppError(failure).code === 'cell_unavailable' ? failure : refusal
  })
  if (away !== undefined) return await links.peers.handOn(away, { ref, method }, request, limitsOf(context))
  if (refusal !== undefined) throw refusal
  return known
}
