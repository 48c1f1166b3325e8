import { formatMicros } from '@mtg/primitives'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Documents } from '../../clients/documents.ts'
import type { Statements } from '../../clients/statements.ts'
import type { MonthlyStatement, StatementOwner } from '../../domain/statement.ts'
import { focusColumns, focusRowsOf } from '../../use-cases/receipts/focus-rows.ts'
import type { Access, Api } from '../api.ts'
import { buyerIn, publisherIn } from '../authenticate.ts'
import { Amount, closed, Time } from '../schemas/values.ts'

/** Who adds statements up, and who signs them. */
export interface StatementRouteDeps {
  readonly statements: Statements
  readonly documents: Documents
}

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-11'], description: 'In UTC' })

const MonthsBody = Type.Object({
  items: Type.Array(
    Type.Object({ month: Month, closed: Type.Boolean({ description: 'Whether it does not change any more' }) }),
  ),
  nextPageToken: Type.Null(),
})

const StatementBody = Type.Object({
  month: Month,
  from: Time,
  to: Time,
  closed: Type.Boolean({ description: 'An hour after the end of the month; then it never changes' }),
  currency: Type.Literal('USD'),
  opening: Amount,
  lines: Type.Array(
    Type.Object({
      kind: Type.String({ examples: ['capture', 'fee', 'correction', 'topup'] }),
      app: Type.Union([Type.String(), Type.Null()], { description: 'Null for what no call made' }),
      entries: Type.Integer(),
      amount: Type.Unsafe<string>({ ...Amount, description: 'Negative when it was taken away' }),
    }),
  ),
  closing: Amount,
})

const JOSE = 'application/jose'
const CSV = 'text/csv'

/** Months of buyers and publishers, as JSON, CSV and signed; and what a month cost, as FOCUS has it. */
export function statementRoutes(api: Api, deps: StatementRouteDeps): void {
  addStatements(api, deps, {
    path: '/statements',
    access: 'buyer',
    names: ['listStatements', 'getStatement'],
    of: 'the wallet',
    ownerIn: request => ({ buyerId: buyerIn(request) }),
  })
  addStatements(api, deps, {
    path: '/publisher/statements',
    access: 'account',
    names: ['listPublisherStatements', 'getPublisherStatement'],
    of: 'what the publisher is owed',
    ownerIn: request => ({ username: publisherIn(request) }),
  })
  addFocus(api, deps)
}

/** One kind of account with statements. */
interface Ledger {
  readonly path: string
  readonly access: Access
  readonly names: readonly [string, string]
  readonly of: string
  ownerIn(request: FastifyRequest): StatementOwner
}

function addStatements(api: Api, { statements, documents }: StatementRouteDeps, ledger: Ledger): void {
  const { path, access, names, of } = ledger
  const tags = ['Statements']
  api.get(
    path,
    {
      config: { access },
      schema: {
        operationId: names[0],
        tags,
        summary: `Months of ${of}, newest first, from its first entry on.`,
        response: { 200: MonthsBody },
      },
    },
    async request => {
      const months = await statements.months(ledger.ownerIn(request))
      return { items: months.map(({ month, isClosed }) => ({ month, closed: isClosed })), nextPageToken: null }
    },
  )
  api.get(
    `${path}/:month`,
    {
      config: { access },
      schema: {
        operationId: names[1],
        tags,
        summary: `One month of ${of}: opening balance, lines that add up from the journal, closing balance.`,
        description: '`Accept: text/csv` gives CSV; `Accept: application/jose` a JWS of type `mtg-statement+jwt`.',
        params: Type.Object({ month: Month }),
        response: {
          200: {
            description: 'The statement',
            content: {
              'application/json': { schema: StatementBody },
              [CSV]: { schema: Type.String() },
              [JOSE]: { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const owner = ledger.ownerIn(request)
      const made = shown(await statements.statement(owner, request.params.month))
      const accept = (request.headers.accept ?? '').toLowerCase()
      if (accept.includes(JOSE)) {
        const account = 'buyerId' in owner ? { buyer: owner.buyerId } : { publisher: owner.username }
        return await reply.type(JOSE).send(await documents.sign('statement', { ...account, ...made }))
      }
      if (!accept.includes(CSV)) return await reply.send(made)
      const rows = made.lines.map(({ kind, app, entries, amount }) => [kind, app ?? '', String(entries), amount])
      const balances = (name: string, amount: string) => [name, '', '', amount]
      const table = [
        ['kind', 'app', 'entries', 'amount_usd'],
        balances('opening', made.opening),
        ...rows,
        balances('closing', made.closing),
      ]
      return sendCsv(reply, `statement-${made.month}.csv`, table)
    },
  )
}

function shown({ month, from, to, isClosed, openingMicros, lines, closingMicros }: MonthlyStatement) {
  return {
    month,
    from: from.toISOString(),
    to: to.toISOString(),
    closed: isClosed,
    currency: 'USD' as const,
    opening: formatMicros(openingMicros),
    lines: lines.map(({ kind, app, entryCount, amountMicros }) => ({
      kind,
      app: app ?? null,
      entries: Number(entryCount),
      amount: formatMicros(amountMicros),
    })),
    closing: formatMicros(closingMicros),
  }
}

function addFocus(api: Api, { statements }: StatementRouteDeps): void {
  api.get(
    '/usage/focus.csv',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'getFocusCosts',
        tags: ['Statements'],
        summary: 'What a month cost by app, in the columns of FOCUS 1.2. Its sum is what the journal took for calls.',
        querystring: Type.Object({ month: Month }, closed),
        response: { 200: { description: 'FOCUS 1.2', content: { [CSV]: { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const buyerId = buyerIn(request)
      const made = await statements.statement({ buyerId }, request.query.month)
      const name = request.actor?.kind === 'session' ? request.actor.email : null
      const rows = focusRowsOf(made, { id: buyerId, name })
      const table = [[...focusColumns], ...rows.map(row => focusColumns.map(column => row[column] ?? ''))]
      return sendCsv(reply, `focus-${made.month}.csv`, table)
    },
  )
}

/** Amounts may be negative, and are numbers, not formulas; names are `publisher/app`, which no spreadsheet computes. */
function sendCsv(reply: FastifyReply, filename: string, table: readonly (readonly string[])[]): FastifyReply {
  return reply
    .type(`${CSV}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(
      stringify(
        table.map(row => [...row]),
        { record_delimiter: 'windows' },
      ),
    )
}
