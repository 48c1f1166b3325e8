import type { Path } from './document.ts'

/** A value and the way to it. */
export interface Selected {
  path: Path
  value: unknown
}

/**
 * Every value that the pattern leads to, in the order of the file; `*` stands for each item of a list or field of a
 * map. Works on values that have not been checked: what is not there, or is something else, is passed over.
 */
export function select(root: unknown, pattern: readonly string[]): Selected[] {
  let found: Selected[] = [{ path: [], value: root }]
  for (const step of pattern) found = found.flatMap(parent => children(parent, step))
  return found
}

function children({ path, value }: Selected, step: string): Selected[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries
    .filter(([name]) => step === '*' || name === step)
    .map(([name, child]) => ({ path: [...path, name], value: child }))
}
