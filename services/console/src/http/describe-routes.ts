import swagger from '@fastify/swagger'
import { sendPage } from '@mtg/pages'
import { hasFields } from '@mtg/primitives'
import type { FastifySchema, RouteOptions } from 'fastify'
import type { Access, Api } from './api.ts'
import { payableOperations } from './payable-operations.ts'
import { ErrorBody } from './schemas/values.ts'
import { referencePage } from './views/reference-page.ts'

const DESCRIPTION = `Everything that the console does, for people and for programs.

Amounts are decimal strings in USD, times RFC 3339 in UTC. Lists answer \`{items, nextPageToken}\`. Errors are
\`{error: {code, message, status, field?}}\`. Every POST takes an \`Idempotency-Key\`: repeated within a day it gets the first answer.

A **session** (the cookie of \`POST /api/v1/session\`) may do everything that its account may. An **API key or access token** may read its own
account's wallet, purchases, calls and usage, start top-ups, and make and revoke keys below itself.`

const SECURITY: Readonly<Record<Access, readonly Readonly<Record<string, readonly string[]>>[]>> = {
  public: [],
  account: [{ session: [] }],
  buyer: [{ session: [] }, { credential: [] }],
  operator: [{ session: [] }],
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description: 'Makes repeating safe: a repetition gets the first answer.',
}

/** Adds what all routes of the API have in common to their schemas, and serves the description that these make together. */
export async function describeRoutes(api: Api, options: { readonly baseUrl: string; readonly cookieName: string }) {
  api.addSchema(ErrorBody)
  api.addHook('onRoute', completeSchema)
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Metered Tool Gateway', version: '1', description: DESCRIPTION },
      servers: [{ url: options.baseUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: options.cookieName },
          credential: { type: 'http', scheme: 'bearer', description: 'API key or access token' },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`,
    },
  })
  const described = () => {
    const document = api.swagger()
    return { ...document, paths: { ...payableOperations(options.baseUrl), ...document.paths } }
  }
  api.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    return reply
      .header('cache-control', 'public, max-age=60')
      .header('access-control-allow-origin', '*')
      .send(described())
  })
  api.get('/openapi.html', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, 200, referencePage(api.swagger())),
  )
}

/** A route without a word about who may use it is a bug, found at the start. */
function completeSchema(route: RouteOptions): void {
  const { access } = route.config ?? {}
  if (access === undefined) throw new Error(`${String(route.method)} ${route.url} does not say who may use it`)
  const schema: FastifySchema & { hide?: boolean } = route.schema ?? {}
  if (schema.hide === true) return
  const errors = { '4xx': { $ref: 'Error#' }, '5xx': { $ref: 'Error#' } }
  const headers = { type: 'object', properties: { 'idempotency-key': IDEMPOTENCY_KEY } }
  route.schema = {
    ...schema,
    ...(route.method === 'POST' && { headers }),
    security: SECURITY[access].map(scheme => ({ ...scheme })),
    response: { ...(hasFields(schema.response) ? schema.response : {}), ...errors },
  }
}
