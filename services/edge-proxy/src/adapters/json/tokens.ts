// The smallest parts of JSON: each function is given where a token begins and answers where it ends, or throws.
import { JsonFault } from './value.ts'

/** Bytes to read, and the same in fours. */
export interface Source {
  readonly bytes: Buffer
  readonly view: DataView
  /** Whether `"\\ud83d"` without its other half is let through. */
  readonly loneSurrogates: boolean
}

/** Characters with a meaning. */
export const QUOTE = 0x22
export const COMMA = 0x2c
export const COLON = 0x3a
export const OPEN_ARRAY = 0x5b
export const CLOSE_ARRAY = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const PLUS = 0x2b
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c
const ASCII_MAX = 0x7f
/** Makes a letter of either case lower. */
const LOWER_BIT = 0x20
const LOWER_A = 0x61
const LOWER_E = 0x65
const LOWER_F = 0x66
const LOWER_U = 0x75
/** For four bytes at once: the highest bit, and the lowest, of each. */
const HIGH_BITS = 0x80808080 | 0
const LOW_BITS = 0x01010101
const SIMPLE_ESCAPES = new Set(Buffer.from('"\\/bfnrt'))
const WORDS = { true: Buffer.from('true'), false: Buffer.from('false'), null: Buffer.from('null') } as const

/** Past spaces, tabs and line ends. */
export function skipSpace(bytes: Buffer, start: number): number {
  let at = start
  for (let code = bytes[at]; isSpace(code); code = bytes[at]) at += 1
  return at
}

function isSpace(code: number | undefined): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB
}

/** Past the colon of a member, to its value. */
export function skipColon(bytes: Buffer, start: number): number {
  const at = skipSpace(bytes, start)
  if (bytes[at] !== COLON) throw notJson(at)
  return skipSpace(bytes, at + 1)
}

/** Past the characters of a string that stand for themselves and are ASCII. Four at once as long as all four do. */
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

/** Past the end of a string, from anywhere inside it. Its bytes are known to be UTF-8. */
export function skipString(source: Source, start: number): number {
  const { bytes } = source
  let at = start
  for (;;) {
    at = skipText(source, at)
    const code = bytes[at]
    if (code === QUOTE) return at + 1
    if (code !== BACKSLASH) throw notJson(at) // A control character, or the end.
    at = skipEscape(source, at)
  }
}

/** As `skipPlain`, but past characters beyond ASCII too. */
function skipText({ view, bytes }: Source, start: number): number {
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

function skipEscape({ bytes, loneSurrogates }: Source, at: number): number {
  const letter = bytes[at + 1] ?? 0
  if (letter !== LOWER_U) {
    if (!SIMPLE_ESCAPES.has(letter)) throw notJson(at)
    return at + 2
  }
  const unit = readHex(bytes, at + 2)
  if (unit < 0xd800 || unit > 0xdfff) return at + 6
  const isPaired = unit < 0xdc00 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === LOWER_U
  const low = isPaired ? readHex(bytes, at + 8) : 0
  if (low >= 0xdc00 && low <= 0xdfff) return at + 12
  if (!loneSurrogates) throw new JsonFault('has a lone surrogate', at)
  return at + 6
}

function readHex(bytes: Buffer, start: number): number {
  let unit = 0
  for (let at = start; at < start + 4; at += 1) unit = unit * 16 + hexDigit(bytes[at] ?? 0, at)
  return unit
}

function hexDigit(code: number, at: number): number {
  if (code >= ZERO && code <= NINE) return code - ZERO
  const lower = code | LOWER_BIT
  if (lower >= LOWER_A && lower <= LOWER_F) return lower - LOWER_A + 10
  throw notJson(at)
}

/** Past a number, or one of the three words. */
export function skipScalar(bytes: Buffer, at: number): number {
  switch (bytes[at] ?? 0) {
    case 0x74:
      return skipWord(bytes, at, WORDS.true)
    case LOWER_F:
      return skipWord(bytes, at, WORDS.false)
    case 0x6e:
      return skipWord(bytes, at, WORDS.null)
    default:
      return skipNumber(bytes, at)
  }
}

/** What a value is that begins with this character. */
export function scalarKind(code: number | undefined): 'true' | 'false' | 'null' | 'number' {
  if (code === 0x74) return 'true'
  if (code === LOWER_F) return 'false'
  return code === 0x6e ? 'null' : 'number'
}

function skipWord(bytes: Buffer, at: number, word: Buffer): number {
  for (let index = 1; index < word.length; index += 1) {
    if (bytes[at + index] !== word[index]) throw notJson(at)
  }
  return at + word.length
}

function skipNumber(bytes: Buffer, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start
  at = bytes[at] === ZERO ? at + 1 : skipDigits(bytes, at)
  if (bytes[at] === DOT) at = skipDigits(bytes, at + 1)
  if (((bytes[at] ?? 0) | LOWER_BIT) !== LOWER_E) return at
  const sign = bytes[at + 1]
  return skipDigits(bytes, sign === MINUS || sign === PLUS ? at + 2 : at + 1)
}

/** At least one. */
function skipDigits(bytes: Buffer, start: number): number {
  let at = start
  for (let code = bytes[at] ?? 0; code >= ZERO && code <= NINE; code = bytes[at] ?? 0) at += 1
  if (at === start) throw notJson(at)
  return at
}

/** What is not JSON at all. */
export function notJson(at: number): JsonFault {
  return new JsonFault('is not valid JSON', at)
}
