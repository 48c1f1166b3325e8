import { METHODS } from 'node:http'
import { type Logger, type Metrics } from '@mtg/observability'
import { type Clock, fieldOf } from '@mtg/primitives'
import { boundConnections } from '@mtg/runtime'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type OauthError, oauthError, toOauthError } from '../domain/oauth-error.ts'
import type { Endpoint } from './endpoint.ts'
import { observeRequests } from './observe.ts'
import { sendOauthError } from './respond.ts'

/** What is served, to how many, and where it is written down. */
export interface HttpOptions {
  readonly endpoints: readonly Endpoint[]
  readonly trustedProxies: readonly string[]
  readonly connectionsMax: number
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

const BODY_BYTES_MAX = 16 * 1024
const HEADER_BYTES_MAX = 16 * 1024
const HEADERS_MAX = 200
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 10_000
/** Nothing here takes long: whoever neither sends nor reads for that long has gone. */
const SILENCE_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_INTERVAL_MS = 1_000
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const REQUESTS_PER_CONNECTION_MAX = 10_000

/** Builds the HTTP side without listening. */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxRequestsPerSocket: REQUESTS_PER_CONNECTION_MAX,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    forceCloseConnections: 'idle',
    // What arrives while it stops is served like all else.
    return503OnClosing: false,
    trustProxy: [...options.trustedProxies],
    exposeHeadRoutes: false,
    frameworkErrors: (_error, _request, reply) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a reply to a route of unknown types, of which nothing is read
      void sendOauthError(reply as FastifyReply, oauthError('invalid_request')),
  })
  app.server.maxHeadersCount = HEADERS_MAX
  app.server.timeout = SILENCE_TIMEOUT_MS
  boundConnections(app.server, options.connectionsMax)
  app.decorateRequest('facts')
  app.addHook('onRequest', async request => {
    request.facts = {}
  })
  keepBodiesAsBytes(app)
  observeRequests(app, options)
  for (const endpoint of options.endpoints) addEndpoint(app, endpoint)
  app.setNotFoundHandler((request, reply) => fail(request, reply, oauthError('not_found')))
  app.setErrorHandler((thrown, request, reply) => fail(request, reply, translate(thrown)))
  return app
}

/** The endpoints read bodies themselves: their errors have a shape of their own, and no parameter may come twice. */
function keepBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function addEndpoint(app: FastifyInstance, endpoint: Endpoint): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.route({
    method: app.supportedMethods.filter(method => method !== 'CONNECT'),
    url: endpoint.path,
    config: { endpoint: endpoint.name },
    onRequest: async (_request, reply) => {
      if (endpoint.cors) reply.header('access-control-allow-origin', '*')
    },
    handler: (request, reply) => dispatch(endpoint, request, reply),
    errorHandler: (thrown, request, reply) => void fail(request, reply, translate(thrown), endpoint.sendError),
  })
}

function dispatch(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { method } = request
  const asked = method === 'HEAD' ? 'GET' : method
  const handler = asked === 'GET' || asked === 'POST' ? endpoint.methods[asked] : undefined
  if (handler !== undefined) return handler(request, reply)
  const allowed = Object.keys(endpoint.methods).flatMap(name => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
  if (method === 'OPTIONS' && endpoint.cors) return answerPreflight(reply, allowed)
  reply.header('allow', [...allowed, ...(endpoint.cors ? ['OPTIONS'] : [])].join(', '))
  throw oauthError('unsupported_method')
}

function answerPreflight(reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': allowed.join(', '),
      // MCP clients in browsers send their protocol version even here.
      'access-control-allow-headers': 'content-type, mcp-protocol-version',
      'access-control-max-age': '86400',
    })
    .send()
}

function fail(
  request: FastifyRequest,
  reply: FastifyReply,
  error: OauthError,
  sendError: Endpoint['sendError'] = (_request, errorReply, oauth) => sendOauthError(errorReply, oauth),
): FastifyReply {
  request.facts.error = error
  return sendError(request, reply, error)
}

/** Fastify's own refusals (a body that is too large or stops half way) are the client's fault. */
function translate(thrown: unknown): OauthError {
  const code = fieldOf(thrown, 'code')
  const statusCode = fieldOf(thrown, 'statusCode')
  const isFramework = typeof code === 'string' && code.startsWith('FST_')
  if (isFramework && typeof statusCode === 'number' && statusCode < 500) {
    return oauthError('invalid_request', { description: 'The body could not be read.', detail: { reason: code } })
  }
  return toOauthError(thrown)
}
