import { isUtf8 } from 'node:buffer'

/** Kinds of JSON value. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null'

/** A value inside scanned bytes. */
export interface JsonValue {
  readonly kind: JsonKind
  readonly start: number
  /** One past the last byte. */
  readonly end: number
  /** Of watched objects only. */
  readonly members?: ReadonlyMap<string, JsonValue>
  /** Of strings without escapes in ASCII that are members of watched objects. */
  readonly text?: string
}

/** A scanned document: its root is always a watched object. */
export interface JsonObject extends JsonValue {
  readonly kind: 'object'
  readonly members: ReadonlyMap<string, JsonValue>
}

/** Objects below the second level whose members are wanted, by key from the root: `{ params: { _meta: {} } }`. */
export interface Watch {
  readonly [key: string]: Watch
}

/** Why bytes were refused, and where. `reason` is fit for the caller's eyes. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(reason)
    this.offset = offset
  }
}

/** How strict to be where no two parsers disagree. */
export interface ScanRules {
  /** Levels of nesting, the root being the first. */
  readonly depthMax: number
  /** Whether `"\\ud83d"` without its other half is let through. */
  readonly loneSurrogates: boolean
}

/** For what buyers send. */
export const requestRules: ScanRules = { depthMax: 64, loneSurrogates: false }

/** For what publishers answer: their tools may cut an emoji in half, and a buyer's parser takes that. */
export const answerRules: ScanRules = { depthMax: 512, loneSurrogates: true }

interface Cursor extends ScanRules {
  readonly bytes: Buffer
  readonly view: DataView
  /** The same bytes as characters: keys are sliced from it much faster than they are decoded. */
  readonly text: string
  at: number
}

/** Levels whose keys are always checked for twins. */
const CHECKED_LEVELS = 2

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const PLUS = 0x2b
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const UPPER_E = 0x45
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const LOWER_E = 0x65
const LOWER_U = 0x75
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const ASCII_MAX = 0x7f
/** For four bytes at once: the highest bit, and the lowest, of each. */
const HIGH_BITS = 0x80808080 | 0
const LOW_BITS = 0x01010101
/** Keys that are their own fold. */
const LOWER_CASE_KEY = /^[a-z_]*$/
const SLICED_LENGTH_MAX = 16 * 1024
const SIMPLE_ESCAPES = new Set(Buffer.from('"\\/bfnrt'))

/**
 * Reads one JSON object in one strict pass, without building it. Two parsers can disagree about what a document says
 * (which of two equal keys counts, whether "Method" is "method"); a call is billed by what its publisher will execute,
 * so whatever they could disagree about is refused: a byte order mark, invalid UTF-8, lone surrogates, anything but a
 * single object, deep nesting, and at the top two levels and in watched objects equal keys and keys that differ only in
 * case.
 */
export function scanObject(bytes: Buffer, watch: Watch = {}, rules: ScanRules = requestRules): JsonObject {
  if (bytes[0] === 0xef && bytes[1] === 0xbb) throw new JsonFault('starts with a byte order mark', 0)
  if (!isUtf8(bytes)) throw new JsonFault('is not valid UTF-8', 0)
  const text = bytes.toString('latin1')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const cursor: Cursor = { bytes, view, text, at: 0, depthMax: rules.depthMax, loneSurrogates: rules.loneSurrogates }
  skipSpace(cursor)
  if (peek(cursor) === OPEN_ARRAY) throw new JsonFault('is an array: send one object', cursor.at)
  if (peek(cursor) !== OPEN_OBJECT) throw new JsonFault('is not a JSON object', cursor.at)
  const root = readObject(cursor, 1, watch)
  skipSpace(cursor)
  if (cursor.at !== bytes.length) throw new JsonFault('has something after its end', cursor.at)
  return root
}

/** A value's JSON as it was sent. */
export function jsonOf(bytes: Buffer, value: JsonValue): string {
  return value.text === undefined ? bytes.toString('utf8', value.start, value.end) : `"${value.text}"`
}

/** The text of a scanned string; undefined for another kind of value. */
export function textOf(bytes: Buffer, value: JsonValue | undefined): string | undefined {
  if (value?.kind !== 'string') return undefined
  if (value.text !== undefined) return value.text
  const text = bytes.toString('utf8', value.start + 1, value.end - 1)
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
}

