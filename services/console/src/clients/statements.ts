import { services } from '@mtg/contracts'
import { createClient, toBigint } from '@mtg/rpc'
import type { MonthlyStatement, StatementMonth, StatementOwner } from '../domain/statement.ts'
import type { ServiceOptions } from './auth.ts'
import { timeIn } from './service-times.ts'

/** Months of accounts, which billing adds up from its journal. */
export interface Statements {
  /** Newest first. */
  months(owner: StatementOwner): Promise<StatementMonth[]>
  /** `not_found` where there is nothing to say. */
  statement(owner: StatementOwner, month: string): Promise<MonthlyStatement>
  close(): void
}

/** A busy month is added up once, when somebody asks for it first. */
const TIMEOUT_MS = 30_000

/** Opens the connection to billing's statements. */
export function openStatements({ address, token }: ServiceOptions): Statements {
  const client = createClient(services.billing.StatementService, { address, token })
  const limits = { timeoutMs: TIMEOUT_MS }
  return {
    async months(account) {
      const { months } = await client.ListStatementMonths({ account }, limits)
      return months.map(({ month, closed }) => ({ month, isClosed: closed }))
    },
    async statement(account, month) {
      const made = await client.GetMonthlyStatement({ account, month }, limits)
      return {
        month: made.month,
        isClosed: made.closed,
        from: timeIn(made.from),
        to: timeIn(made.to),
        openingMicros: toBigint(made.openingMicros),
        closingMicros: toBigint(made.closingMicros),
        lines: made.lines.map(({ kind, app, entryCount, amountMicros }) => ({
          kind,
          app: app || undefined,
          entryCount: toBigint(entryCount),
          amountMicros: toBigint(amountMicros),
        })),
      }
    },
    close: () => client.close(),
  }
}
