/** Where commands write what they found. */
export interface Output {
  /** The result: as JSON with --json, else as text for people. */
  result(value: unknown, text: string): void
}

/** Writes to standard output. */
export function createOutput(
  json: boolean,
  write: (text: string) => void = text => void process.stdout.write(text),
): Output {
  return {
    result(value, text) {
      write(`${json ? JSON.stringify(value, null, 2) : text}\n`)
    },
  }
}

/** Rows under a heading, each column as wide as its widest cell. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [heading, ...rows].map(line).join('\n')
}
