import { Type } from 'typebox'
import type { AuditLogs } from '../../../clients/operations/audit.ts'
import type { AuditEntry } from '../../../domain/operations.ts'
import type { Api } from '../../api.ts'
import { operatorIn } from '../../authenticate.ts'
import { pageOf } from '../../schemas/page-of.ts'
import { spanIn, spanQuery } from '../../schemas/time-query.ts'
import { closed, Id, pageIn, pageQuery, Time } from '../../schemas/values.ts'

const State = Type.Unsafe<object | null>({
  anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
})

const EntryBody = Type.Object({
  id: Id,
  at: Time,
  service: Type.String({ description: 'Who owns what it was done to', examples: ['billing'] }),
  actor: Type.Object({
    kind: Type.String({ description: '`account` of an operator, or `identity` of a program', examples: ['account'] }),
    id: Type.String(),
    name: Type.String(),
  }),
  road: Type.String({ examples: ['api', 'mtg', 'file'] }),
  address: Type.String(),
  action: Type.String({ examples: ['AccountAdminService.SetBuyerStatus'] }),
  target: Type.String({ examples: ['buyer:ada@example.test'] }),
  outcome: Type.String({
    description: '`unknown`: its service ended before it could say',
    examples: ['done', 'refused', 'failed', 'unknown'],
  }),
  code: Type.Union([Type.String(), Type.Null()]),
  asked: State,
  before: State,
  after: State,
})

const word = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }))

/** The audit log. */
export function auditRoutes(api: Api, auditLogs: AuditLogs): void {
  api.get(
    '/operator/audit',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listAuditEntries',
        tags: ['Operator'],
        summary: 'Every administrative act, by whichever road, newest first: who, when, from where, what changed.',
        querystring: Type.Object(
          {
            ...pageQuery,
            ...spanQuery,
            actor: word('Exactly: name or id'),
            action: word('Exactly'),
            target: word('Exactly'),
          },
          closed,
        ),
        response: { 200: pageOf(EntryBody) },
      },
    },
    async request => {
      const { actor, action, target } = request.query
      const query = { actor, action, target, ...spanIn(request.query) }
      const { items, nextPageToken } = await auditLogs.list(operatorIn(request), query, pageIn(request.query))
      return { items: items.map(shownEntry), nextPageToken }
    },
  )
}

const objectOf = (value: unknown) => (typeof value === 'object' ? value : null)

function shownEntry({ at, code, asked, before, after, actor, ...entry }: AuditEntry) {
  const states = { asked: objectOf(asked), before: objectOf(before), after: objectOf(after) }
  return { ...entry, ...states, actor: { ...actor }, at: at.toISOString(), code: code ?? null }
}
