import type { Cursor, ScanRules } from './cursor.ts'
import { beginScan, goOn, scanObject } from './scan.ts'
import type { JsonObject, Watch } from './value.ts'

/** A document whose reading waits for its turn. */
interface Waiting {
  readonly cursor: Cursor
  readonly resolve: (root: JsonObject) => void
  readonly reject: (fault: unknown) => void
}

/** Documents up to this size are read at once: some tenths of a millisecond at worst. */
const AT_ONCE_BYTES_MAX = 32 * 1024
/** For all larger documents together, in one turn of the event loop: about a millisecond. */
const STEPS_PER_TURN = 32_768
/** For one of them, before the next has its part. */
const STEPS_AT_ONCE = 8_192

/** The process has one event loop, so what may be done in one of its turns is shared by all calls. */
const waiting: Waiting[] = []

/**
 * As `scanObject`, but a large document is read bit by bit, so that whoever sends it keeps nobody else waiting: between two
 * parts everything else has its turn.
 */
export function scanInTurns(bytes: Buffer, watch: Watch, rules: ScanRules): JsonObject | Promise<JsonObject> {
  if (bytes.length <= AT_ONCE_BYTES_MAX) return scanObject(bytes, watch, rules)
  const cursor = beginScan(bytes, watch, rules)
  return new Promise((resolve, reject) => {
    waiting.push({ cursor, resolve, reject })
    if (waiting.length === 1) setImmediate(takeTurn)
  })
}

function takeTurn(): void {
  for (let parts = STEPS_PER_TURN / STEPS_AT_ONCE; parts > 0; parts -= 1) {
    const next = waiting.shift()
    if (next === undefined) return
    if (!isRead(next)) waiting.push(next)
  }
  if (waiting.length > 0) setImmediate(takeTurn)
}

/** Reads one part; answers whether the document has come to its end, good or bad. */
function isRead({ cursor, resolve, reject }: Waiting): boolean {
  try {
    const root = goOn(cursor, cursor.steps + STEPS_AT_ONCE)
    if (root === undefined) return false
    resolve(root)
  } catch (fault) {
    reject(fault)
  }
  return true
}
