import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f5f7; color: #1c2330 }
  main { max-width: 26rem; margin: 12vh auto; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0003 }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  .amount { font-size: 2rem; font-weight: 600; margin: 0 0 1.5rem }
  button { font: inherit; padding: .6rem 1.2rem; border-radius: 8px; border: 1px solid #b9c0cc; background: #fff; cursor: pointer }
  button.first { background: #1f5fbf; border-color: #1f5fbf; color: #fff }
  button:focus-visible, a:focus-visible { outline: 3px solid #7fb0ff; outline-offset: 2px }
  form { display: flex; gap: .75rem; flex-wrap: wrap }
  .note { color: #5a6475; font-size: .9rem; margin: 1.5rem 0 0 }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Markup that is safe to put into a page. */
export interface Markup {
  readonly markup: string
}

/** Markup from a template; values are escaped unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Markup)[]): Markup {
  const markup = parts.map((part, index) => part + escaped(values[index] ?? '')).join('')
  return { markup }
}

function escaped(value: string | Markup): string {
  if (typeof value !== 'string') return value.markup
  return value.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

/** Answers with a page that may load nothing and be framed by nobody. */
export function sendPage(reply: FastifyReply, title: string, content: Markup): FastifyReply {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${{ markup: STYLE }}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>
`
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(page.markup)
}
