/**
 * A slice keeps the whole text in V8's heap for as long as the call lasts, so that a large body would be there twice: pieces of
 * larger documents are copies.
 */
const SLICED_BYTES_MAX = 16 * 1024

/** The bytes of a small document as characters; undefined for a large one. */
export function flatTextOf(bytes: Buffer): string | undefined {
  return bytes.length <= SLICED_BYTES_MAX ? bytes.toString('latin1') : undefined
}

/** A piece of ASCII. Slicing it from one flat text takes half the time of decoding it from the bytes. */
export function asciiOf(bytes: Buffer, flatText: string | undefined, start: number, end: number): string {
  return flatText === undefined ? bytes.toString('latin1', start, end) : flatText.slice(start, end)
}
