import { CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './characters.ts'
import { type Cursor, checkDepth, moveTo } from './cursor.ts'
import { notJson, skipColon, skipScalar, skipSpace, skipString } from './tokens.ts'

/** Begins to pass over an object or array that nobody looks into. */
export function beginSkip(cursor: Cursor, at: number): void {
  cursor.skippedFrom = at
  open(cursor, at)
  moveTo(cursor, at + 1)
}

function open(cursor: Cursor, at: number): void {
  checkDepth(cursor, at)
  cursor.closers.push(cursor.bytes[at] === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY)
  cursor.next = 'first'
}

/** Passes over members until everything that was begun is closed, or so many steps are done. */
export function skip(cursor: Cursor, stepsMax: number): void {
  const { closers } = cursor
  while (closers.length > 0 && cursor.steps < stepsMax) skipMember(cursor, closers)
}

function skipMember(cursor: Cursor, closers: number[]): void {
  const { bytes } = cursor
  const closer = closers[closers.length - 1]
  let at = skipSpace(bytes, cursor.at)
  if (cursor.next !== 'member' && bytes[at] === closer) {
    closers.pop()
    cursor.next = 'end'
    return moveTo(cursor, at + 1)
  }
  if (cursor.next === 'end') {
    if (bytes[at] !== COMMA) throw notJson(at)
    at = skipSpace(bytes, at + 1)
  }
  if (closer === CLOSE_OBJECT) {
    if (bytes[at] !== QUOTE) throw notJson(at)
    at = skipColon(bytes, skipString(cursor, at + 1))
  }
  moveTo(cursor, skipValue(cursor, at))
}

/** Into an object or array, past anything else. */
function skipValue(cursor: Cursor, at: number): number {
  const code = cursor.bytes[at]
  if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
    open(cursor, at)
    return at + 1
  }
  cursor.next = 'end'
  return code === QUOTE ? skipString(cursor, at + 1) : skipScalar(cursor.bytes, at)
}
