import type { BuyerId, KeyId } from '@mtg/primitives'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OauthError } from '../domain/oauth-error.ts'

/** Answers one method of an endpoint. */
type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** One address, and what it does. */
export interface Endpoint {
  /** Names it in logs and metrics. */
  readonly name: string
  /** A fastify path. */
  readonly path: string
  /** By HTTP method; HEAD is answered as GET, any other with `unsupported_method`. */
  readonly methods: Readonly<Partial<Record<'GET' | 'POST', Handler>>>
  /** Whether pages of other origins may call it. */
  readonly cors: boolean
  /** Answers a failure; the OAuth envelope when left out. */
  readonly sendError?: (request: FastifyRequest, reply: FastifyReply, error: OauthError) => FastifyReply
}

/** What the log line of a request says beyond its outcome. */
interface RequestFacts {
  grantType?: string
  keyId?: KeyId
  buyerId?: BuyerId
  error?: OauthError
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RequestFacts
  }
}
