import type { FastifyReply } from 'fastify'
import type { Page } from './page.ts'

/** A page's address may hold a secret (a link's token, an API key), so nothing may keep, frame or pass it on. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  pragma: 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Answers with a page. `formTargets` are where its form may lead: browsers apply them to the redirect after the form, too. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { text, styleSource }: Page,
  formTargets: readonly string[] = ["'self'"],
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...pageHeaders, 'content-security-policy': policyOf(styleSource, formTargets) })
    .type('text/html; charset=utf-8')
    .send(text)
}

/** The Content-Security-Policy of a page with one style sheet, whose form may lead to these places. */
export function policyOf(styleSource: string, formTargets: readonly string[]): string {
  const targets = formTargets.join(' ')
  return `default-src 'none'; style-src ${styleSource}; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`
}
