/** Keys that are their own fold. */
const LOWER_CASE_KEY = /^[a-z_]*$/
const NUL = '\0'
/** Java takes this one for an i, and so does everybody in Turkish. */
const DOTTED_I = /\u0130/g

/**
 * The same for keys that some parser would take for each other: one that ignores case, as Go's does (both steps are
 * needed for U+017F and U+212A), or one that ends a key at a NUL, as those do that are written in C.
 */
function foldKey(key: string): string {
  if (LOWER_CASE_KEY.test(key)) return key
  const nul = key.indexOf(NUL)
  return (nul === -1 ? key : key.slice(0, nul)).replace(DOTTED_I, 'i').toUpperCase().toLowerCase()
}

/** The keys of an object, as far as they are read. */
interface KeysSoFar {
  /** The key that comes next. */
  readonly key: string
  /** The folds of all keys before it, once one of them differed from its fold; until then the keys are the folds. */
  folds: Set<string> | undefined
}

/**
 * Whether some parser would take the next key of an object for one that it has already; notes the key. Nearly all objects have
 * keys in lower case only, and need no second set of them: part of the quarter that `text-runs.ts` tells of.
 */
export function isTwinKey(object: KeysSoFar, members: ReadonlyMap<string, unknown>): boolean {
  const fold = foldKey(object.key)
  if (fold !== object.key) object.folds ??= new Set(members.keys())
  if (object.folds === undefined) return members.has(fold)
  if (object.folds.has(fold)) return true
  object.folds.add(fold)
  return false
}

/** A key as a caller is told about it. */
export function quoted(key: string): string {
  return JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}...` : key)
}
