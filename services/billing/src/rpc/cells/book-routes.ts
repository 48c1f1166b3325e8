import type { billing } from '@mtg/contracts'
import { appError, toAppError } from '@mtg/errors'
import { fromTimestamp, pageSizeOf } from '@mtg/rpc'
import { cellsOf, type DefinitionOf, ofBuyer } from './call-routes.ts'
import { mergeLines, mergeNewest, namedTexts, pageThrough, sumOf } from './merge.ts'
import type { Asking, CellAnswer, Routes } from './route.ts'

const home = { kind: 'home' } as const
const timeOf = (time: Parameters<typeof fromTimestamp>[0]) => fromTimestamp(time) ?? new Date(0)

/** TopUpService: a top-up is its buyer's cell's. */
export const topUpRoutes: Routes<DefinitionOf<'TopUpService'>> = {
  CreateTopUp: ofBuyer,
  GetTopUp: { kind: 'whoever knows', buyerOf: ({ buyerId }) => buyerId, unknown: 'not_found' },
  ListTopUps: ofBuyer,
  ListReversals: {
    kind: 'every',
    ofBuyers: true,
    merge(answers: readonly CellAnswer<billing.ListReversalsResponse__Output>[], { pageSize }) {
      const pages = answers.map(({ answer }) => ({ rows: answer.reversals, nextPageToken: answer.nextPageToken }))
      const endOf = (reversal: billing.Reversal__Output) => ({
        createdAt: timeOf(reversal.createdAt),
        id: reversal.reversalId,
      })
      const { page, nextPageToken } = mergeNewest(pages, pageSizeOf(pageSize), endOf)
      return { reversals: page, nextPageToken }
    },
  },
  RefundTopUp: { kind: 'whoever knows', unknown: 'not_found' },
}

/** LedgerService: every cell has books of its own, and what is said of all is the sum. */
export const ledgerRoutes: Routes<DefinitionOf<'LedgerService'>> = {
  VerifyLedger: {
    kind: 'own way',
    async ask(request, asking) {
      const checks = mergeChecks(await asking.every(request))
      return { checks: [...checks, toCheck(await asking.transferBreaches())] }
    },
  },
  // Usage records are in one place: the home cell compares them with the calls of all cells.
  Reconcile: home,
  ListEntries: { kind: 'own way', ask: listEntries },
  ListBalances: {
    kind: 'every',
    ofBuyers: true,
    merge: answers => ({
      balances: mergeLines(
        answers.map(({ answer }) => answer.balances),
        ({ accountType }) => accountType,
        (a, b) => ({ ...a, balanceMicros: sumOf([a.balanceMicros, b.balanceMicros]) }),
      ),
    }),
  },
  ListPeriods: {
    kind: 'every',
    merge: answers => ({
      periods: answers.flatMap(({ cell, answer }) => answer.periods.map(period => ({ ...period, cell }))),
    }),
  },
  VerifyPeriod: {
    kind: 'own way',
    async ask(request, asking) {
      const answers = await whereKnown(asking, request, 'invalid_argument')
      return { breaches: namedTexts(answers.map(({ cell, answer }) => ({ cell, answer: answer.breaches }))) }
    },
  },
  SealPeriods: {
    kind: 'every',
    merge(answers) {
      const next = answers.find(({ answer }) => answer.nextMonth !== '')
      return {
        months: namedTexts(answers.map(({ cell, answer }) => ({ cell, answer: answer.months }))),
        nextMonth: next?.answer.nextMonth ?? '',
        nextRefusal: next === undefined ? '' : `${next.cell}: ${next.answer.nextRefusal}`,
      }
    },
  },
  ExportPeriods: {
    kind: 'every',
    merge: answers => ({
      months: namedTexts(answers.map(({ cell, answer }) => ({ cell, answer: answer.months }))),
      location: answers.map(({ answer }) => answer.location).join(', '),
    }),
  },
}

function mergeChecks(answers: readonly CellAnswer<billing.VerifyLedgerResponse__Output>[]) {
  const named = answers.map(({ cell, answer }) =>
    answer.checks.map(check => ({ ...check, breaches: check.breaches.map(breach => `${cell}: ${breach}`) })),
  )
  return mergeLines(
    named,
    ({ name }) => name,
    (a, b) => ({
      ...a,
      breachCount: sumOf([a.breachCount, b.breachCount]),
      breaches: [...a.breaches, ...b.breaches],
    }),
  )
}

const BREACHES_SHOWN_MAX = 20

const toCheck = (breaches: readonly string[]): billing.InvariantCheck__Output => ({
  name: 'cells_transfers_match',
  description: 'what left one cell has arrived in another, once, with the same amounts',
  breachCount: String(breaches.length),
  breaches: breaches.slice(0, BREACHES_SHOWN_MAX),
})

