import { type CsvColumns, csvLine, type Queryable } from '@mtg/postgres'
import type { Lines, PeriodPart, SettledPeriod } from '../../domain/settled-period.ts'

/** How rows are written, see `csvLine`. Seals are digests of it, so it never changes: whoever adds a column adds a format. */
const FORMATS = {
  1: {
    calls: {
      call_id: 'plain',
      state: 'plain',
      buyer_id: 'plain',
      purchase_id: 'plain',
      app_id: 'plain',
      publisher_id: 'plain',
      tier: 'plain',
      tool: 'text',
      price_micros: 'plain',
      fee_micros: 'plain',
      window_index: 'plain',
      total_tokens: 'plain',
      reserved_at: 'time',
      expires_at: 'time',
      resolved_at: 'time',
      outcome: 'text',
      corrected: 'plain',
      corrected_at: 'time',
      key_id: 'plain',
      name: 'text',
      key_hour: 'plain',
    },
    entries: {
      id: 'plain',
      kind: 'plain',
      debit_type: 'plain',
      debit_owner: 'plain',
      credit_type: 'plain',
      credit_owner: 'plain',
      amount_micros: 'plain',
      call_id: 'plain',
      reference: 'text',
      created_at: 'time',
    },
  },
} as const satisfies Record<number, Record<PeriodPart, CsvColumns>>

/** How rows are written now. */
export const FORMAT = 1

const TABLES: Readonly<
  Record<PeriodPart, { readonly table: string; readonly order: string; readonly micros: string }>
> = {
  calls: { table: 'settled_calls', order: 'call_id', micros: '0' },
  entries: { table: 'settled_entries', order: 'call_id, id', micros: 'amount_micros' },
}

const ROWS_PER_PAGE = 5000

/** The names of a part's columns in their order. */
export function columnsOf(part: PeriodPart): string[] {
  return Object.keys(FORMATS[FORMAT][part])
}

/** All rows of a part of a month as lines, behind one of column names, in the order of call ids; page by page, so that nothing is held up. */
export async function* readLines(
  db: Queryable,
  { lowerId, upperId }: SettledPeriod,
  part: PeriodPart,
): AsyncGenerator<Lines> {
  yield { text: `${columnsOf(part).join(',')}\n`, count: 0, amountMicros: 0n }
  const { pageEnd, page } = statementsOf(part)
  for (let from: string | undefined = lowerId; from !== undefined; ) {
    const [end]: { call_id: string }[] = await db.query<{ call_id: string }>(pageEnd, [from, upperId, ROWS_PER_PAGE])
    const rows = await db.query<{ line: string; micros: string }>(page, [from, end?.call_id ?? upperId])
    yield {
      text: rows.map(row => `${row.line}\n`).join(''),
      count: rows.length,
      amountMicros: rows.reduce((sum, row) => sum + BigInt(row.micros), 0n),
    }
    from = end?.call_id
  }
}

function statementsOf(part: PeriodPart) {
  const { table, order, micros } = TABLES[part]
  return {
    pageEnd: {
      name: `page-of-settled-${part}`,
      text: `SELECT call_id FROM ${table} WHERE call_id >= $1 AND call_id < $2 ORDER BY call_id OFFSET $3 LIMIT 1`,
    },
    page: {
      name: `lines-of-settled-${part}`,
      text: `SELECT ${csvLine(FORMATS[FORMAT][part])} AS line, ${micros} AS micros
             FROM ${table} WHERE call_id >= $1 AND call_id < $2 ORDER BY ${order}`,
    },
  }
}
