import { isUtf8 } from 'node:buffer'
import { CLOSE_OBJECT, OPEN_ARRAY, OPEN_OBJECT } from './characters.ts'
import type { Cursor, ScanRules } from './cursor.ts'
import { flatTextOf } from './flat-text.ts'
import { beginFrame, readMember, record } from './record.ts'
import { skip } from './skip.ts'
import { notJson, skipSpace } from './tokens.ts'
import { JsonFault, type JsonObject, type Watch } from './value.ts'

/**
 * Reads one JSON object in one strict pass, without building it. Two parsers can disagree about what a document says
 * (which of two equal keys counts, whether "Method" is "method"); a call is billed by what its publisher will execute,
 * so whatever they could disagree about is refused: a byte order mark, invalid UTF-8, lone surrogates, anything but a
 * single object, deep nesting, and at the top two levels and in watched objects keys that some parser would take for
 * each other.
 */
export function scanObject(bytes: Buffer, watch: Watch, rules: ScanRules): JsonObject {
  const root = goOn(beginScan(bytes, watch, rules), Number.POSITIVE_INFINITY)
  if (root === undefined) throw notJson(bytes.length)
  return root
}

/** Begins to read; nothing but the first byte is read yet. */
export function beginScan(bytes: Buffer, watch: Watch, rules: ScanRules): Cursor {
  if (bytes[0] === 0xef && bytes[1] === 0xbb) throw new JsonFault('starts with a byte order mark', 0)
  if (!isUtf8(bytes)) throw new JsonFault('is not valid UTF-8', 0)
  const start = skipSpace(bytes, 0)
  if (bytes[start] === OPEN_ARRAY) throw new JsonFault('is an array: send one object', start)
  if (bytes[start] !== OPEN_OBJECT) throw new JsonFault('is not a JSON object', start)
  const cursor: Cursor = {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    loneSurrogates: rules.loneSurrogates,
    rules,
    flatText: flatTextOf(bytes),
    frames: [],
    closers: [],
    skippedFrom: 0,
    at: 0,
    next: 'first',
    keys: 0,
    steps: 0,
    root: undefined,
  }
  beginFrame(cursor, start, watch)
  return cursor
}

/** Reads on until so many steps are done; answers with the document once all of it is read. */
export function goOn(cursor: Cursor, stepsMax: number): JsonObject | undefined {
  const { bytes, frames, closers } = cursor
  while (cursor.root === undefined && cursor.steps < stepsMax) {
    const frame = frames[frames.length - 1]
    if (closers.length > 0) skipOn(cursor, stepsMax)
    else if (frame !== undefined) readMember(cursor, frame)
  }
  if (cursor.root === undefined) return undefined
  const end = skipSpace(bytes, cursor.at)
  if (end !== bytes.length) throw new JsonFault('has something after its end', end)
  return cursor.root
}

function skipOn(cursor: Cursor, stepsMax: number): void {
  skip(cursor, stepsMax)
  if (cursor.closers.length > 0) return
  const { skippedFrom: start, at: end } = cursor
  record(cursor, { kind: cursor.bytes[end - 1] === CLOSE_OBJECT ? 'object' : 'array', start, end })
}
