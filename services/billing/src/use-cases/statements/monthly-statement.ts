import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import {
  boundLines,
  isMonthClosed,
  type Month,
  type MonthlyStatement,
  monthsBetween,
  type StatementAccount,
} from '../../domain/monthly-statement.ts'
import { addUpMonth, firstEntryOf } from '../../store/statements/add-up.ts'
import { findStatement, isMonthDropped, keepStatement } from '../../store/statements/kept.ts'

/** A month of a list. */
interface ListedMonth {
  readonly month: Month
  readonly isClosed: boolean
}

/** The months of an account, newest first; none before its first entry. */
export async function listMonths(db: Database, account: StatementAccount): Promise<ListedMonth[]> {
  const { at, now } = await firstEntryOf(db, account)
  if (at === null) return []
  return monthsBetween(at, now).map(month => ({ month, isClosed: isMonthClosed(month, now.getTime()) }))
}

/** One month: of a closed one what was given out first, for good. `not_found` where there is nothing to say. */
export async function statementOf(db: Database, account: StatementAccount, month: Month): Promise<MonthlyStatement> {
  const kept = await findStatement(db, account, month)
  if (kept !== undefined) return kept
  const { at, now } = await firstEntryOf(db, account)
  if (at === null || month.to <= at || month.from > now) throw noStatement(month)
  if (await isMonthDropped(db, month)) throw noStatement(month)
  const isClosed = isMonthClosed(month, now.getTime())
  const { closingMicros, lines } = await addUpMonth(db, account, month)
  const moved = lines.reduce((total, { amountMicros }) => total + amountMicros, 0n)
  const statement = { month, isClosed, openingMicros: closingMicros - moved, closingMicros, lines: boundLines(lines) }
  if (!isClosed) return statement
  await keepStatement(db, account, statement)
  // Somebody may have been first.
  return (await findStatement(db, account, month)) ?? statement
}

const noStatement = ({ name }: Month) =>
  appError('not_found', { message: `There is no statement of ${name} for this account.` })
