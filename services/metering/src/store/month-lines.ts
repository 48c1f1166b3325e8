import { type CsvColumns, csvLine, type Queryable } from '@mtg/postgres'

/** How records are written, see `csvLine`. Seals are digests of it, so it never changes: whoever adds a column adds a format. */
const FORMATS = {
  1: {
    call_id: 'plain',
    occurred_at: 'time',
    buyer_id: 'plain',
    key_id: 'plain',
    purchase_id: 'plain',
    app_id: 'plain',
    publisher_username: 'text',
    app_name: 'text',
    adapter: 'plain',
    operation: 'text',
    name: 'text',
    tier: 'plain',
    charged_micros: 'plain',
    total_tokens: 'plain',
    duration_ms: 'plain',
    recorded_at: 'time',
  },
} as const satisfies Record<number, CsvColumns>

/** How records are written now. */
export const FORMAT = 1

const ROWS_PER_PAGE = 5000

const SPAN = `call_id >= $1 AND call_id < call_id_floor(usage_month_end(to_date($2, 'YYYY-MM')))`

const BEGIN = {
  name: 'begin-of-usage-month',
  text: `SELECT call_id_floor(to_date($1, 'YYYY-MM')::timestamp AT TIME ZONE 'UTC') AS id`,
}
const PAGE_END = {
  name: 'page-of-usage-month',
  text: `SELECT call_id AS id FROM usage_records WHERE ${SPAN} ORDER BY call_id OFFSET $3 LIMIT 1`,
}
const PAGE = {
  name: 'lines-of-usage-month',
  text: `SELECT ${csvLine(FORMATS[FORMAT])} AS line, charged_micros AS micros FROM usage_records
         WHERE ${SPAN} AND ($3::uuid IS NULL OR call_id < $3) ORDER BY call_id`,
}

/** Records as lines of a file, many at once. */
export interface Lines {
  /** Ends with a line break. */
  readonly text: string
  readonly count: number
  readonly chargedMicros: bigint
}

/** The names of the columns in their order. */
export function columnNames(): string[] {
  return Object.keys(FORMATS[FORMAT])
}

/** All records of a month as lines, behind one of column names, in the order of call ids; page by page, so that nothing is held up. */
export async function* readLines(db: Queryable, month: string): AsyncGenerator<Lines> {
  yield { text: `${columnNames().join(',')}\n`, count: 0, chargedMicros: 0n }
  const [begin] = await db.query<{ id: string }>(BEGIN, [month])
  for (let from = begin?.id; from !== undefined; ) {
    const [end]: { id: string }[] = await db.query<{ id: string }>(PAGE_END, [from, month, ROWS_PER_PAGE])
    const rows = await db.query<{ line: string; micros: string }>(PAGE, [from, month, end?.id ?? null])
    yield {
      text: rows.map(row => `${row.line}\n`).join(''),
      count: rows.length,
      chargedMicros: rows.reduce((sum, row) => sum + BigInt(row.micros), 0n),
    }
    from = end?.id
  }
}
