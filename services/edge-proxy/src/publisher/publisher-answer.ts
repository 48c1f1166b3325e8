import type { IncomingHttpHeaders } from 'node:http'

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
