import { ByteList } from './byte-list.ts'
import type { SseEvent } from './event.ts'
import { END_OF_LINE, EventBuilder } from './event-builder.ts'
import { fieldOf, isComment } from './field.ts'
import { lineEndsOf } from './lines.ts'

/** Cuts a text/event-stream into events as its bytes arrive. */
export interface SseSplitter {
  /** The events that these bytes complete. */
  push(chunk: Buffer): SseEvent[]
  /** Work done so far: bytes looked at and copied, and lines. It stays in proportion to the bytes that came. */
  steps(): number
}

/** An event grew over the bound. */
export class SseOverflow extends Error {
  override readonly name = 'SseOverflow'
}

const CR = 0x0d
const LF = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * A splitter for one stream. `id` and `retry` lines are left out of what is handed over: they invite a client to resume a
 * stream with Last-Event-ID, which this version of the protocol has abolished. A comment is an event of its own, at once, so
 * that heartbeats are not held up; of several in a row, one is enough.
 */
export function createSseSplitter(eventBytesMax: number): SseSplitter {
  return new Splitter(eventBytesMax)
}

class Splitter implements SseSplitter {
  readonly #eventBytesMax: number
  readonly #event = new EventBuilder()
  /** What came after the last line end. */
  readonly #rest = new ByteList()
  #endsWithCr = false
  #isAtStart = true
  #steps = 0

  constructor(eventBytesMax: number) {
    this.#eventBytesMax = eventBytesMax
  }

  steps(): number {
    return this.#steps
  }

  push(chunk: Buffer): SseEvent[] {
    const events: SseEvent[] = []
    this.#steps += chunk.length
    if (this.#mayEndLine(chunk)) this.#keep(this.#takeLines(this.#withRest(chunk), events))
    else this.#keep(chunk)
    return events
  }

  #mayEndLine(chunk: Buffer): boolean {
    return this.#endsWithCr || chunk.includes(LF) || chunk.includes(CR)
  }

  /** The chunk behind what was kept before it. */
  #withRest(chunk: Buffer): Buffer {
    if (this.#rest.size === 0) return chunk
    this.#rest.push(chunk)
    this.#steps += this.#rest.size
    return this.#rest.take()
  }

  /** Takes all lines that have ended; what remains is the beginning of the next. */
  #takeLines(bytes: Buffer, events: SseEvent[]): Buffer {
    const ends = lineEndsOf(bytes)
    let from = this.#skipMark(bytes)
    for (let end = ends.after(from); end !== undefined; end = ends.after(from)) {
      this.#takeLine(bytes.subarray(from, end.at), events)
      from = end.next
    }
    this.#steps += ends.looked()
    return bytes.subarray(from)
  }

  #takeLine(line: Buffer, events: SseEvent[]): void {
    this.#steps += 1
    if (line.length === 0) return this.#dispatch(events)
    if (isComment(line)) {
      if (this.#event.size === 0) this.#takeComment(line, events)
      return
    }
    const field = fieldOf(line)
    if (field === 'id' || field === 'retry') return
    if (this.#event.size + line.length + END_OF_LINE.length > this.#eventBytesMax) throw new SseOverflow()
    this.#steps += line.length
    this.#event.add(line, field)
  }

  #takeComment(line: Buffer, events: SseEvent[]): void {
    const event = { bytes: Buffer.concat([line, END_OF_LINE, END_OF_LINE]), data: undefined, isComment: true }
    this.#steps += line.length
    if (events.at(-1)?.isComment === true) events[events.length - 1] = event
    else events.push(event)
  }

  /** A blank line ends an event. */
  #dispatch(events: SseEvent[]): void {
    if (this.#event.size === 0) return
    const event = this.#event.take()
    this.#steps += event.bytes.length
    events.push(event)
  }

  #keep(bytes: Buffer): void {
    if (bytes.length > 0) this.#rest.push(bytes)
    this.#endsWithCr = bytes.at(-1) === CR
    if (this.#event.size + this.#rest.size > this.#eventBytesMax) throw new SseOverflow()
  }

  /** Where the first line begins, behind a byte order mark if there is one. */
  #skipMark(bytes: Buffer): number {
    if (!this.#isAtStart) return 0
    this.#isAtStart = false
    return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  }
}
