import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { appError, toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { type FastifyInstance, fastify, type onRequestHookHandler } from 'fastify'
import type { Stopping } from '../call/stopping.ts'
import type { SystemHealth } from '../clients/system-health.ts'
import type { LimitRefusals } from '../limits/limit.ts'
import type { Strangers } from '../limits/strangers.ts'
import type { CallServices } from '../pipeline/handle-call.ts'
import { sendClientError } from '../respond/client-error.ts'
import { sendOauthRefusal, sendOauthUnavailable } from '../respond/oauth-error.ts'
import { sendError } from '../respond/send-error.ts'
import { checkFraming } from './check-framing.ts'
import { isAppPath, isCallPath } from './match-app.ts'
import { createPipeliningBound } from './pipelining.ts'
import type { ServiceForwarder, ServiceTarget } from './routes/forward-to-service.ts'
import { createHealthRoute } from './routes/health.ts'
import { createProxyRoute, pathOf } from './routes/proxy.ts'
import { createUsageRoute, USAGE_PATH, type UsageServices } from './routes/usage.ts'

/** Everything that the HTTP side is made of. */
export interface AppServices extends CallServices, UsageServices {
  readonly log: Logger
  readonly health: SystemHealth
  readonly forwarder: ServiceForwarder
  readonly oauthOrigins: readonly string[]
  readonly billingOrigins: readonly string[]
  readonly formBodyBytesMax: number
  readonly webhookBodyBytesMax: number
  readonly connectionRequestsMax: number
  readonly refusals: LimitRefusals
}

type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

const HEADER_BYTES_MAX = 16 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_INTERVAL_MS = 1_000
/** Longer than load balancers keep theirs, so that it is they who close idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const REQUESTS_PER_CONNECTION_MAX = 10_000
/** Events of payment processors, and checkout pages of the built-in one: both are billing's. */
const WEBHOOK_PATHS = ['/v1-beta/webhooks/*']
const CHECKOUT_PATHS = ['/v1-beta/checkout/*']
const HEALTH_PATH = '/health'
/** Asked with a credential, or by whatever watches over us. */
const NO_VISIT_PATHS = new Set([USAGE_PATH, HEALTH_PATH])
const OAUTH_PREFIXES = ['/oauth/', '/authorize', '/.well-known/']
const OAUTH_PATHS = ['/oauth/*', '/authorize', '/authorize/*', '/.well-known/*']

/** Builds the HTTP side of the gateway; it does not listen yet. Every route writes its own answer. */
export function buildApp(services: AppServices): FastifyInstance {
  const proxy = guard(createProxyRoute(services), services.stopping)
  const mayGoOn = createPipeliningBound(services.connectionRequestsMax, services.refusals)
  const app = fastify({
    serverFactory: handler =>
      createHardenedServer((request, response) => {
        if (!mayGoOn(request, response)) return
        // Calls are routed by their raw bytes alone, and nearly every request is one.
        if (isCallPath(request.url ?? '')) proxy(request, response)
        else if (mayVisit(request, response, services.strangers)) handler(request, response)
      }),
    frameworkErrors: (_failure, request, reply) => {
      reply.hijack()
      answerUnrouted(request.raw, reply.raw)
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
  })
  passBodiesThrough(app)

  const usage = createUsageRoute(services)
  const health = createHealthRoute(services.health)
  const { formBodyBytesMax } = services
  const oauth: ServiceTarget = {
    origins: services.oauthOrigins,
    bodyBytesMax: formBodyBytesMax,
    sendUnavailable: sendOauthUnavailable,
    sendRefusal: sendOauthRefusal,
  }
  const billing = (bodyBytesMax: number): ServiceTarget => ({
    origins: services.billingOrigins,
    bodyBytesMax,
    sendUnavailable: response => sendError(response, appError('internal_error')),
    sendRefusal: sendError,
  })

  const failed = (thrown: unknown, request: IncomingMessage, response: ServerResponse) => {
    services.log.error({ err: thrown, path: pathOf(request.url ?? '') }, 'a route failed')
    if (!response.headersSent) sendError(response, toAppError(thrown))
  }
  const add = (url: string, route: Route) => {
    const rescued = async (request: IncomingMessage, response: ServerResponse) => {
      try {
        await route(request, response)
      } catch (thrown) {
        failed(thrown, request, response)
      }
    }
    addRoute(app, url, guard(rescued, services.stopping))
  }
  addRoute(app, '/v1-beta/*', proxy)
  add(USAGE_PATH, usage)
  const passOn = (paths: readonly string[], target: ServiceTarget) => {
    for (const path of paths) add(path, (request, response) => services.forwarder.forward(request, response, target))
  }
  passOn(WEBHOOK_PATHS, billing(services.webhookBodyBytesMax))
  passOn(CHECKOUT_PATHS, billing(formBodyBytesMax))
  passOn(OAUTH_PATHS, oauth)
  add(HEALTH_PATH, (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') return health(response)
    return sendError(response, appError('method_not_allowed'), { allow: 'GET, HEAD' })
  })
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    if (isAppPath(pathOf(request.raw.url ?? ''))) proxy(request.raw, reply.raw)
    else answerUnrouted(request.raw, reply.raw)
  })
  app.setErrorHandler((thrown, request, reply) => {
    reply.hijack()
    failed(thrown, request.raw, reply.raw)
  })
  return app
}

