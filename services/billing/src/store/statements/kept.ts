import type { Queryable } from '@mtg/postgres'
import type { Month, MonthlyStatement, StatementAccount } from '../../domain/monthly-statement.ts'

/** A line as it is kept. */
interface KeptLine {
  readonly kind: string
  readonly app: string
  readonly entries: string
  readonly micros: string
}

interface Row extends Record<string, unknown> {
  readonly opening_micros: string
  readonly closing_micros: string
  readonly lines: KeptLine[]
}

const FIND = {
  name: 'find-statement',
  text: `SELECT opening_micros, closing_micros, lines FROM statements
    WHERE account_type = $1::account_type AND owner = $2 AND month = $3::date`,
}

/** A statement of a closed month as it was first given out; undefined when nobody has asked for it yet. */
export async function findStatement(
  db: Queryable,
  { type, owner }: StatementAccount,
  month: Month,
): Promise<MonthlyStatement | undefined> {
  const [row] = await db.query<Row>(FIND, [type, owner, dayOf(month)])
  return (
    row && {
      month,
      isClosed: true,
      openingMicros: BigInt(row.opening_micros),
      closingMicros: BigInt(row.closing_micros),
      lines: row.lines.map(({ kind, app, entries, micros }) => ({
        kind,
        app,
        entryCount: BigInt(entries),
        amountMicros: BigInt(micros),
      })),
    }
  )
}

const KEEP = {
  name: 'keep-statement',
  text: `INSERT INTO statements (account_type, owner, month, opening_micros, closing_micros, lines)
    VALUES ($1::account_type, $2, $3::date, $4, $5, $6::jsonb) ON CONFLICT DO NOTHING`,
}

/** Keeps a statement of a closed month for good; the first one stays. */
export async function keepStatement(
  db: Queryable,
  { type, owner }: StatementAccount,
  { month, openingMicros, closingMicros, lines }: MonthlyStatement,
): Promise<void> {
  const kept: KeptLine[] = lines.map(({ kind, app, entryCount, amountMicros }) => ({
    kind,
    app,
    entries: entryCount.toString(),
    micros: amountMicros.toString(),
  }))
  const sums = [openingMicros.toString(), closingMicros.toString()]
  await db.query(KEEP, [type, owner, dayOf(month), ...sums, JSON.stringify(kept)])
}

const dayOf = ({ name }: Month) => `${name}-01`

const DROPPED = {
  name: 'is-month-dropped',
  text: `SELECT EXISTS (SELECT FROM settled_periods WHERE state = 'dropped' AND period >= $1::date - interval '1 month') AS dropped`,
}

/** Whether entries of the month may have been dropped: calls of a month may be settled in the next one. */
export async function isMonthDropped(db: Queryable, month: Month): Promise<boolean> {
  const [row] = await db.query<{ dropped: boolean }>(DROPPED, [dayOf(month)])
  return row?.dropped === true
}
