/** A text for the bytes from `from` up to `to`. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The bytes with those from `from` up to `to` replaced by a text. */
export function splice(bytes: Buffer, from: number, to: number, text: string): Buffer {
  const length = Buffer.byteLength(text)
  const spliced = Buffer.allocUnsafe(from + length + bytes.length - to)
  bytes.copy(spliced, 0, 0, from)
  spliced.write(text, from)
  bytes.copy(spliced, from + length, to)
  return spliced
}

/** The bytes with many replacements, in any order, none of which overlaps another. */
export function replaceAll(bytes: Buffer, replacements: readonly Replacement[]): Buffer {
  if (replacements.length === 0) return bytes
  const pieces: Buffer[] = []
  let at = 0
  for (const { from, to, text } of replacements.toSorted((one, other) => one.from - other.from)) {
    pieces.push(bytes.subarray(at, from), Buffer.from(text))
    at = to
  }
  pieces.push(bytes.subarray(at))
  return Buffer.concat(pieces)
}
