import { appError } from '@mtg/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../api.ts'
import type { WebFile, WebFiles } from '../web-files.ts'

// Scripts and styles are files of our own alone, so what somebody smuggles into a name or an answer stays text.
const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** What is not for people: an unknown address there is `not_found`, and never a page. */
const NOT_PAGES = /^\/(?:api|v1-beta|oauth|assets|\.well-known)(?:\/|$)|^\/(?:authorize|health|openapi\.)/

/** The web app: its files, and its page for every address that the app itself makes sense of. */
export function webApp(api: Api, files: WebFiles): void {
  api.get('/*', { config: { access: 'public' }, schema: { hide: true, operationId: 'webApp' } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const file = files.byPath.get(path)
    if (file !== undefined) return sendFile(request, reply, file)
    if (NOT_PAGES.test(path)) throw appError('not_found')
    return sendFile(request, reply.headers(PAGE_HEADERS), files.index)
  })
}

function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const { body, brotli, type, cacheControl, etag } = file
  reply.headers({ 'cache-control': cacheControl, etag, vary: 'accept-encoding' })
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const takesBrotli = /\bbr\b/.test(headers['accept-encoding'] ?? '')
  if (brotli === undefined || !takesBrotli) return reply.type(type).send(body)
  return reply.type(type).header('content-encoding', 'br').send(brotli)
}
