// What bench:edge compares with: fastify and undici, and nothing else. No identity, no limits, no money.
import fastify from 'fastify'
import { Pool } from 'undici'

const upstream = new Pool(process.env.UPSTREAM ?? '', { connections: 256 })
const app = fastify()
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/*', async (request, reply) => {
  const answer = await upstream.request({
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json' },
    body: request.body as Buffer,
  })
  const body = Buffer.from(await answer.body.arrayBuffer())
  return reply.code(answer.statusCode).type('application/json').send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.send?.('ready')
