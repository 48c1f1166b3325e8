import type { FastifyReply } from 'fastify'
import { type OauthError, toEnvelope } from '../domain/oauth-error.ts'

/** Answers with JSON that nobody may keep: tokens, and errors. */
export function sendPrivateJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'x-content-type-options': 'nosniff' })
    .send(body)
}

/** Answers with JSON that is the same for everybody. */
export function sendPublicJson(reply: FastifyReply, body: object, maxAgeSeconds: number): FastifyReply {
  return reply
    .headers({ 'cache-control': `public, max-age=${maxAgeSeconds}`, 'x-content-type-options': 'nosniff' })
    .send(body)
}

/** Answers with the OAuth envelope. */
export function sendOauthError(reply: FastifyReply, error: OauthError): FastifyReply {
  return sendPrivateJson(withRetryAfter(reply, error), error.status, toEnvelope(error))
}

/** The time to wait, where there is one. */
export function withRetryAfter(reply: FastifyReply, { retryAfterSeconds }: OauthError): FastifyReply {
  return retryAfterSeconds === undefined ? reply : reply.header('retry-after', String(retryAfterSeconds))
}
