import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { UNCOUNTED_BYTES } from '../limits/bytes/answer-bytes.ts'
import type { ByteClaim } from '../limits/bytes/byte-budget.ts'
import { endToEndHeaders } from './end-to-end-headers.ts'
import { ExchangeFailure, ServiceExchanges } from './service-exchange.ts'

/** A request for a service of our own, as it came but for its hop-by-hop headers. */
export interface ServiceRequest {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** A service's answer, whole. */
export interface ServiceAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** For everything between the request's last byte and the answer's. */
const TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 1_000
const CONNECTIONS_MAX = 64
/** One origin may stand for several replicas, as the address of a balancer does. */
const TRIES_MIN = 2
/** Carried out twice, they leave what they leave carried out once (RFC 9110 section 9.2.2). Of the others most have bodies. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE'])
/** Pages, tokens and metadata are small. */
const ANSWER_BYTES_MAX = 1024 * 1024

/** HTTP connections to the replicas of our own services, which are asked in turn. */
export class ServiceReplicas {
  readonly #log: Logger
  readonly #exchanges = new ServiceExchanges({ connectionsMax: CONNECTIONS_MAX, connectTimeoutMs: CONNECT_TIMEOUT_MS })
  #turn = 0

  constructor(log: Logger) {
    this.#log = log
  }

  /** Asks one of the replicas ("http://host:port"). The answer's bytes belong to the claim. */
  async ask(origins: readonly string[], request: ServiceRequest, claim: ByteClaim): Promise<ServiceAnswer> {
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), request.signal])
    const answer = await this.#askInTurn(origins, { ...request, signal })
    const headers = { ...endToEndHeaders(answer.headers), 'x-content-type-options': 'nosniff' }
    return { status: answer.statusCode ?? 0, headers, body: await collectAnswer(answer, claim) }
  }

  close(): void {
    this.#exchanges.close()
  }

  /** Goes round the replicas, past those that cannot have carried the request out. */
  async #askInTurn(origins: readonly string[], request: ServiceRequest): Promise<IncomingMessage> {
    this.#turn += 1
    const first = this.#turn
    const triesMax = Math.max(TRIES_MIN, origins.length)
    for (let tries = 1; ; tries += 1) {
      const origin = origins[(first + tries) % origins.length] ?? ''
      try {
        return await this.#exchanges.exchange(origin, request)
      } catch (thrown) {
        const hasNotActed = thrown instanceof ExchangeFailure && !thrown.mayHaveActed
        const mayAskAgain = REPEATABLE.has(request.method) || hasNotActed
        if (tries >= triesMax || !mayAskAgain || request.signal.aborted) throw thrown
        this.#log.debug({ err: thrown, origin }, 'another replica is asked')
      }
    }
  }
}

/**
 * Reads an answer whole. A small one is not counted, as a publisher's is not: forwards are few, and nobody should go without a
 * token because of the large answers of others.
 */
export async function collectAnswer(body: AsyncIterable<Buffer>, claim: ByteClaim): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let counted = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw appError('internal_error', { detail: { reason: 'the answer is too large' } })
    if (size > UNCOUNTED_BYTES) {
      claim.grow(size - counted)
      counted = size
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
