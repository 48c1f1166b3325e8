// What bench:edge compares with: fastify and undici, and nothing else. No identity, no limits, no money.
import type { IncomingHttpHeaders } from 'node:http'
import fastify from 'fastify'
import { Pool } from 'undici'

/** Of one connection, not of the message (RFC 9110 §7.6.1), and the host, which is another one behind the proxy. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'host'])

const upstream = new Pool(process.env.UPSTREAM ?? '', { connections: 256 })
const app = fastify()
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/*', async (request, reply) => {
  const answer = await upstream.request({
    method: 'POST',
    path: request.url,
    headers: endToEnd(request.headers),
    body: request.body as Buffer,
  })
  const body = Buffer.from(await answer.body.arrayBuffer())
  return reply.code(answer.statusCode).headers(endToEnd(answer.headers)).send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.send?.('ready')

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {}
  for (const name in headers) if (!HOP_BY_HOP.has(name)) passed[name] = headers[name]
  return passed
}
