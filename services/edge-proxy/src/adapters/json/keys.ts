/** Keys that are their own fold. */
const LOWER_CASE_KEY = /^[a-z_]*$/
const NUL = '\0'
/** Java takes this one for an i, and so does everybody in Turkish. */
const DOTTED_I = /\u0130/g

/**
 * The same for keys that some parser would take for each other: one that ignores case, as Go's does (both steps are
 * needed for U+017F and U+212A), or one that ends a key at a NUL, as those do that are written in C.
 */
export function foldKey(key: string): string {
  if (LOWER_CASE_KEY.test(key)) return key
  const nul = key.indexOf(NUL)
  return (nul === -1 ? key : key.slice(0, nul)).replace(DOTTED_I, 'i').toUpperCase().toLowerCase()
}

/** A key as a caller is told about it. */
export function quoted(key: string): string {
  return JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}...` : key)
}
