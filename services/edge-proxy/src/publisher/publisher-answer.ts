import type { IncomingHttpHeaders } from 'node:http'

/** A complete answer. */
export interface BufferedAnswer {
  readonly kind: 'buffered'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** When its first byte came, as the sender's clock counts; undefined when it has none. */
  readonly firstByteAtMs: number | undefined
  /** Frees the memory that the body takes of the budget; must be called once the body was sent, or is not wanted. */
  readonly release: () => void
}

/** The beginning of an answer that arrives as a stream of events. */
export interface StreamedAnswer {
  readonly kind: 'stream'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly chunks: AsyncIterable<Buffer>
  /** Frees the memory of everything read so far, except for this many bytes at its end. */
  keepLast(bytes: number): void
}

/** A publisher's answer, all at once or as a stream. */
export type PublisherAnswer = BufferedAnswer | StreamedAnswer
