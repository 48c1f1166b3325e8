import swagger from '@fastify/swagger'
import { sendPage } from '@mtg/pages'
import { fieldOf, hasFields } from '@mtg/primitives'
import type { FastifySchema, RouteOptions } from 'fastify'
import type { Access, Api } from './api.ts'
import { payableOperations } from './payable-operations.ts'
import { ErrorBody } from './schemas/values.ts'
import { referencePage } from './views/reference-page.ts'

const DESCRIPTION = `Everything that the console does, for people and for programs.

Amounts are decimal strings in USD, times RFC 3339 in UTC. Lists answer \`{items, nextPageToken}\`. Errors are
\`{error: {code, message, status, field?}}\`. Every POST takes an \`Idempotency-Key\`: repeated within a day it gets the first answer. What two
people may edit has an \`ETag\`: a change that sends it as \`If-Match\` is made to what was read, or is 412.

A **session** (the cookie of \`POST /api/v1/session\`) may do everything that its account may. An **API key or access token** may read its own
account's wallet, purchases, calls and usage, start top-ups, and make and revoke keys below itself.`

/** Every operation has one of them. */
const TAGS = [
  { name: 'Account', description: 'Who somebody is: signing up, sessions, passwords, verified addresses.' },
  { name: 'Catalogue', description: 'What there is to buy, for everybody.' },
  { name: 'Apps', description: 'Calls of apps, which the gateway answers and charges.' },
  { name: 'Purchases', description: 'What a buyer may call.' },
  { name: 'Wallet', description: 'What calls are paid from, and how it is filled.' },
  { name: 'Keys', description: 'API keys, what each may spend, and keys below keys.' },
  { name: 'Calls', description: 'Single calls explained, and usage added up.' },
  { name: 'Statements', description: 'Months and single calls, signed, so that anybody can check them.' },
  { name: 'Connected programs', description: 'OAuth clients that act for a buyer.' },
  { name: 'Publisher', description: 'Apps that somebody offers, and what they earn.' },
  { name: 'Operator', description: 'What whoever runs the gateway looks at and does.' },
  { name: 'Registry', description: 'Published apps as the MCP registry lists servers.' },
]

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
      info: {
        title: 'Metered Tool Gateway',
        version: '1',
        description: DESCRIPTION,
        license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      },
      tags: TAGS,
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
  route.schema = {
    ...schema,
    ...(route.method === 'POST' && { headers: withIdempotencyKey(schema.headers) }),
    security: SECURITY[access].map(scheme => ({ ...scheme })),
    response: { ...(hasFields(schema.response) ? schema.response : {}), ...errors },
  }
}

/** Every POST takes the key, besides the headers of its own. */
function withIdempotencyKey(headers: unknown) {
  const own = fieldOf(headers, 'properties')
  return { type: 'object', properties: { ...(hasFields(own) ? own : {}), 'idempotency-key': IDEMPOTENCY_KEY } }
}
