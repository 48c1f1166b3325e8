import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import { createAnswerBytes } from '../limits/bytes/answer-bytes.ts'
import type { ByteBudget } from '../limits/bytes/byte-budget.ts'
import type { AddressGuard } from './addresses.ts'
import { type ConnectionLimits, Connections } from './connections.ts'
import { createConnector } from './connector.ts'
import { type Exchange, type ExchangeLimits, openExchange } from './exchange.ts'
import type { Lane } from './lane.ts'

/** A request for a publisher. */
export interface PublisherRequest {
  readonly url: string
  /** Whose call it is: connections are not shared with others. */
  readonly lane: Lane
  /** Names and values in turn. */
  readonly headers: string[]
  readonly body: Buffer
  readonly limits: ExchangeLimits
  /** Of all answers that are held. */
  readonly answerBytes: ByteBudget
}

/** Sends requests to publishers over kept connections. Never follows a redirect and never sends a request twice. */
export interface Sender {
  /** Throws a failure of the kind `crowded` when there may be no more connections. */
  open(request: PublisherRequest): Exchange
  /** Connections, idle ones among them. */
  connections(): { readonly open: number; readonly idle: number }
  close(): Promise<void>
}

/** How publishers are reached, and within what bounds. */
export interface SenderOptions {
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly connectTimeoutMs: number
  readonly limits: ConnectionLimits
}

interface Target {
  readonly origin: string
  readonly path: string
}

const TARGETS_MAX = 10_000

/** Makes a sender. */
export function createSender({ guard, clock, connectTimeoutMs, limits }: SenderOptions): Sender {
  const connections = new Connections(createConnector(guard, connectTimeoutMs), limits, clock)
  const targets = new LRUCache<string, Target>({ max: TARGETS_MAX })

  const targetOf = (url: string): Target => {
    const known = targets.get(url)
    if (known !== undefined) return known
    const { origin, pathname, search } = new URL(url)
    const target = { origin, path: pathname + search }
    targets.set(url, target)
    return target
  }

  return {
    open({ url, lane, headers, body, limits: bounds, answerBytes }) {
      const { origin, path } = targetOf(url)
      const connection = connections.take(lane, origin)
      const countBytes = () => createAnswerBytes(answerBytes, lane.buyerId, lane.app)
      const request = { origin, path, method: 'POST', headers, body } as const
      return openExchange(connection, request, { limits: bounds, countBytes, clock })
    },
    connections: () => ({ open: connections.open(), idle: connections.idle() }),
    close: () => connections.close(),
  }
}