/** Whether somebody may have what needs no credential; if not, it is answered. */
function mayVisit(request: IncomingMessage, response: ServerResponse, strangers: Strangers): boolean {
  const path = pathOf(request.url ?? '')
  if (NO_VISIT_PATHS.has(path)) return true
  try {
    strangers.visit(request)
    return true
  } catch (thrown) {
    const error = toAppError(thrown)
    if (OAUTH_PREFIXES.some(prefix => path.startsWith(prefix))) sendOauthRefusal(response, error)
    else sendError(response, error)
    return false
  }
}

/** A route behind the checks that every request must pass. */
function guard(route: Route, stopping: Stopping) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    try {
      checkFraming(request)
      // An absolute-form target is for whoever is in front of the gateway to resolve.
      if (!request.url?.startsWith('/')) throw appError('invalid_path')
    } catch (thrown) {
      return sendError(response, toAppError(thrown))
    }
    if (stopping.isStopping()) response.setHeader('connection', 'close')
    void route(request, response)
  }
}

/** Routes answer from the first hook: what fastify does with a body or an answer after it is nothing to them. */
function addRoute(app: FastifyInstance, url: string, route: Route): void {
  const onRequest: onRequestHookHandler = (request, reply) => {
    reply.hijack()
    void route(request.raw, reply.raw)
  }
  app.all(url, { onRequest }, unreached)
}

/** fastify wants a handler behind the hook that has answered. */
async function unreached(): Promise<never> {
  throw new Error('the request was answered before')
}

/** The pipeline reads bodies itself, after it knows who is calling. */
function passBodiesThrough(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** Requests that match no route, or whose target cannot even be decoded. */
function answerUnrouted(request: IncomingMessage, response: ServerResponse): void {
  const target = request.url ?? ''
  const isOrigin = target.startsWith('/')
  sendError(response, appError(!isOrigin || isAppPath(pathOf(target)) ? 'invalid_path' : 'not_found'))
}

function createHardenedServer(handler: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      insecureHTTPParser: false,
      // Ours answers in the envelope.
      requireHostHeader: false,
      noDelay: true,
    },
    handler,
  )
  // Node drops headers beyond its limit without a word; ours refuses.
  server.maxHeadersCount = 0
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION_MAX
  // Whoever reads the body says "continue".
  server.on('checkContinue', handler)
  server.on('clientError', (error: Error, socket) => sendClientError(error, socket as Socket))
  // Each pipelined request listens for the end of the connection.
  server.on('connection', socket => socket.setMaxListeners(0))
  return server
}
