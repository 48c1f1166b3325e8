import { CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './characters.ts'
import { type Cursor, checkDepth, type Frame, moveTo } from './cursor.ts'
import { asciiOf } from './flat-text.ts'
import { isTwinKey, quoted } from './keys.ts'
import { beginSkip } from './skip.ts'
import { skipPlain } from './text-runs.ts'
import { notJson, scalarKind, skipColon, skipScalar, skipSpace, skipString } from './tokens.ts'
import { EACH, isObject, JsonFault, type JsonValue, type Watch } from './value.ts'

/** Levels whose keys are always checked for twins. */
const CHECKED_LEVELS = 2
/** The text of longer strings is made only for who asks. */
const TEXT_BYTES_MAX = 256

/** Begins to record an object or array. */
export function beginFrame(cursor: Cursor, at: number, watch: Watch | undefined): void {
  checkDepth(cursor, at)
  const isObject = cursor.bytes[at] === OPEN_OBJECT
  cursor.frames.push({
    start: at,
    watch,
    members: isObject ? new Map() : undefined,
    elements: isObject ? undefined : [],
    folds: undefined,
    key: '',
  })
  cursor.next = 'first'
  moveTo(cursor, at + 1)
}

/** Reads one member or element of the innermost frame, or its end. */
export function readMember(cursor: Cursor, frame: Frame): void {
  const { bytes } = cursor
  const { members } = frame
  let at = skipSpace(bytes, cursor.at)
  if (cursor.next !== 'member' && bytes[at] === (members === undefined ? CLOSE_ARRAY : CLOSE_OBJECT)) {
    return endFrame(cursor, frame, at + 1)
  }
  if (cursor.next === 'end') {
    if (bytes[at] !== COMMA) throw notJson(at)
    at = skipSpace(bytes, at + 1)
  }
  if (members !== undefined) at = readKey(cursor, frame, members, at)
  readValue(cursor, frame, at)
}

/** Records a value that is not looked into, in the innermost frame. */
export function record(cursor: Cursor, value: JsonValue): void {
  const frame = cursor.frames[cursor.frames.length - 1]
  cursor.next = 'end'
  if (frame?.members !== undefined) frame.members.set(frame.key, value)
  else if (frame?.elements !== undefined) addElement(cursor, frame.elements, value)
  else if (isObject(value)) cursor.root = value
}

function addElement({ rules: { elementsMax } }: Cursor, elements: JsonValue[], value: JsonValue): void {
  if (elements.length === elementsMax) {
    throw new JsonFault(`has more than ${elementsMax} elements in one array`, value.start, 'elements')
  }
  elements.push(value)
}

function endFrame(cursor: Cursor, { start, members, elements }: Frame, end: number): void {
  cursor.frames.pop()
  moveTo(cursor, end)
  if (members !== undefined) record(cursor, { kind: 'object', start, end, members })
  else if (elements !== undefined) record(cursor, { kind: 'array', start, end, elements })
}

/** Reads the key of a member, and what lies between it and its value; says where the value begins. */
function readKey(cursor: Cursor, frame: Frame, members: Map<string, JsonValue>, at: number): number {
  const { bytes, rules } = cursor
  if (bytes[at] !== QUOTE) throw notJson(at)
  const plainEnd = skipPlain(cursor, at + 1)
  const isPlain = bytes[plainEnd] === QUOTE
  const end = isPlain ? plainEnd + 1 : skipString(cursor, plainEnd)
  if (members.size === rules.keysMax) {
    throw new JsonFault(`has more than ${rules.keysMax} keys in one object`, at, 'keys')
  }
  if (cursor.keys === rules.allKeysMax) throw new JsonFault(`has more than ${rules.allKeysMax} keys`, at, 'keys')
  cursor.keys += 1
  frame.key = isPlain ? asciiOf(bytes, cursor.flatText, at + 1, end - 1) : decoded(bytes, at + 1, end - 1)
  if (isTwinKey(frame, members)) throw new JsonFault(`has the key ${quoted(frame.key)} twice or in two spellings`, at)
  return skipColon(bytes, end)
}

function readValue(cursor: Cursor, { watch, key, members }: Frame, at: number): void {
  const { bytes } = cursor
  const code = bytes[at]
  if (code === QUOTE) return readString(cursor, at)
  if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
    const below = watch?.get(members === undefined ? EACH : key)
    const isWatched = code === OPEN_OBJECT ? below !== undefined || isCheckedLevel(cursor) : below?.has(EACH)
    return isWatched === true ? beginFrame(cursor, at, below) : beginSkip(cursor, at)
  }
  const end = skipScalar(bytes, at)
  moveTo(cursor, end)
  record(cursor, { kind: scalarKind(code), start: at, end })
}

/** Whether an object inside the innermost frame belongs to the levels that are always looked into. */
function isCheckedLevel({ frames }: Cursor): boolean {
  return frames.length < CHECKED_LEVELS
}

function readString(cursor: Cursor, start: number): void {
  const plainEnd = skipPlain(cursor, start + 1)
  const isPlain = cursor.bytes[plainEnd] === QUOTE
  const end = isPlain ? plainEnd + 1 : skipString(cursor, plainEnd)
  const hasText = isPlain && end - start <= TEXT_BYTES_MAX
  moveTo(cursor, end)
  record(
    cursor,
    hasText
      ? { kind: 'string', start, end, text: asciiOf(cursor.bytes, cursor.flatText, start + 1, end - 1) }
      : { kind: 'string', start, end },
  )
}

function decoded(bytes: Buffer, start: number, end: number): string {
  return String(JSON.parse(`"${bytes.toString('utf8', start, end)}"`))
}
