import type { Clock } from '@mtg/runtime'
import { LRUCache } from 'lru-cache'
import { Agent } from 'undici'
import type { AddressGuard } from './addresses.ts'
import { createConnector } from './connector.ts'
import { type Exchange, type ExchangeLimits, openExchange } from './exchange.ts'

/** A request for a publisher. */
export interface PublisherRequest {
  readonly url: string
  /** Names and values in turn. */
  readonly headers: string[]
  readonly body: Buffer
  readonly limits: ExchangeLimits
}

/** Sends requests to publishers over pooled connections. Never follows a redirect and never sends a request twice. */
export interface Sender {
  open(request: PublisherRequest): Exchange
  close(): Promise<void>
}

/** What a sender needs. */
export interface SenderOptions {
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly connectTimeoutMs: number
  /** Connections to one origin. */
  readonly connectionsMax: number
}

interface Target {
  readonly origin: string
  readonly path: string
}

const HEADER_BYTES_MAX = 64 * 1024
/** Shorter than common servers keep idle connections, so that none is used in the moment the other side closes it. */
const KEEP_ALIVE_MS = 4_000
const TARGETS_MAX = 10_000

/** Makes a sender. */
export function createSender(options: SenderOptions): Sender {
  const agent = new Agent({
    connect: createConnector(options.guard, options.connectTimeoutMs),
    connections: options.connectionsMax,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The exchange keeps its own time.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
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
    open({ url, headers, body, limits }) {
      const exchange = openExchange(limits, options.clock)
      const { origin, path } = targetOf(url)
      agent.dispatch({ origin, path, method: 'POST', headers, body }, exchange.handler)
      return exchange
    },
    close: () => agent.destroy(),
  }
}
