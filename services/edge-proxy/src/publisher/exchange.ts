import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '@mtg/runtime'
import { type Dispatcher, errors } from 'undici'
import { type ChunkQueue, createChunkQueue } from './chunk-queue.ts'
import { ForbiddenAddress } from './connector.ts'
import { type FailureKind, PublisherFailure } from './failure.ts'

/** A complete answer. */
export interface BufferedAnswer {
  readonly kind: 'buffered'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** The beginning of an answer that arrives as a stream of events. */
export interface StreamedAnswer {
  readonly kind: 'stream'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly chunks: AsyncIterable<Buffer>
}

/** What a publisher answered. */
export type PublisherAnswer = BufferedAnswer | StreamedAnswer

/** Bounds of an exchange. */
export interface ExchangeLimits {
  /** To the first byte of the answer. */
  readonly firstByteMs: number
  /** Between two pieces of a streamed answer; 0: silence is no fault. */
  readonly idleMs: number
  /** For the whole answer; 0: none. */
  readonly totalMs: number
  readonly answerBytesMax: number
  readonly streamBytesMax: number
}

/** One request and its answer. */
export interface Exchange {
  readonly answer: Promise<PublisherAnswer>
  readonly handler: Dispatcher.DispatchHandler
  /** Ends it at once, whatever it is doing. */
  abort(kind: FailureKind, detail: string): void
}

/** The body of a refusal is read for its JSON-RPC error only. */
const REFUSAL_BYTES_MAX = 256 * 1024

const failureCodes: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ENOTFOUND: 'connect',
  EAI_AGAIN: 'connect',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
}

/** Follows one request through undici: a complete body, or a stream of events, within bounds. */
export function openExchange(limits: ExchangeLimits, clock: Clock): Exchange {
  const { promise, resolve, reject } = Promise.withResolvers<PublisherAnswer>()
  const startedAtMs = clock.monotonicMs()
  let controller: Dispatcher.DispatchController | undefined
  let failure: PublisherFailure | undefined
  let timer: NodeJS.Timeout | undefined = setTimeout(() => abort('timeout', 'no first byte'), limits.firstByteMs)
  let head: { status: number; headers: IncomingHttpHeaders; bytesMax: number } | undefined
  let chunks: Buffer[] = []
  let received = 0
  let queue: ChunkQueue | undefined

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function fail(reason: PublisherFailure): void {
    failure ??= reason
    stopTimer()
    queue?.fail(failure)
    reject(failure)
  }

  function abort(kind: FailureKind, detail: string): void {
    fail(new PublisherFailure(kind, detail, { wasSent: controller !== undefined }))
    if (failure !== undefined) controller?.abort(failure)
  }

  function watchIdle(): void {
    stopTimer()
    if (limits.idleMs === 0 || failure !== undefined) return
    timer = setTimeout(() => abort('timeout', 'the stream fell silent'), limits.idleMs)
  }

  function openStream(status: number, headers: IncomingHttpHeaders, source: Dispatcher.DispatchController): void {
    queue = createChunkQueue({
      pause() {
        stopTimer()
        source.pause()
      },
      resume() {
        watchIdle()
        source.resume()
      },
    })
    watchIdle()
    resolve({ kind: 'stream', status, headers, chunks: queue })
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (failure !== undefined) started.abort(failure)
    },
    onResponseStart(started, status, headers) {
      const fault = headFault(status, headers)
      if (fault !== undefined) return abort(fault.kind, fault.detail)
      const isSuccess = status < 300
      const isStream = isSuccess && mediaTypeOf(headers) === 'text/event-stream'
      const bytesMax = isStream ? limits.streamBytesMax : isSuccess ? limits.answerBytesMax : REFUSAL_BYTES_MAX
      head = { status, headers, bytesMax }
      if (isStream) openStream(status, headers, started)
      else timer?.refresh()
    },
    onResponseData(_controller, chunk) {
      received += chunk.length
      if (head !== undefined && received > head.bytesMax) return abort('too_large', `over ${head.bytesMax} bytes`)
      if (limits.totalMs > 0 && clock.monotonicMs() - startedAtMs > limits.totalMs) return abort('timeout', 'too slow')
      timer?.refresh()
      if (queue === undefined) chunks.push(chunk)
      else queue.push(chunk)
    },
    onResponseEnd() {
      stopTimer()
      if (queue !== undefined) return queue.end()
      if (head === undefined) return
      const [only] = chunks
      const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, received)
      chunks = []
      resolve({ kind: 'buffered', status: head.status, headers: head.headers, body })
    },
    onResponseError(_controller, error) {
      fail(explain(error, controller !== undefined))
    },
  }
  return { answer: promise, handler, abort }
}

function headFault(status: number, headers: IncomingHttpHeaders): { kind: FailureKind; detail: string } | undefined {
  if (status >= 300 && status < 400) return { kind: 'redirect', detail: `status ${status}` }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity')
    return { kind: 'encoding', detail: encoding }
  return undefined
}

/** The media type of a body, in lower case and without parameters. */
export function mediaTypeOf(headers: IncomingHttpHeaders): string {
  const type = headers['content-type'] ?? ''
  const end = type.indexOf(';')
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase()
}

function explain(error: Error, wasSent: boolean): PublisherFailure {
  if (error instanceof PublisherFailure) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const kind = error instanceof ForbiddenAddress ? 'forbidden_address' : kindOf(error, code)
  return new PublisherFailure(kind, `${code} ${error.message}`, { wasSent, cause: error })
}

function kindOf(error: Error, code: string): FailureKind {
  if (error instanceof errors.HeadersOverflowError) return 'too_large'
  return failureCodes[code] ?? 'transport'
}
