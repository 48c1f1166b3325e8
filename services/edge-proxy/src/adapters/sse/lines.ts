/** A line of a text/event-stream: where it ends, and where the next one begins. */
interface LineEnd {
  readonly at: number
  readonly next: number
}

/** Finds the line ends of some bytes, from the first to the last. */
export interface LineEnds {
  /** The first one at or behind `from`, which never goes back; undefined when there is none, or an LF may yet follow. */
  after(from: number): LineEnd | undefined
  /** Bytes looked at so far. Each is looked at twice at most. */
  looked(): number
}

const LF = 0x0a
const CR = 0x0d

/** Lines end with CR LF, LF or CR. What was found of either is remembered, so that many of one cost no search for the other. */
export function lineEndsOf(bytes: Buffer): LineEnds {
  let lf = -1
  let cr = -1
  let looked = 0
  const search = (code: number, from: number) => {
    const found = bytes.indexOf(code, from)
    const at = found === -1 ? bytes.length : found
    looked += at - from + 1
    return at
  }
  return {
    after(from) {
      if (lf < from) lf = search(LF, from)
      if (cr < from) cr = search(CR, from)
      const at = Math.min(lf, cr)
      if (at === bytes.length) return undefined
      if (at === lf) return { at, next: at + 1 }
      if (at + 1 === bytes.length) return undefined
      return { at, next: bytes[at + 1] === LF ? at + 2 : at + 1 }
    },
    looked: () => looked,
  }
}
