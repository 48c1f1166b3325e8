import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '@mtg/primitives'
import type { Dispatcher } from 'undici'
import { type AnswerBytes, UNCOUNTED_BYTES } from '../limits/bytes/answer-bytes.ts'
import { type AnswerKind, readHead } from './answer-head.ts'
import { ChunkQueue } from './chunk-queue.ts'
import { type Deadlines, type Expiry, startDeadlines } from './deadlines.ts'
import { type FailureKind, isOurCut, PublisherFailure } from './failure.ts'
import { idleMsOf } from './keep-alive.ts'
import type { Connection } from './lane-connection.ts'
import type { PublisherAnswer } from './publisher-answer.ts'
import { explainTransportError } from './transport-error.ts'

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

/** An exchange's bounds, and how its answer's bytes and its time are counted. */
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

const expiries: Readonly<Record<Expiry, string>> = {
  first_byte: 'no first byte',
  idle: 'the answer fell silent',
  total: 'the answer took too long',
}

/** Sends a request over a connection and follows its answer: a complete body, or a stream of events, within bounds. */
export function openExchange(
  connection: Connection,
  request: Dispatcher.DispatchOptions,
  options: ExchangeOptions,
): Exchange {
  const exchange = new OpenExchange(connection, options)
  connection.dispatch(request, exchange)
  return exchange
}

/** The head of a final answer. */
interface Head {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly kind: AnswerKind
  readonly bytesMax: number
}

class OpenExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly answer: Promise<PublisherAnswer>
  readonly #resolve: (answer: PublisherAnswer) => void
  readonly #reject: (reason: PublisherFailure) => void
  readonly #connection: Connection
  readonly #options: ExchangeOptions
  readonly #deadlines: Deadlines
  #controller: Dispatcher.DispatchController | undefined
  #failure: PublisherFailure | undefined
  #head: Head | undefined
  #informational = 0
  /** The pieces of a buffered answer so far. */
  #chunks: Buffer[] = []
  #received = 0
  #firstByteAtMs: number | undefined
  /** Counts the bytes of an answer that has outgrown the uncounted ones. */
  #bytes: AnswerBytes | undefined
  /** Of a streamed answer. */
  #queue: ChunkQueue | undefined
  #hasEnded = false
  #isFinished = false

  constructor(connection: Connection, options: ExchangeOptions) {
    const { promise, resolve, reject } = Promise.withResolvers<PublisherAnswer>()
    this.answer = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#connection = connection
    this.#options = options
    this.#deadlines = startDeadlines(options.clock, options.limits.firstByteMs, which => this.#expire(which))
  }

  wasSent(): boolean {
    return this.#controller !== undefined
  }

  abort(kind: FailureKind, detail: string): void {
    // The connection is another call's by now.
    if (this.#isFinished && this.#hasEnded) return
    this.#fail(new PublisherFailure(kind, detail, { wasSent: this.wasSent() }))
  }

  finish(fits: boolean): void {
    if (this.#isFinished || this.#failure !== undefined) return
    if (!fits) return this.abort('transport', 'the answer does not fit its request')
    this.#isFinished = true
    if (this.#queue !== undefined) this.#release()
    if (this.#hasEnded) return this.#keepConnection()
    setTimeout(() => this.abort('transport', 'the publisher lingers'), LINGER_MS).unref()
    this.#queue?.discard()
    this.#deadlines.stop()
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.#controller = started
    if (this.#failure !== undefined) started.abort(this.#failure)
  }

  onResponseStart(started: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return this.#skipInformational()
    const reading = readHead(status, headers, fieldsOf(started, headers))
    if (reading.kind === 'fault') return this.abort(reading.failure, reading.detail)
    const { limits } = this.#options
    this.#head = { status, headers, kind: reading.kind, bytesMax: bytesMaxOf(reading.kind, limits) }
    if (reading.kind === 'events') this.#openStream(this.#head, started)
    else this.#deadlines.begin(limits.firstByteMs, limits.totalMs)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#head !== undefined && this.#failure === undefined) this.#take(chunk, this.#head)
  }

  onResponseEnd(): void {
    this.#deadlines.stop()
    this.#hasEnded = true
    if (this.#failure !== undefined) return
    if (this.#head === undefined) return this.abort('transport', 'no head')
    if (this.#isFinished) return this.#keepConnection()
    if (this.#queue !== undefined) return this.#queue.end()
    this.#hand(this.#head)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const isHeldUp = this.#deadlines.pausedForMs() >= SLOW_BUYER_MS
    this.#fail(explainTransportError(error, this.wasSent(), isHeldUp))
  }

  #skipInformational(): void {
    this.#informational += 1
    if (this.#informational > INFORMATIONAL_MAX) this.abort('status', `${this.#informational} informational answers`)
  }

  #openStream({ status, headers }: Head, source: Dispatcher.DispatchController): void {
    const { limits } = this.#options
    const queue = new ChunkQueue({
      pause: () => {
        this.#deadlines.pause()
        source.pause()
      },
      resume: () => {
        this.#deadlines.resume()
        source.resume()
      },
    })
    this.#queue = queue
    this.#deadlines.begin(limits.isEndless ? 0 : limits.idleMs, limits.isEndless ? 0 : limits.totalMs)
    this.#resolve({ kind: 'stream', status, headers, chunks: queue, keepLast: last => this.#bytes?.keepLast(last) })
  }

  #take(chunk: Buffer, { kind, bytesMax }: Head): void {
    this.#received += chunk.length
    if (this.#received > bytesMax) {
      return this.abort(kind === 'events' ? 'size_limit' : 'too_large', `over ${bytesMax} bytes`)
    }
    this.#deadlines.touch()
    this.#firstByteAtMs ??= this.#options.clock.monotonicMs()
    // What follows the last event is nobody's.
    if (this.#isFinished) return
    try {
      this.#count(chunk.length)
    } catch (thrown) {
      return this.#fail(new PublisherFailure('crowded', 'no room for the answer', { wasSent: true, cause: thrown }))
    }
    if (this.#queue === undefined) this.#chunks.push(chunk)
    else this.#queue.push(chunk)
  }

  #count(size: number): void {
    if (this.#bytes !== undefined) return this.#bytes.arrive(size)
    if (this.#received <= UNCOUNTED_BYTES) return
    this.#bytes = this.#options.countBytes()
    this.#bytes.arrive(size)
  }

  /** Answers with a complete body. */
  #hand({ status, headers }: Head): void {
    const [only] = this.#chunks
    const body = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks, this.#received)
    this.#chunks = []
    const firstByteAtMs = this.#firstByteAtMs
    this.#resolve({ kind: 'buffered', status, headers, body, firstByteAtMs, release: () => this.#release() })
  }

  #expire(which: Expiry): void {
    const isCut = which === 'total' && this.#queue !== undefined
    this.abort(isCut ? 'time_limit' : 'timeout', expiries[which])
  }

  #fail(reason: PublisherFailure): void {
    if (this.#failure !== undefined) return
    this.#failure = reason
    this.#deadlines.stop()
    this.#chunks = []
    this.#release()
    // A buyer who reads too slowly must not hold up the end of a stream that we end.
    this.#queue?.fail(reason, isOurCut(reason) && reason.kind !== 'size_limit')
    this.#reject(reason)
    this.#controller?.abort(reason)
    this.#connection.destroy(reason)
  }

  #keepConnection(): void {
    this.#connection.keep(idleMsOf(this.#head?.headers ?? {}))
  }

  #release(): void {
    this.#bytes?.release()
  }
}

/** How many header fields came; the parsed ones have been joined by name. */
function fieldsOf({ rawHeaders }: Dispatcher.DispatchController, headers: IncomingHttpHeaders): number {
  return Array.isArray(rawHeaders) ? rawHeaders.length / 2 : Object.keys(headers).length
}

function bytesMaxOf(kind: AnswerKind, { answerBytesMax, streamBytesMax }: ExchangeLimits): number {
  if (kind === 'events') return streamBytesMax
  return kind === 'json' ? answerBytesMax : Math.min(REFUSAL_BYTES_MAX, answerBytesMax)
}
