// Nearly all bytes of a document are the insides of its strings. They are passed over by four at once, as one 32-bit number,
// as long as none of the four means anything: measured, a quarter less time for a document of 1 KB than byte by byte.
import type { Source } from './source.ts'

const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const ASCII_MAX = 0x7f
/** The highest bit, and the lowest, of each of four bytes. */
const HIGH_BITS = 0x80808080 | 0
const LOW_BITS = 0x01010101

/** Past the characters of a string that stand for themselves and are ASCII. */
export function skipPlain({ view, bytes }: Source, start: number): number {
  const last = bytes.length - 4
  let at = start
  while (at <= last && isPlainWord(view.getInt32(at))) at += 4
  while (isPlain(bytes[at] ?? 0)) at += 1
  return at
}

function isPlain(code: number): boolean {
  return code >= SPACE && code <= ASCII_MAX && code !== QUOTE && code !== BACKSLASH
}

/** A subtraction that borrows sets the highest bit: below a space, and from 0 where what is looked for was XORed away. */
function isPlainWord(word: number): boolean {
  const quotes = word ^ (QUOTE * LOW_BITS)
  const backslashes = word ^ (BACKSLASH * LOW_BITS)
  const found = word | (word - SPACE * LOW_BITS) | (quotes - LOW_BITS) | (backslashes - LOW_BITS)
  return (found & HIGH_BITS) === 0
}

/** As `skipPlain`, but past characters beyond ASCII too. */
export function skipText({ view, bytes }: Source, start: number): number {
  const last = bytes.length - 4
  let at = start
  while (at <= last && isTextWord(view.getInt32(at))) at += 4
  while (isText(bytes[at] ?? 0)) at += 1
  return at
}

function isText(code: number): boolean {
  return code >= SPACE && code !== QUOTE && code !== BACKSLASH
}

/** The same borrowing, of bytes whose highest bit was not set before. */
function isTextWord(word: number): boolean {
  const quotes = word ^ (QUOTE * LOW_BITS)
  const backslashes = word ^ (BACKSLASH * LOW_BITS)
  const found =
    ((word - SPACE * LOW_BITS) & ~word) | ((quotes - LOW_BITS) & ~quotes) | ((backslashes - LOW_BITS) & ~backslashes)
  return (found & HIGH_BITS) === 0
}
