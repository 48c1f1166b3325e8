type ColumnKind = 'plain' | 'text' | 'time'

/** Columns of a table in their order, and how each is written. */
export type CsvColumns = Readonly<Record<string, ColumnKind>>

const EXPRESSIONS: Readonly<Record<ColumnKind, (column: string) => string>> = {
  plain: column => `coalesce(${column}::text, '')`,
  text: column => `coalesce('"' || replace(${column}, '"', '""') || '"', '')`,
  time: column => `coalesce(to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`,
}

/**
 * The SQL expression of a row as a line of CSV (RFC 4180), without its line break: texts always quoted, nothing for NULL, times in
 * UTC with milliseconds. Digests of exported months stand on it, so what it makes of a row never changes.
 */
export function csvLine(columns: CsvColumns): string {
  const fields = Object.entries(columns).map(([column, kind]) => EXPRESSIONS[kind](column))
  return `concat_ws(',', ${fields.join(', ')})`
}
