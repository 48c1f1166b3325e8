import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '@mtg/primitives'
import { type Dispatcher, errors } from 'undici'
import { type AnswerBytes, UNCOUNTED_BYTES } from '../limits/bytes/answer-bytes.ts'
import { type AnswerKind, readHead } from './answer-head.ts'
import { ChunkQueue } from './chunk-queue.ts'
import type { Connection } from './connections.ts'
import { ForbiddenAddress } from './connector.ts'
import { type Expiry, startDeadlines } from './deadlines.ts'
import { type FailureKind, isOurCut, PublisherFailure } from './failure.ts'

/** A complete answer. */
export interface BufferedAnswer {
  readonly kind: 'buffered'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The body has left, or nobody wants it. Must follow. */
  readonly release: () => void
}

/** The beginning of an answer that arrives as a stream of events. */
export interface StreamedAnswer {
  readonly kind: 'stream'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly chunks: AsyncIterable<Buffer>
  /** All that was read has left, but for so many bytes at its end. */
  keepLast(bytes: number): void
}

/** What a publisher answered. */
export type PublisherAnswer = BufferedAnswer | StreamedAnswer

/** Bounds of an exchange. */
export interface ExchangeLimits {
  /** To the first byte of the answer, and between two pieces of one that is no stream. */
  readonly firstByteMs: number
  /** Between two pieces of a streamed answer. */
  readonly idleMs: number
  /** For the whole answer. */
  readonly totalMs: number
  /** A stream lasts until one side leaves: neither silence nor its length ends it. */
  readonly isEndless: boolean
  readonly answerBytesMax: number
  readonly streamBytesMax: number
}

/** What an exchange is made with. */
export interface ExchangeOptions {
  readonly limits: ExchangeLimits
  /** Begins to count the bytes of its answer. */
  readonly countBytes: () => AnswerBytes
  readonly clock: Clock
}

/** One request and its answer. */
export interface Exchange {
  readonly answer: Promise<PublisherAnswer>
  /** Whether a byte of the request may have reached the publisher. */
  wasSent(): boolean
  /** Ends it at once, whatever it is doing, and its connection with it. */
  abort(kind: FailureKind, detail: string): void
  /**
   * The answer has been read as far as it matters. One that fits its request leaves its connection to the buyer's next
   * call, once all of it has come; any other connection is closed. Must follow every answer.
   */
  finish(fits: boolean): void
}

/** The body of a refusal is read for its JSON-RPC error only. */
const REFUSAL_BYTES_MAX = 256 * 1024
/** Heads before the final one. None means anything here. */
const INFORMATIONAL_MAX = 8
/** How long a publisher may take to end an answer whose last event has been handed over. */
const LINGER_MS = 1_000
/** A buyer who makes a publisher wait this long has stopped reading. */
const SLOW_BUYER_MS = 5_000

const failureCodes: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ENOTFOUND: 'connect',
  EAI_AGAIN: 'connect',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  // undici refuses to write it.
  UND_ERR_INVALID_ARG: 'unsendable',
}

const expiries: Readonly<Record<Expiry, string>> = {
  first_byte: 'no first byte',
  idle: 'the answer fell silent',
  total: 'the answer took too long',
}

