import type { FastifyReply } from 'fastify'
import { styleSource } from './page.ts'

// A page's address may hold the token of a link, so nothing may keep, frame or pass it on.
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${styleSource}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** Answers with a page. */
export function sendPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(body)
}