function readObject(cursor: Cursor, depth: number, watch: Watch): JsonObject {
  if (depth > cursor.depthMax) throw tooDeep(cursor)
  const start = cursor.at
  const members = new Map<string, JsonValue>()
  let folded: Set<string> | undefined
  cursor.at += 1
  skipSpace(cursor)
  if (peek(cursor) === CLOSE_OBJECT) return closeObject(cursor, start, members)
  for (;;) {
    const key = readKey(cursor)
    const fold = foldCase(key)
    // Until a key differs from its fold, the keys are the folds.
    if (fold !== key) folded ??= new Set(members.keys())
    const isTwin = folded === undefined ? members.has(key) : folded.has(fold)
    if (isTwin) throw new JsonFault(`has the key ${quoted(key)} twice or in two spellings`, cursor.at)
    folded?.add(fold)
    members.set(key, readMember(cursor, depth + 1, watch[key]))
    skipSpace(cursor)
    if (peek(cursor) === CLOSE_OBJECT) return closeObject(cursor, start, members)
    expect(cursor, COMMA)
    skipSpace(cursor)
  }
}

function closeObject(cursor: Cursor, start: number, members: Map<string, JsonValue>): JsonObject {
  cursor.at += 1
  return { kind: 'object', start, end: cursor.at, members }
}

/** Reads a value at `depth`, recording its members only when somebody will look at them. */
function readMember(cursor: Cursor, depth: number, watch: Watch | undefined): JsonValue {
  const watched = depth <= CHECKED_LEVELS || watch !== undefined
  if (watched && peek(cursor) === OPEN_OBJECT) return readObject(cursor, depth, watch ?? {})
  if (peek(cursor) === QUOTE) return readString(cursor)
  const start = cursor.at
  const kind = skipValue(cursor, depth)
  return { kind, start, end: cursor.at }
}

function readString(cursor: Cursor): JsonValue {
  const start = cursor.at
  const isPlain = skipString(cursor)
  const end = cursor.at
  return isPlain
    ? { kind: 'string', start, end, text: pieceOf(cursor, start + 1, end - 1) }
    : { kind: 'string', start, end }
}

/** Of ASCII. A slice keeps the whole text in memory for as long as the call lasts: pieces of large ones are copies. */
function pieceOf({ bytes, text }: Cursor, start: number, end: number): string {
  return text.length <= SLICED_LENGTH_MAX ? text.slice(start, end) : bytes.toString('latin1', start, end)
}

/** Leaves the cursor on the member's value. */
function readKey(cursor: Cursor): string {
  const start = cursor.at + 1
  if (peek(cursor) !== QUOTE) throw notJson(cursor)
  const isPlain = skipString(cursor)
  const end = cursor.at - 1
  skipToValue(cursor)
  if (isPlain) return pieceOf(cursor, start, end)
  return JSON.parse(`"${cursor.bytes.toString('utf8', start, end)}"`) as string
}

function skipToValue(cursor: Cursor): void {
  skipSpace(cursor)
  expect(cursor, COLON)
  skipSpace(cursor)
}

function skipValue(cursor: Cursor, depth: number): JsonKind {
  switch (peek(cursor)) {
    case QUOTE:
      skipString(cursor)
      return 'string'
    case OPEN_OBJECT:
      skipObject(cursor, depth)
      return 'object'
    case OPEN_ARRAY:
      skipArray(cursor, depth)
      return 'array'
    case 0x74:
      return skipWord(cursor, 'true')
    case 0x66:
      return skipWord(cursor, 'false')
    case 0x6e:
      return skipWord(cursor, 'null')
    default:
      skipNumber(cursor)
      return 'number'
  }
}

function skipObject(cursor: Cursor, depth: number): void {
  if (depth > cursor.depthMax) throw tooDeep(cursor)
  cursor.at += 1
  skipSpace(cursor)
  if (takes(cursor, CLOSE_OBJECT)) return
  for (;;) {
    if (peek(cursor) !== QUOTE) throw notJson(cursor)
    skipString(cursor)
    skipToValue(cursor)
    skipValue(cursor, depth + 1)
    skipSpace(cursor)
    if (takes(cursor, CLOSE_OBJECT)) return
    expect(cursor, COMMA)
    skipSpace(cursor)
  }
}

