import { appError, toAppError } from '@mtg/errors'
import { type Logger } from '@mtg/observability'
import { fieldOf, splitAddress } from '@mtg/primitives'
import { boundConnections } from '@mtg/runtime'
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify'

/** The HTTP side of billing. */
export interface HttpServer {
  /** "http://host:port" */
  readonly origin: string
  close(): Promise<void>
}

/** Adds routes to the server. */
export type Routes = (app: FastifyInstance) => void

const BODY_BYTES_MAX = 256 * 1024
const HEADER_BYTES_MAX = 16 * 1024
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 15_000
const SILENCE_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_INTERVAL_MS = 1_000
const CONNECTIONS_MAX = 512

/** Serves the routes. Bodies arrive as the bytes that were sent, since signatures are over those. */
export async function serveHttp(options: {
  listen: string
  routes: readonly Routes[]
  log: Logger
}): Promise<HttpServer> {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    forceCloseConnections: 'idle',
    // What arrives while it stops is served like all else.
    return503OnClosing: false,
  })
  app.server.timeout = SILENCE_TIMEOUT_MS
  boundConnections(app.server, CONNECTIONS_MAX)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setNotFoundHandler((_request, reply) => sendError(reply, appError('not_found')))
  app.setErrorHandler((thrown, _request, reply) => {
    const error = isTooLarge(thrown) ? appError('body_too_large') : toAppError(thrown)
    if (error.owner === 'gateway') options.log.error({ err: error }, 'an HTTP request failed')
    return sendError(reply, error)
  })
  for (const routes of options.routes) routes(app)
  const { host, port } = splitAddress(options.listen)
  const address = await app.listen({ host, port })
  return { origin: address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]'), close: () => app.close() }
}

/** The one place that knows how errors look on billing's HTTP side. */
function sendError(reply: FastifyReply, error: ReturnType<typeof toAppError>): FastifyReply {
  const { code, message, status } = error
  return reply.status(status).send({ error: { code, message, status } })
}

function isTooLarge(thrown: unknown): boolean {
  return fieldOf(thrown, 'code') === 'FST_ERR_CTP_BODY_TOO_LARGE'
}
