import type { SseEvent } from './event.ts'

/** Cuts a text/event-stream into events as its bytes arrive. */
export interface SseSplitter {
  /** The events that these bytes complete. */
  push(chunk: Buffer): SseEvent[]
}

/** An event grew over the bound. */
export class SseOverflow extends Error {
  override readonly name = 'SseOverflow'
}

const LF = 0x0a
const CR = 0x0d
const COLON = 0x3a
const SPACE = 0x20
const END_OF_LINE = Buffer.from('\n')
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Makes a splitter. `id` and `retry` lines are left out of what is handed over: they invite a client to resume a stream
 * with Last-Event-ID, which this version of the protocol has abolished. A comment is an event of its own, at once, so
 * that heartbeats are not held up.
 */
export function createSseSplitter(eventBytesMax: number): SseSplitter {
  // What came after the last line end, joined only once there is another one: a line may come byte by byte.
  let rest: Buffer[] = []
  let restSize = 0
  let endsWithCr = false
  let lines: Buffer[] = []
  let data: Buffer[] = []
  let size = 0
  let atStart = true

  function takeLine(line: Buffer, events: SseEvent[]): void {
    if (line.length === 0) return dispatch(events)
    if (line[0] === COLON) {
      if (lines.length === 0) events.push({ bytes: Buffer.concat([line, END_OF_LINE, END_OF_LINE]), data: undefined })
      return
    }
    const field = fieldOf(line)
    if (field === 'id' || field === 'retry') return
    size += line.length + 1
    if (size > eventBytesMax) throw new SseOverflow()
    lines.push(line, END_OF_LINE)
    if (field === 'data') data.push(valueOf(line))
  }

  function dispatch(events: SseEvent[]): void {
    if (lines.length > 0) events.push({ bytes: Buffer.concat([...lines, END_OF_LINE]), data: joined(data) })
    lines = []
    data = []
    size = 0
  }

  function keep(bytes: Buffer): void {
    if (bytes.length > 0) rest.push(bytes)
    restSize += bytes.length
    endsWithCr = bytes.at(-1) === CR
    if (size + restSize > eventBytesMax) throw new SseOverflow()
  }

  function takeRest(chunk: Buffer): Buffer {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([...rest, chunk])
    rest = []
    restSize = 0
    if (!atStart || bytes.length < BYTE_ORDER_MARK.length) return bytes
    atStart = false
    return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes
  }

  return {
    push(chunk) {
      const events: SseEvent[] = []
      if (!endsWithCr && !chunk.includes(LF) && !chunk.includes(CR)) {
        keep(chunk)
        return events
      }
      const bytes = takeRest(chunk)
      let from = 0
      for (let end = nextLineEnd(bytes, from); end !== undefined; end = nextLineEnd(bytes, from)) {
        takeLine(bytes.subarray(from, end.at), events)
        from = end.next
      }
      keep(bytes.subarray(from))
      return events
    },
  }
}

/** Lines end with CR LF, LF or CR. A CR at the very end waits: an LF may follow. */
function nextLineEnd(bytes: Buffer, from: number): { at: number; next: number } | undefined {
  const lf = bytes.indexOf(LF, from)
  const searched = lf === -1 ? bytes : bytes.subarray(0, lf)
  const cr = searched.indexOf(CR, from)
  if (cr === -1) return lf === -1 ? undefined : { at: lf, next: lf + 1 }
  if (cr + 1 === bytes.length) return undefined
  return { at: cr, next: bytes[cr + 1] === LF ? cr + 2 : cr + 1 }
}

function fieldOf(line: Buffer): string {
  const colon = line.indexOf(COLON)
  return line.toString('latin1', 0, colon === -1 ? Math.min(line.length, 8) : Math.min(colon, 8))
}

function valueOf(line: Buffer): Buffer {
  const colon = line.indexOf(COLON)
  if (colon === -1) return Buffer.alloc(0)
  return line.subarray(line[colon + 1] === SPACE ? colon + 2 : colon + 1)
}

function joined(data: Buffer[]): Buffer | undefined {
  if (data.length <= 1) return data[0]
  return Buffer.concat(data.flatMap((part, index) => (index === 0 ? [part] : [END_OF_LINE, part])))
}