/** Sends a request over a connection and follows its answer: a complete body, or a stream of events, within bounds. */
export function openExchange(
  connection: Connection,
  request: Dispatcher.DispatchOptions,
  { limits, countBytes, clock }: ExchangeOptions,
): Exchange {
  const { promise, resolve, reject } = Promise.withResolvers<PublisherAnswer>()
  let controller: Dispatcher.DispatchController | undefined
  let failure: PublisherFailure | undefined
  let head: { status: number; headers: IncomingHttpHeaders; kind: AnswerKind; bytesMax: number } | undefined
  let informational = 0
  let chunks: Buffer[] = []
  let received = 0
  let bytes: AnswerBytes | undefined
  let queue: ChunkQueue | undefined
  let hasEnded = false
  let isFinished = false
  const deadlines = startDeadlines(clock, limits.firstByteMs, expire)

  const release = () => bytes?.release()

  function fail(reason: PublisherFailure): void {
    if (failure !== undefined) return
    failure = reason
    deadlines.stop()
    chunks = []
    release()
    // A buyer who reads too slowly must not hold up the end of a stream that we end.
    queue?.fail(reason, isOurCut(reason) && reason.kind !== 'size_limit')
    reject(reason)
    controller?.abort(reason)
    connection.destroy(reason)
  }

  function abort(kind: FailureKind, detail: string): void {
    // The connection is another call's by now.
    if (isFinished && hasEnded) return
    fail(new PublisherFailure(kind, detail, { wasSent: controller !== undefined }))
  }

  function expire(which: Expiry): void {
    const isCut = which === 'total' && queue !== undefined
    abort(isCut ? 'time_limit' : 'timeout', expiries[which])
  }

  function openStream(status: number, headers: IncomingHttpHeaders, source: Dispatcher.DispatchController): void {
    queue = new ChunkQueue({
      pause() {
        deadlines.pause()
        source.pause()
      },
      resume() {
        deadlines.resume()
        source.resume()
      },
    })
    deadlines.begin(limits.isEndless ? 0 : limits.idleMs, limits.isEndless ? 0 : limits.totalMs)
    resolve({ kind: 'stream', status, headers, chunks: queue, keepLast: last => bytes?.keepLast(last) })
  }

  function count(size: number): void {
    if (bytes !== undefined) return bytes.arrive(size)
    if (received <= UNCOUNTED_BYTES) return
    bytes = countBytes()
    bytes.arrive(size)
  }

  function take(chunk: Buffer, { kind, bytesMax }: { kind: AnswerKind; bytesMax: number }): void {
    received += chunk.length
    if (received > bytesMax) return abort(kind === 'events' ? 'size_limit' : 'too_large', `over ${bytesMax} bytes`)
    deadlines.touch()
    // What follows the last event is nobody's.
    if (isFinished) return
    try {
      count(chunk.length)
    } catch (thrown) {
      return fail(new PublisherFailure('crowded', 'no room for the answer', { wasSent: true, cause: thrown }))
    }
    if (queue === undefined) chunks.push(chunk)
    else queue.push(chunk)
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (failure !== undefined) started.abort(failure)
    },
    onResponseStart(started, status, headers) {
      if (status < 200) {
        informational += 1
        if (informational > INFORMATIONAL_MAX) abort('status', `${informational} informational answers`)
        return
      }
      const reading = readHead(status, headers, fieldsOf(started, headers))
      if (reading.kind === 'fault') return abort(reading.failure, reading.detail)
      head = { status, headers, kind: reading.kind, bytesMax: bytesMaxOf(reading.kind, limits) }
      if (reading.kind === 'events') openStream(status, headers, started)
      else deadlines.begin(limits.firstByteMs, limits.totalMs)
    },
    onResponseData(_controller, chunk) {
      if (head !== undefined && failure === undefined) take(chunk, head)
    },
    onResponseEnd() {
      deadlines.stop()
      hasEnded = true
      if (failure !== undefined) return
      if (head === undefined) return abort('transport', 'no head')
      if (isFinished) return connection.keep()
      if (queue !== undefined) return queue.end()
      const [only] = chunks
      const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, received)
      chunks = []
      resolve({ kind: 'buffered', status: head.status, headers: head.headers, body, release })
    },
    onResponseError(_controller, error) {
      const isHeldUp = deadlines.pausedForMs() >= SLOW_BUYER_MS
      fail(explain(error, controller !== undefined, isHeldUp))
    },
  }
  connection.dispatch(request, handler)

  return {
    answer: promise,
    wasSent: () => controller !== undefined,
    abort,
    finish(fits) {
      if (isFinished || failure !== undefined) return
      if (!fits) return abort('transport', 'the answer does not fit its request')
      isFinished = true
      if (queue !== undefined) release()
      if (hasEnded) return connection.keep()
      setTimeout(() => abort('transport', 'the publisher lingers'), LINGER_MS).unref()
      queue?.discard()
      deadlines.stop()
    },
  }
}

/** As they came; the parsed ones have been joined by name. */
function fieldsOf({ rawHeaders }: Dispatcher.DispatchController, headers: IncomingHttpHeaders): number {
  return Array.isArray(rawHeaders) ? rawHeaders.length / 2 : Object.keys(headers).length
}

function bytesMaxOf(kind: AnswerKind, { answerBytesMax, streamBytesMax }: ExchangeLimits): number {
  if (kind === 'events') return streamBytesMax
  return kind === 'json' ? answerBytesMax : Math.min(REFUSAL_BYTES_MAX, answerBytesMax)
}

function explain(error: Error, wasSent: boolean, isHeldUp: boolean): PublisherFailure {
  if (error instanceof PublisherFailure) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const kind = error instanceof ForbiddenAddress ? 'forbidden_address' : kindOf(error, code)
  const isSlowBuyer = kind === 'transport' && isHeldUp
  return new PublisherFailure(isSlowBuyer ? 'slow_buyer' : kind, `${code} ${error.message}`, { wasSent, cause: error })
}

function kindOf(error: Error, code: string): FailureKind {
  if (error instanceof errors.HeadersOverflowError) return 'too_large'
  return failureCodes[code] ?? 'transport'
}
