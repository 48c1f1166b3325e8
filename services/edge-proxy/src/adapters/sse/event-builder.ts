import { ByteList } from './byte-list.ts'
import type { SseEvent } from './event.ts'
import { dataStart, fieldOf } from './field.ts'
import { lineEndsOf } from './lines.ts'

/** What ends each line that is handed over. */
export const END_OF_LINE = Buffer.from('\n')

/** The lines of the event that is arriving. */
export class EventBuilder {
  readonly #lines = new ByteList()
  #dataCount = 0
  /** Where the value of the last data line is among the lines: most events have one, whose value needs no copy. */
  #valueStart = 0
  #valueEnd = 0

  /** Bytes so far. */
  get size(): number {
    return this.#lines.size
  }

  /** Adds a line of the field. */
  add(line: Buffer, field: string): void {
    const start = this.#lines.size
    this.#lines.push(line)
    this.#lines.push(END_OF_LINE)
    if (field !== 'data') return
    this.#dataCount += 1
    this.#valueStart = start + dataStart(line)
    this.#valueEnd = start + line.length
  }

  /** The event, ended by a blank line; the next one begins. */
  take(): SseEvent {
    this.#lines.push(END_OF_LINE)
    const bytes = this.#lines.take()
    const data = this.#dataOf(bytes)
    this.#dataCount = 0
    return { bytes, data }
  }

  #dataOf(bytes: Buffer): Buffer | undefined {
    if (this.#dataCount === 0) return undefined
    return this.#dataCount === 1 ? bytes.subarray(this.#valueStart, this.#valueEnd) : joinedData(bytes)
  }
}

/** The values of all data lines of an event, with line feeds between. */
function joinedData(bytes: Buffer): Buffer {
  const data = new ByteList()
  const ends = lineEndsOf(bytes)
  let from = 0
  let isFirst = true
  for (let end = ends.after(from); end !== undefined && end.at > from; end = ends.after(from)) {
    const line = bytes.subarray(from, end.at)
    if (fieldOf(line) === 'data') {
      if (!isFirst) data.push(END_OF_LINE)
      isFirst = false
      data.push(line.subarray(dataStart(line)))
    }
    from = end.next
  }
  return data.take()
}
