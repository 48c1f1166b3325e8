import { createByteList } from './byte-list.ts'
import type { SseEvent } from './event.ts'
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
const COLON = 0x3a
const SPACE = 0x20
const END_OF_LINE = Buffer.from('\n')
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
/** As far as is looked for the name of a field. */
const FIELD_LENGTH_MAX = 8

/**
 * Makes a splitter. `id` and `retry` lines are left out of what is handed over: they invite a client to resume a stream
 * with Last-Event-ID, which this version of the protocol has abolished. A comment is an event of its own, at once, so
 * that heartbeats are not held up; of several in a row, one is enough.
 */
export function createSseSplitter(eventBytesMax: number): SseSplitter {
  // What came after the last line end.
  const rest = createByteList()
  let endsWithCr = false
  const lines = createByteList()
  /** Of the event's data lines. */
  let dataCount = 0
  /** Where the value of the last of them is among the lines. */
  let valueStart = 0
  let valueEnd = 0
  let atStart = true
  let steps = 0

  function takeLine(line: Buffer, events: SseEvent[]): void {
    steps += 1
    if (line.length === 0) return dispatch(events)
    if (line[0] === COLON) {
      if (lines.size() === 0) takeComment(line, events)
      return
    }
    const field = fieldOf(line)
    if (field === 'id' || field === 'retry') return
    const start = lines.size()
    if (start + line.length + 1 > eventBytesMax) throw new SseOverflow()
    lines.push(line)
    lines.push(END_OF_LINE)
    steps += line.length
    if (field !== 'data') return
    dataCount += 1
    valueStart = start + valueIn(line)
    valueEnd = start + line.length
  }

  function takeComment(line: Buffer, events: SseEvent[]): void {
    const event = { bytes: Buffer.concat([line, END_OF_LINE, END_OF_LINE]), data: undefined, isComment: true }
    steps += line.length
    if (events.at(-1)?.isComment === true) events[events.length - 1] = event
    else events.push(event)
  }

  function dispatch(events: SseEvent[]): void {
    if (lines.size() === 0) return
    lines.push(END_OF_LINE)
    steps += lines.size()
    const bytes = lines.take()
    if (dataCount === 0) events.push({ bytes, data: undefined })
    else events.push({ bytes, data: dataCount === 1 ? bytes.subarray(valueStart, valueEnd) : joinedData(bytes) })
    dataCount = 0
  }

  function keep(bytes: Buffer): void {
    if (bytes.length > 0) rest.push(bytes)
    endsWithCr = bytes.at(-1) === CR
    if (lines.size() + rest.size() > eventBytesMax) throw new SseOverflow()
  }

  function withRest(chunk: Buffer): Buffer {
    if (rest.size() === 0) return chunk
    rest.push(chunk)
    steps += rest.size()
    return rest.take()
  }

  function skipMark(bytes: Buffer): number {
    if (!atStart) return 0
    atStart = false
    return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  }

  return {
    steps: () => steps,
    push(chunk) {
      const events: SseEvent[] = []
      steps += chunk.length
      if (!endsWithCr && !chunk.includes(LF) && !chunk.includes(CR)) {
        keep(chunk)
        return events
      }
      const bytes = withRest(chunk)
      const ends = lineEndsOf(bytes)
      let from = skipMark(bytes)
      for (let end = ends.after(from); end !== undefined; end = ends.after(from)) {
        takeLine(bytes.subarray(from, end.at), events)
        from = end.next
      }
      steps += ends.looked()
      keep(bytes.subarray(from))
      return events
    },
  }
}

function fieldOf(line: Buffer): string {
  const name = line.toString('latin1', 0, Math.min(line.length, FIELD_LENGTH_MAX))
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(0, colon)
}

/** Where the value begins in a data line: behind the colon and one space. */
function valueIn(line: Buffer): number {
  if (line.length === 'data'.length) return line.length
  const behindColon = 'data:'.length
  return line[behindColon] === SPACE ? behindColon + 1 : behindColon
}

/** The values of all data lines of an event, with line feeds between. */
function joinedData(bytes: Buffer): Buffer {
  const data = createByteList()
  const ends = lineEndsOf(bytes)
  let from = 0
  let isFirst = true
  for (let end = ends.after(from); end !== undefined && end.at > from; end = ends.after(from)) {
    const line = bytes.subarray(from, end.at)
    if (fieldOf(line) === 'data') {
      if (!isFirst) data.push(END_OF_LINE)
      isFirst = false
      data.push(line.subarray(valueIn(line)))
    }
    from = end.next
  }
  return data.take()
}
