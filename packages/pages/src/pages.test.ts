import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test from 'node:test'
import fastify from 'fastify'
import { html, page, sendPage, styleSheet } from './index.ts'

const style = styleSheet('h1 > b { color: "red" }')

test('whatever stands in a value, it stays text', () => {
  assert.equal(
    html`<p title="${'"><script>'}">${"<b>&'"}</p>`.text,
    '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;&#39;</p>',
  )
  assert.equal(html`<i>${html`<b>${'<'}</b>`}${undefined}${false}</i>`.text, '<i><b>&lt;</b></i>')
  assert.match(page({ title: '</title><script>', style, content: html`` }).text, /<title>&lt;\/title&gt;&lt;script&gt;/)
})

test('the policy allows exactly the style sheet that is in the page, and forms where they may lead', async () => {
  const server = fastify()
  const hello = page({ title: 'Hello', style, content: html`<h1>Hello</h1>` })
  server.get('/own', (_request, reply) => sendPage(reply, 200, hello))
  server.get('/away', (_request, reply) => sendPage(reply, 403, hello, ["'self'", 'https://client.example']))
  const own = await server.inject('/own')
  const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(own.body) ?? []
  const hash = createHash('sha256').update(css).digest('base64')
  assert.equal(
    own.headers['content-security-policy'],
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  )
  const away = await server.inject('/away')
  assert.equal(away.statusCode, 403)
  assert.match(String(away.headers['content-security-policy']), /form-action 'self' https:\/\/client\.example;/)
})

test('nothing keeps a page, frames it or passes its address on, and search engines list it only if it asks', async () => {
  const server = fastify()
  server.get('/', (_request, reply) => sendPage(reply, 200, page({ title: 'Hello', style, content: html`` })))
  const { headers, body } = await server.inject('/')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.match(body, /noindex/)
  assert.doesNotMatch(page({ title: 'Hello', style, content: html``, isListed: true }).text, /noindex/)
})
