/** A moment as ISO 8601 in UTC with milliseconds. */
export function isoTime(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
  return last.text
}

/** A busy service writes the same moment many times. */
let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' }
