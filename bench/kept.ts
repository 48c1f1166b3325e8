import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder with a filled installation, or one to be filled. */
export interface Kept {
  readonly dir: string
  /** Whether it is there as it was asked for; else it is made anew. */
  readonly isFilled: boolean
  /** Says that it is filled now. */
  keep(): void
}

/** Calls of the last days are so no longer. */
const KEPT_MS = 20 * 3_600_000

interface Note {
  readonly what: string
  readonly filledAtMs: number | null
}

/**
 * Looks whether a folder has what is wanted, put into words. Throws where there is something else than a filling in it: nobody's
 * files are to be lost.
 */
export function openKept(dir: string, what: string, nowMs = Date.now()): Kept {
  const file = join(dir, 'filling.json')
  const write = (note: Note) => writeFileSync(file, `${JSON.stringify(note)}\n`)
  mkdirSync(dir, { recursive: true })
  if (!existsSync(file) && readdirSync(dir).length > 0) throw new Error(`${dir} has other files in it`)
  const note = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Note) : undefined
  const isFilled = note?.what === what && note.filledAtMs !== null && nowMs - note.filledAtMs < KEPT_MS
  if (!isFilled) write({ what, filledAtMs: null })
  return { dir, isFilled, keep: () => write({ what, filledAtMs: Date.now() }) }
}
