import { Type } from 'typebox'
import type { OauthClients } from '../../clients/oauth-clients.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { pageOf } from '../schemas/page-of.ts'
import { closed, Id, IdParams, pageIn, pageQuery, Time } from '../schemas/values.ts'

const ClientBody = Type.Object({
  id: Id,
  key: Id,
  host: Type.String({ description: 'Where the program lives' }),
  scope: Type.String(),
  createdAt: Time,
  lastUsedAt: Type.Union([Time, Type.Null()]),
  expiresAt: Time,
})

const tags = ['Connected programs']

/** Programs that a buyer has allowed to act for them. */
export function oauthClientRoutes(api: Api, clients: OauthClients): void {
  api.get(
    '/oauth-clients',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'listOauthClients',
        tags,
        summary: 'Programs that were connected by OAuth, newest first.',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(ClientBody) },
      },
    },
    async request => {
      const page = await clients.list(buyerIn(request), pageIn(request.query))
      const items = page.items.map(({ id, keyId, redirectHost, scope, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        key: keyId,
        host: redirectHost,
        scope,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        expiresAt: expiresAt.toISOString(),
      }))
      return { items, nextPageToken: page.nextPageToken }
    },
  )
  api.delete(
    '/oauth-clients/:id',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'revokeOauthClient',
        tags,
        summary: 'Disconnects a program: its tokens end at once.',
        params: IdParams,
        response: { 204: Type.Null({ description: 'Done' }) },
      },
    },
    async (request, reply) => {
      await clients.revoke(buyerIn(request), request.params.id)
      return await reply.code(204).send(null)
    },
  )
}
