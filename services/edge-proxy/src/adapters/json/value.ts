type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null'

/** A value inside scanned bytes. */
export interface JsonValue {
  readonly kind: JsonKind
  readonly start: number
  /** One past the last byte. */
  readonly end: number
  /** Of watched objects only. */
  readonly members?: ReadonlyMap<string, JsonValue>
  /** Of watched arrays only. */
  readonly elements?: readonly JsonValue[]
  /** Of short strings without escapes in ASCII that are members of watched objects. */
  readonly text?: string
}

/** A scanned document: its root is always a watched object. */
export interface JsonObject extends JsonValue {
  readonly kind: 'object'
  readonly members: ReadonlyMap<string, JsonValue>
}

/** Whether the value is an object whose members were looked at. */
export function isObject(value: JsonValue): value is JsonObject {
  return value.kind === 'object' && value.members !== undefined
}

/** Objects and arrays below the second level that are wanted, by key. */
export type Watch = ReadonlyMap<string, Watch>

/** As it is written: `{ params: { _meta: {} } }`. */
export interface WatchTree {
  readonly [key: string]: WatchTree
}

/** The key that stands for every element of an array. */
export const EACH = '[]'

/** The watch that such a tree stands for. */
export function watchFor(tree: WatchTree): Watch {
  return new Map(Object.entries(tree).map(([key, below]) => [key, watchFor(below)]))
}

/** A bound that a document went over. */
export type JsonLimit = 'keys' | 'elements' | 'depth'

/** Why bytes were refused, and where. `reason` is fit for the caller's eyes. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly offset: number
  readonly limit: JsonLimit | undefined

  constructor(reason: string, offset: number, limit?: JsonLimit) {
    super(reason)
    this.offset = offset
    this.limit = limit
  }
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
  return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text
}
