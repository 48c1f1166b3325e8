// The driver's own arrays check every element for what to do with it, which costs more than all else about a statement.

/**
 * A PostgreSQL array literal of what needs no quotes: UUIDs, numbers, booleans, times, plain words. Never of anything that
 * somebody outside has chosen.
 */
export function plainArray(values: readonly (string | number | bigint | boolean | null)[]): string {
  return `{${values.map(value => value ?? 'NULL').join(',')}}`
}

/** A PostgreSQL array literal of any texts. */
export function textArray(values: readonly string[]): string {
  return `{${values.map(quoted).join(',')}}`
}

const quoted = (text: string) => (/["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`)
