import { formatMicros } from '@mtg/primitives'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Calls } from '../../clients/calls.ts'
import { isFailure, type UsageSum } from '../../domain/call.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { spanIn, spanQuery } from '../schemas/time-query.ts'
import { Amount, closed } from '../schemas/values.ts'

const SumBody = Type.Object({
  group: Type.String({ description: 'A day (UTC), publisher/app, publisher/app#tool, or the id of a key' }),
  calls: Type.Integer(),
  charged: Amount,
  tokens: Type.Integer(),
})

const UsageBody = Type.Object({ items: Type.Array(SumBody), nextPageToken: Type.Null() })

const GroupingName = Type.Union([Type.Literal('day'), Type.Literal('app'), Type.Literal('tool'), Type.Literal('key')])

const OutcomesBody = Type.Object({
  items: Type.Array(
    Type.Object({
      code: Type.String({ description: '`ok` for what was answered and is not billable' }),
      calls: Type.Integer(),
      error: Type.Boolean({
        description: 'Whether that is a failure; not where the caller left, or was asked for more',
      }),
    }),
  ),
  nextPageToken: Type.Null(),
})

/** Sums of a buyer's calls, charged ones as JSON and CSV. */
export function usageRoutes(api: Api, calls: Calls): void {
  addSums(api, calls)
  addOutcomes(api, calls)
}

function addOutcomes(api: Api, calls: Calls): void {
  api.get(
    '/usage/outcomes',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'getOutcomes',
        tags: ['Calls'],
        summary: 'How many calls were not charged, by the code that they ended with, in whole hours.',
        querystring: Type.Object(spanQuery, closed),
        response: { 200: OutcomesBody },
      },
    },
    async request => {
      const sums = await calls.outcomes(buyerIn(request), spanIn(request.query))
      const items = sums.map(({ code, callCount }) => ({ code, calls: Number(callCount), error: isFailure(code) }))
      return { items, nextPageToken: null }
    },
  )
}

function addSums(api: Api, calls: Calls): void {
  api.get(
    '/usage',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'getUsage',
        tags: ['Calls'],
        summary: 'Sums of charged calls by day, app, tool or key. `Accept: text/csv` gives CSV.',
        querystring: Type.Object({ by: Type.Optional(GroupingName), ...spanQuery }, closed),
        response: {
          200: {
            description: 'Sums',
            content: { 'application/json': { schema: UsageBody }, 'text/csv': { schema: Type.String() } },
          },
        },
      },
    },
    async (request, reply) => {
      const { by = 'day' } = request.query
      const sums = await calls.sums(buyerIn(request), by, spanIn(request.query))
      const isCsv = (request.headers.accept ?? '').toLowerCase().includes('text/csv')
      if (isCsv) return sendCsv(reply, by, sums)
      const items = sums.map(sum => ({
        ...shownSum(sum),
        calls: Number(sum.callCount),
        tokens: Number(sum.totalTokens),
      }))
      return await reply.send({ items, nextPageToken: null })
    },
  )
}

const shownSum = ({ group, chargedMicros }: UsageSum) => ({ group, charged: formatMicros(chargedMicros) })

/** Names of tools are their publishers' to choose: one that a spreadsheet would take for a formula is disarmed. */
function sendCsv(reply: FastifyReply, by: string, sums: readonly UsageSum[]): FastifyReply {
  const rows = sums.map(({ group, callCount, chargedMicros, totalTokens }) => [
    group,
    String(callCount),
    formatMicros(chargedMicros),
    String(totalTokens),
  ])
  const text = stringify([[by, 'calls', 'charged_usd', 'tokens'], ...rows], {
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="usage-by-${by}.csv"`)
    .send(text)
}
