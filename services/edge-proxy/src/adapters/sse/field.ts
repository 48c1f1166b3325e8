const COLON = 0x3a
const SPACE = 0x20
/** No field that means anything has a longer name ("event", "data", "id", "retry"). */
const FIELD_LENGTH_MAX = 8

/** Whether a line is a comment. */
export function isComment(line: Buffer): boolean {
  return line[0] === COLON
}

/** The name of the field that a line is about. */
export function fieldOf(line: Buffer): string {
  const name = line.toString('latin1', 0, Math.min(line.length, FIELD_LENGTH_MAX))
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(0, colon)
}

/** Where the value begins in a data line: behind the colon and one space. */
export function dataStart(line: Buffer): number {
  if (line.length === 'data'.length) return line.length
  const behindColon = 'data:'.length
  return line[behindColon] === SPACE ? behindColon + 1 : behindColon
}
