import { type billing, services } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { buyerIdOf, implement, invalidField, nameOf, required, toTimestamp } from '@mtg/rpc'
import { type MonthlyStatement, monthOf, type StatementAccount } from '../domain/monthly-statement.ts'
import { requirePublisher } from '../store/publisher-accounts.ts'
import { listMonths, statementOf } from '../use-cases/statements/monthly-statement.ts'

/** StatementService: months of accounts. `slowDb`: a busy month takes longer to add up than a call may. */
export function statementService({ slowDb }: { readonly slowDb: Database }) {
  return implement(services.billing.StatementService, {
    async ListStatementMonths({ account }) {
      const months = await listMonths(slowDb, await accountOf(slowDb, account))
      return { months: months.map(({ month, isClosed }) => ({ month: month.name, closed: isClosed })) }
    },
    async GetMonthlyStatement(request) {
      const month = monthOf(request.month)
      if (month === undefined) throw invalidField('month', 'must be a month, such as 2026-11')
      return toMessage(await statementOf(slowDb, await accountOf(slowDb, request.account), month))
    },
  })
}

async function accountOf(db: Database, sent: billing.StatementAccount__Output | null): Promise<StatementAccount> {
  const { buyerId, username } = required(sent, 'account')
  if (buyerId !== '' && username !== '') throw invalidField('username', 'and buyer_id cannot both be asked for')
  if (username === '') return { type: 'wallet', owner: buyerIdOf(buyerId) }
  return { type: 'publisher_payable', owner: (await requirePublisher(db, nameOf(username, 'username'))).id }
}

function toMessage(statement: MonthlyStatement): billing.GetMonthlyStatementResponse {
  const { month, isClosed, openingMicros, closingMicros, lines } = statement
  return {
    month: month.name,
    from: toTimestamp(month.from),
    to: toTimestamp(month.to),
    closed: isClosed,
    openingMicros: openingMicros.toString(),
    closingMicros: closingMicros.toString(),
    lines: lines.map(({ kind, app, entryCount, amountMicros }) => ({
      kind,
      app,
      entryCount: entryCount.toString(),
      amountMicros: amountMicros.toString(),
    })),
  }
}