async function listEntries(
  request: billing.ListEntriesRequest__Output,
  asking: Asking<billing.ListEntriesRequest__Output, billing.ListEntriesResponse__Output>,
): Promise<billing.ListEntriesResponse> {
  const [type, owner = ''] = request.account.split(':')
  const isOfBuyer = type === 'wallet' || type === 'receivable'
  return await pageThrough(
    isOfBuyer ? cellsOf(asking, owner) : asking.names,
    request.pageToken,
    ({ entries }: billing.ListEntriesResponse__Output) => entries.length === 0,
    (cell, pageToken) => asking.one(cell, { ...request, pageToken }),
  )
}

/** The answers of those cells that know what is asked about; the refusal of the first one where none does. */
async function whereKnown<Request, Received>(
  asking: Asking<Request, Received>,
  request: Request,
  unknown: 'invalid_argument' | 'not_found',
): Promise<CellAnswer<Received>[]> {
  const asked = await Promise.allSettled(
    asking.names.map(async cell => ({ cell, answer: await asking.one(cell, request) })),
  )
  const answers: CellAnswer<Received>[] = []
  let refusal: unknown
  for (const outcome of asked) {
    if (outcome.status === 'fulfilled') answers.push(outcome.value)
    else if (toAppError(outcome.reason).code === unknown) refusal ??= outcome.reason
    else throw outcome.reason
  }
  if (answers.length === 0) throw refusal ?? appError(unknown)
  return answers
}

type StatementAccount = billing.StatementAccount__Output | null

function isOfOneCell(account: StatementAccount, { hasMoved }: Pick<Asking<never, unknown>, 'hasMoved'>): boolean {
  return account === null || (account.username === '' && !hasMoved(account.buyerId))
}

/** StatementService: a publisher has earned in all cells, and a buyer who was moved has paid in several. */
export const statementRoutes: Routes<DefinitionOf<'StatementService'>> = {
  ListStatementMonths: {
    kind: 'own way',
    async ask(request, asking) {
      const { account } = request
      if (isOfOneCell(account, asking)) return await asking.one(asking.ownerOf(account?.buyerId ?? ''), request)
      const answers = await asking.every(request)
      const months = mergeLines(
        answers.map(({ answer }) => answer.months),
        ({ month }) => month,
        (a, b) => ({ ...a, closed: a.closed && b.closed }),
      )
      return { months: months.sort((a, b) => (a.month < b.month ? 1 : -1)) }
    },
  },
  GetMonthlyStatement: {
    kind: 'own way',
    async ask(request, asking) {
      const { account } = request
      if (isOfOneCell(account, asking)) return await asking.one(asking.ownerOf(account?.buyerId ?? ''), request)
      return mergeMonth((await whereKnown(asking, request, 'not_found')).map(({ answer }) => answer))
    },
  },
}

function mergeMonth(
  parts: readonly billing.GetMonthlyStatementResponse__Output[],
): billing.GetMonthlyStatementResponse {
  const [first] = parts
  if (first === undefined) throw appError('not_found')
  return {
    ...first,
    closed: parts.every(({ closed }) => closed),
    openingMicros: sumOf(parts.map(({ openingMicros }) => openingMicros)),
    lines: withoutTransfers(
      mergeLines(
        parts.map(({ lines }) => lines),
        ({ kind, app }) => `${kind} ${app}`,
        addLines,
      ),
    ),
    closingMicros: sumOf(parts.map(({ closingMicros }) => closingMicros)),
  }
}

const addLines = <Line extends { readonly entryCount: string; readonly amountMicros: string }>(
  a: Line,
  b: Line,
): Line => ({
  ...a,
  entryCount: sumOf([a.entryCount, b.entryCount]),
  amountMicros: sumOf([a.amountMicros, b.amountMicros]),
})

/** What one cell handed over and another one entered has moved nothing. */
const withoutTransfers = <Line extends { readonly kind: string; readonly amountMicros: string }>(
  lines: Line[],
): Line[] => lines.filter(({ kind, amountMicros }) => kind !== 'cell_transfer' || amountMicros !== '0')

/** PublisherAccountService: the home cell pays out what all cells owe. */
export const publisherAccountRoutes: Routes<DefinitionOf<'PublisherAccountService'>> = {
  GetEarnings: {
    kind: 'every',
    merge(answers) {
      const [first] = answers
      const sum = (field: 'payableMicros' | 'earnedMicros' | 'paidOutMicros') =>
        sumOf(answers.map(({ answer }) => answer[field]))
      return {
        ...first?.answer,
        payableMicros: sum('payableMicros'),
        earnedMicros: sum('earnedMicros'),
        paidOutMicros: sum('paidOutMicros'),
      }
    },
  },
  ConnectPayoutAccount: { kind: 'home', changes: true },
  DisconnectPayoutAccount: { kind: 'home', changes: true },
  CreatePayout: home,
  ListPayouts: home,
  GetStatement: {
    kind: 'every',
    merge: answers => ({
      openingMicros: sumOf(answers.map(({ answer }) => answer.openingMicros)),
      lines: withoutTransfers(
        mergeLines(
          answers.map(({ answer }) => answer.lines),
          ({ kind }) => kind,
          addLines,
        ),
      ),
      closingMicros: sumOf(answers.map(({ answer }) => answer.closingMicros)),
    }),
  },
}
