import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { appError } from '@mtg/errors'
import { networkOf } from '@mtg/logins'
import { boundConnections } from '@mtg/runtime'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { actorKeyOf } from '../domain/actor.ts'
import type { Api } from './api.ts'
import { type AuthenticateDeps, authenticate } from './authenticate.ts'
import { checkMediaType, checkOrigin } from './check-origin.ts'
import { describeRoutes } from './describe-routes.ts'
import { sendError, toApiError } from './errors.ts'
import { type ObserveOptions, observeRequests } from './observe.ts'
import type { RateLimit } from './rate-limits.ts'
import { keepAnswers, type RepeatableDeps } from './repeatable.ts'
import { webApp } from './routes/web-app.ts'
import { createValidators } from './validate.ts'
import type { WebFiles } from './web-files.ts'

/** How many requests one network or account may make. */
interface ApiLimits {
  readonly byNetwork: RateLimit
  readonly byAccount: RateLimit
  /** Of one network, on routes that send messages or hash passwords. */
  readonly costly: RateLimit
}

/** What is served, to how many, and where it is written down. */
export interface ServerOptions extends ObserveOptions, RepeatableDeps, AuthenticateDeps {
  /** Adds the routes. */
  readonly routes: (api: Api) => void
  /** The web app; undefined where it was not built, and then there is the API alone. */
  readonly webFiles?: WebFiles | undefined
  /** Adds what is not below /api/v1. */
  readonly rootRoutes: (api: Api) => void
  readonly limits: ApiLimits
  readonly baseUrl: string
  /** Web origins whose pages may use the session cookie. */
  readonly ownOrigins: ReadonlySet<string>
  readonly trustedProxies: readonly string[]
  readonly connectionsMax: number
  readonly bodyBytesMax: number
}

const HEADER_BYTES_MAX = 16 * 1024
const HEADERS_MAX = 200
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 15_000
const SILENCE_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_INTERVAL_MS = 1_000
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const PARAMETER_LENGTH_MAX = 400

/** Builds the API without listening. */
export async function buildApi(options: ServerOptions): Promise<Api> {
  const api = createServer(options)
  api.decorateRequest('actor', undefined)
  api.decorateRequest('requestId', '')
  api.decorateRequest('failure', undefined)
  api.addHook('onRequest', async request => {
    request.requestId = randomUUID()
  })
  observeRequests(api, options)
  api.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    await admit(request, options)
  })
  keepAnswers(api, options)
  const fail = (request: FastifyRequest, reply: FastifyReply, thrown: unknown) => {
    const error = toApiError(thrown, request)
    request.failure = error
    return sendError(reply, error, options.baseUrl)
  }
  api.setErrorHandler((thrown, request, reply) => fail(request, reply, thrown))
  api.setNotFoundHandler((request, reply) => fail(request, reply, appError('not_found')))
  await describeRoutes(api, { baseUrl: options.baseUrl, cookieName: options.cookie.name })
  await api.register(async scope => options.routes(scope), { prefix: '/api/v1' })
  await api.register(async scope => options.rootRoutes(scope))
  if (options.webFiles !== undefined) webApp(api, options.webFiles)
  return api
}

/** Everything that is decided from the head of a request alone: the body of who may not ask is not read. */
async function admit(request: FastifyRequest, options: ServerOptions): Promise<void> {
  const { limits, ownOrigins } = options
  const network = networkOf(request.ip)
  limits.byNetwork.count(network)
  const { access, isCostly, isPage } = request.routeOptions.config
  if (access === undefined) return
  checkOrigin(request, ownOrigins)
  if (isPage !== true) checkMediaType(request)
  if (isCostly === true) limits.costly.count(network)
  if (access === 'public') return
  request.actor = await authenticate(request, access, options)
  limits.byAccount.count(actorKeyOf(request.actor))
}

function createServer(options: ServerOptions): Api {
  const app = fastify({
    logger: false,
    bodyLimit: options.bodyBytesMax,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    forceCloseConnections: 'idle',
    // What arrives while it stops is served like all else.
    return503OnClosing: false,
    trustProxy: [...options.trustedProxies],
    exposeHeadRoutes: false,
    frameworkErrors: (_error, _request, reply) =>
      void sendError(reply as FastifyReply, appError('bad_request'), options.baseUrl),
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.server.maxHeadersCount = HEADERS_MAX
  app.server.timeout = SILENCE_TIMEOUT_MS
  boundConnections(app.server, options.connectionsMax)
  app.setValidatorCompiler(createValidators())
  readBodies(app)
  return app
}

/** JSON, which may be left out; and the forms of the few pages that links in messages lead to. */
function readBodies(app: Api): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, String(body), done)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
