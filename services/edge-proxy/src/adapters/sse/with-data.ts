import type { SseEvent } from './event.ts'
import { END_OF_LINE } from './event-builder.ts'
import { fieldOf } from './field.ts'
import { lineEndsOf } from './lines.ts'

const FIELD = Buffer.from('data: ')

/** The event with other data, which stands where its own began; all other lines stay as they are. */
export function withData({ bytes }: SseEvent, data: Buffer): SseEvent {
  const pieces: Buffer[] = []
  let hasData = false
  for (const line of linesOf(bytes)) {
    if (fieldOf(line) !== 'data') pieces.push(line, END_OF_LINE)
    else if (!hasData) {
      hasData = true
      for (const next of linesOf(Buffer.concat([data, END_OF_LINE]))) pieces.push(FIELD, next, END_OF_LINE)
    }
  }
  return { bytes: Buffer.concat(pieces), data }
}

/** Lines that all end, without their ends. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  const ends = lineEndsOf(bytes)
  let from = 0
  for (let end = ends.after(from); end !== undefined; end = ends.after(from)) {
    lines.push(bytes.subarray(from, end.at))
    from = end.next
  }
  return lines
}
