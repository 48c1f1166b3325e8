// The smallest parts of JSON: each function is given where a token begins and answers where it ends, or throws.
import { COLON, QUOTE } from './characters.ts'
import type { Source } from './source.ts'
import { skipText } from './text-runs.ts'
import { JsonFault } from './value.ts'

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
/** With this bit set, a letter of either case is a small one. */
const LOWER_BIT = 0x20
const LOWER_A = 0x61
const LOWER_E = 0x65
const LOWER_F = 0x66
const LOWER_N = 0x6e
const LOWER_T = 0x74
const LOWER_U = 0x75
const SIMPLE_ESCAPES = new Set(Buffer.from('"\\/bfnrt'))
const WORDS = { true: Buffer.from('true'), false: Buffer.from('false'), null: Buffer.from('null') } as const
/** UTF-16 writes a character beyond U+FFFF as two units, a high surrogate and a low one behind it. */
const HIGH_SURROGATES = 0xd800
const LOW_SURROGATES = 0xdc00
const SURROGATES_END = 0xdfff
/** A `\\u` escape: the backslash, the letter and four digits. */
const ESCAPE_LENGTH = 6

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

function skipEscape({ bytes, loneSurrogates }: Source, at: number): number {
  const letter = bytes[at + 1] ?? 0
  if (letter !== LOWER_U) {
    if (!SIMPLE_ESCAPES.has(letter)) throw notJson(at)
    return at + 2
  }
  const unit = readHex(bytes, at + 2)
  const next = at + ESCAPE_LENGTH
  if (unit < HIGH_SURROGATES || unit > SURROGATES_END) return next
  const isFollowed = unit < LOW_SURROGATES && bytes[next] === BACKSLASH && bytes[next + 1] === LOWER_U
  const low = isFollowed ? readHex(bytes, next + 2) : 0
  if (low >= LOW_SURROGATES && low <= SURROGATES_END) return next + ESCAPE_LENGTH
  if (!loneSurrogates) throw new JsonFault('has a lone surrogate', at)
  return next
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
    case LOWER_T:
      return skipWord(bytes, at, WORDS.true)
    case LOWER_F:
      return skipWord(bytes, at, WORDS.false)
    case LOWER_N:
      return skipWord(bytes, at, WORDS.null)
    default:
      return skipNumber(bytes, at)
  }
}

/** What a value is that begins with this character. */
export function scalarKind(code: number | undefined): 'true' | 'false' | 'null' | 'number' {
  if (code === LOWER_T) return 'true'
  if (code === LOWER_F) return 'false'
  return code === LOWER_N ? 'null' : 'number'
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

/** Past one digit or more. */
function skipDigits(bytes: Buffer, start: number): number {
  let at = start
  for (let code = bytes[at] ?? 0; code >= ZERO && code <= NINE; code = bytes[at] ?? 0) at += 1
  if (at === start) throw notJson(at)
  return at
}

/** The fault of bytes that are no JSON at all. */
export function notJson(at: number): JsonFault {
  return new JsonFault('is not valid JSON', at)
}
