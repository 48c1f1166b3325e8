import type { Source } from './source.ts'
import { JsonFault, type JsonObject, type JsonValue, type Watch } from './value.ts'

/** How strict to be, and how much to take. */
export interface ScanRules {
  /** Levels of nesting, the root being the first. */
  readonly depthMax: number
  /** Keys of one object, of those whose keys are read. */
  readonly keysMax: number
  /** Keys of all these objects together. */
  readonly allKeysMax: number
  /** Elements of one array, of those whose elements are read. */
  readonly elementsMax: number
  /** Whether `"\\ud83d"` without its other half is let through. */
  readonly loneSurrogates: boolean
}

/** What may come next: the first member or its container's end, a member, or what follows a member. */
type Next = 'first' | 'member' | 'end'

/** An object or array whose contents are recorded. */
export interface Frame {
  readonly start: number
  readonly watch: Watch | undefined
  /** Those of an object. */
  readonly members: Map<string, JsonValue> | undefined
  /** Those of an array. */
  readonly elements: JsonValue[] | undefined
  /** See `isTwinKey`. */
  folds: Set<string> | undefined
  /** Of the member whose value comes next. */
  key: string
}

/** Where the reading of a document is. */
export interface Cursor extends Source {
  readonly rules: ScanRules
  /** See `flat-text.ts`. */
  readonly flatText: string | undefined
  /** What is recorded, outermost first. Nothing inside anything else is. */
  readonly frames: Frame[]
  /** What closes each object and array that is open inside the last frame, outermost first. */
  readonly closers: number[]
  /** Where the outermost of these began. */
  skippedFrom: number
  at: number
  next: Next
  /** Keys recorded so far. */
  keys: number
  /** Work so far: one for each member or end of a container, and one for each 64 bytes. */
  steps: number
  root: JsonObject | undefined
}

/** Sixty-four bytes (two to the sixth) are as much work as a token. */
const BYTES_PER_STEP_LOG = 6

/** Moves on, and counts the work that it was to get there. */
export function moveTo(cursor: Cursor, at: number): void {
  cursor.steps += 1 + ((at - cursor.at) >> BYTES_PER_STEP_LOG)
  cursor.at = at
}

/** Throws unless there may be one more level inside those that are open. */
export function checkDepth({ frames, closers, rules: { depthMax } }: Cursor, at: number): void {
  if (frames.length + closers.length < depthMax) return
  throw new JsonFault(`is nested more than ${depthMax} levels deep`, at, 'depth')
}
