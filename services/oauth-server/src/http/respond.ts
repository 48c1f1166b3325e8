import type { FastifyReply } from 'fastify'
import { type OauthError, toEnvelope } from '../domain/oauth-error.ts'
import { styleSource } from './views/style.ts'

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

/** Answers with a page. `formTargets` are where its form may lead, redirects included. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  body: string,
  formTargets: readonly string[] = [],
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...pageHeaders, 'content-security-policy': policyOf(formTargets) })
    .type('text/html; charset=utf-8')
    .send(body)
}

/** The time to wait, where there is one. */
export function withRetryAfter(reply: FastifyReply, { retryAfterSeconds }: OauthError): FastifyReply {
  return retryAfterSeconds === undefined ? reply : reply.header('retry-after', String(retryAfterSeconds))
}

/** The page's address contains an API key (spec "GET /authorize"), so nothing may keep, frame or pass it on. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  pragma: 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The policy of a page whose form may lead to these places. */
export function policyOf(formTargets: readonly string[]): string {
  // Browsers apply form-action to the redirect after the form, too.
  const targets = formTargets.length === 0 ? "'none'" : formTargets.join(' ')
  return `default-src 'none'; style-src ${styleSource}; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`
}
