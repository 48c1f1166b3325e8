// What bench:edge shows the gain over: the same steps against the same services, one after the other, each on its own:
// a unary RPC to identify, one to reserve, one to capture, and an event that is acknowledged before the answer leaves.
import { createClient, services } from '@mtg/rpc'
import { systemClock, uuidv7 } from '@mtg/runtime'
import fastify from 'fastify'
import { connect } from 'nats'
import { Pool } from 'undici'

const LIMITS = { timeoutMs: 30_000 }
const { AUTH_ADDR = '', BILLING_ADDR = '', NATS_URL = '', UPSTREAM = '', PORT } = process.env
const auth = createClient(services.auth.AuthService, { address: AUTH_ADDR })
const billing = createClient(services.billing.ReservationService, { address: BILLING_ADDR })
const nats = await connect({ servers: NATS_URL })
const manager = await nats.jetstreamManager()
await manager.streams.add({ name: 'NAIVE', subjects: ['naive.usage'] })
const jetstream = nats.jetstream()
const upstream = new Pool(UPSTREAM, { connections: 256 })

const app = fastify()
app.post('/v1-beta/mcp/:username/:appName', async (request, reply) => {
  const credential = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { principal } = await auth.Authenticate({ credential }, LIMITS)
  const { username, appName } = request.params as { username: string; appName: string }
  const { params } = request.body as { params: { name: string } }
  const callId = uuidv7(systemClock.nowMs())
  const buyerId = principal?.buyerId ?? ''
  const call = {
    callId,
    buyerId,
    adapter: 'mcp',
    publisherUsername: username,
    appName,
    billable: true,
    toolName: params.name,
  }
  await billing.Reserve(call, LIMITS)
  const answer = await upstream.request({
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  })
  const body = await answer.body.json()
  await billing.Capture({ callId }, LIMITS)
  await jetstream.publish('naive.usage', JSON.stringify(call))
  return reply.code(answer.statusCode).send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.send?.('ready')