function skipArray(cursor: Cursor, depth: number): void {
  if (depth > cursor.depthMax) throw tooDeep(cursor)
  cursor.at += 1
  skipSpace(cursor)
  if (takes(cursor, CLOSE_ARRAY)) return
  for (;;) {
    skipValue(cursor, depth + 1)
    skipSpace(cursor)
    if (takes(cursor, CLOSE_ARRAY)) return
    expect(cursor, COMMA)
    skipSpace(cursor)
  }
}

/** Whether every character of the string stands for itself: ASCII, and no escapes. */
function skipString(cursor: Cursor): boolean {
  const { bytes } = cursor
  let at = cursor.at + 1
  let isPlain = true
  for (;;) {
    at = skipPlain(cursor, at)
    const code = bytes[at] ?? 0
    if (code === QUOTE) break
    isPlain = false
    if (code === BACKSLASH) at = skipEscape(cursor, at)
    else if (code > ASCII_MAX) at += 1
    else throw new JsonFault('is not valid JSON', at) // A control character, or the end.
  }
  cursor.at = at + 1
  return isPlain
}

/** Most of a document is passed over here, so it goes by four bytes at once as long as each stands for itself. */
function skipPlain({ view, bytes }: Cursor, start: number): number {
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

function skipEscape({ text, loneSurrogates }: Cursor, at: number): number {
  const letter = text.charCodeAt(at + 1)
  if (letter !== LOWER_U) {
    if (!SIMPLE_ESCAPES.has(letter)) throw new JsonFault('is not valid JSON', at)
    return at + 2
  }
  const unit = readHex(text, at + 2)
  if (unit < 0xd800 || unit > 0xdfff) return at + 6
  const paired = unit < 0xdc00 && text.startsWith('\\u', at + 6)
  const low = paired ? readHex(text, at + 8) : 0
  if (low >= 0xdc00 && low <= 0xdfff) return at + 12
  if (!loneSurrogates) throw new JsonFault('has a lone surrogate', at)
  return at + 6
}

function readHex(text: string, at: number): number {
  const digits = text.slice(at, at + 4)
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonFault('is not valid JSON', at)
  return Number.parseInt(digits, 16)
}

function skipWord<Word extends 'true' | 'false' | 'null'>(cursor: Cursor, word: Word): Word {
  if (!cursor.text.startsWith(word, cursor.at)) throw notJson(cursor)
  cursor.at += word.length
  return word
}

function skipNumber(cursor: Cursor): void {
  takes(cursor, MINUS)
  if (!takes(cursor, ZERO)) skipDigits(cursor)
  if (takes(cursor, DOT)) skipDigits(cursor)
  if (!takes(cursor, LOWER_E) && !takes(cursor, UPPER_E)) return
  if (!takes(cursor, MINUS)) takes(cursor, PLUS)
  skipDigits(cursor)
}

/** At least one. */
function skipDigits(cursor: Cursor): void {
  const { text } = cursor
  const start = cursor.at
  let at = start
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) at += 1
  if (at === start) throw notJson(cursor)
  cursor.at = at
}

function skipSpace(cursor: Cursor): void {
  while (isSpace(peek(cursor))) cursor.at += 1
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB
}

/** The byte at the cursor; NaN after the end, which equals nothing. */
function peek(cursor: Cursor): number {
  return cursor.text.charCodeAt(cursor.at)
}

function takes(cursor: Cursor, code: number): boolean {
  if (peek(cursor) !== code) return false
  cursor.at += 1
  return true
}

function expect(cursor: Cursor, code: number): void {
  if (!takes(cursor, code)) throw notJson(cursor)
}

/** Equal for keys that a case-insensitive parser would take for each other; both steps are needed for U+017F and U+212A. */
function foldCase(key: string): string {
  return LOWER_CASE_KEY.test(key) ? key : key.toUpperCase().toLowerCase()
}

function quoted(key: string): string {
  return JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}...` : key)
}

const notJson = (cursor: Cursor) => new JsonFault('is not valid JSON', cursor.at)
const tooDeep = (cursor: Cursor) => new JsonFault(`is nested more than ${cursor.depthMax} levels deep`, cursor.at)
