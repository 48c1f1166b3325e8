import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { sendError } from '../respond/send-error.ts'
import type { Handler } from './hardened-server.ts'
import { pathOf } from './paths.ts'

/** Answers a request by itself, body and all. */
type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** A route, and fastify's pattern of the paths that it answers. */
export interface PatternRoute {
  readonly pattern: string
  readonly route: Route
}

/** The routes, what answers all other requests, and the server under them. */
export interface RouterOptions {
  readonly routes: readonly PatternRoute[]
  /** Answers what matches none of them. */
  readonly unrouted: Route
  /** Makes the server, whose requests go to `route`. */
  readonly serverFor: (route: Handler) => Server
  readonly log: Logger
}

/**
 * fastify, used as a router alone: routes take the raw request in its first hook, before it reads a body, and write their
 * own answers.
 */
export function createRouter({ routes, unrouted, serverFor, log }: RouterOptions): FastifyInstance {
  const take = (route: Route) => (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    void answer(route, request.raw, reply.raw, log)
  }
  const app = fastify({
    serverFactory: serverFor,
    // A target that cannot be decoded matches nothing.
    frameworkErrors: (_failure, request, reply) => take(unrouted)(request, reply),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const { pattern, route } of routes) app.all(pattern, { onRequest: take(route) }, unreached)
  app.setNotFoundHandler(take(unrouted))
  app.setErrorHandler((thrown, request, reply) => {
    take(() => Promise.reject(thrown))(request, reply)
  })
  return app
}

/** Routes handle their own failures; whatever they let through is answered here. */
async function answer(route: Route, request: IncomingMessage, response: ServerResponse, log: Logger): Promise<void> {
  try {
    await route(request, response)
  } catch (thrown) {
    log.error({ err: thrown, path: pathOf(request.url ?? '') }, 'a route failed')
    if (!response.headersSent) sendError(response, toAppError(thrown))
  }
}

/** fastify wants a handler behind the hook that has answered. */
async function unreached(): Promise<never> {
  throw new Error('the request was answered before')
}
