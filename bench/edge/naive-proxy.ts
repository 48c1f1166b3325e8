// What bench:edge shows the gain over: the same steps against the same services, one after the other, each on its own:
// a unary RPC to identify, one to reserve, one to capture, and a usage event that is acknowledged before the answer leaves.

import { services } from '@mtg/contracts'
import { ensureUsageStreams, parseNatsUrls, type UsageRecorded, usageNames } from '@mtg/events'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import fastify from 'fastify'
import { connect } from 'nats'
import { Pool } from 'undici'

const LIMITS = { timeoutMs: 30_000 }
const { AUTH_ADDR = '', BILLING_ADDR = '', NATS_URL = '', UPSTREAM = '', GRPC_TOKEN: token = '', PORT } = process.env
const auth = createClient(services.auth.AuthService, { address: AUTH_ADDR, token })
const billing = createClient(services.billing.ReservationService, { address: BILLING_ADDR, token })
const nats = await connect(parseNatsUrls(NATS_URL))
await ensureUsageStreams(nats, '')
const jetstream = nats.jetstream()
const subject = usageNames('').subjectOf('recorded')
const upstream = new Pool(UPSTREAM, { connections: 256 })

const app = fastify()
app.post('/v1-beta/mcp/:username/:appName', async (request, reply) => {
  const credential = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { principal } = await auth.Authenticate({ credential }, LIMITS)
  const { username, appName } = request.params as { username: string; appName: string }
  const { params } = request.body as { params: { name: string } }
  const startedAtMs = systemClock.nowMs()
  const callId = uuidv7(startedAtMs)
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
  const { reservation } = await billing.Reserve(call, LIMITS)
  const answer = await upstream.request({
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  })
  const body = await answer.body.json()
  const { capturedMicros } = await billing.Capture({ callId }, LIMITS)
  const endedAtMs = systemClock.nowMs()
  const event: UsageRecorded = {
    callId,
    occurredAt: new Date(endedAtMs).toISOString(),
    buyerId,
    keyId: principal?.keyId ?? '',
    purchaseId: reservation?.purchaseId ?? '',
    appId: reservation?.appId ?? '',
    publisherUsername: username,
    appName,
    adapter: 'mcp',
    operation: 'tools/call',
    name: params.name,
    tier: 'paid',
    chargedMicros: capturedMicros,
    totalTokens: '0',
    durationMs: endedAtMs - startedAtMs,
  }
  await jetstream.publish(subject, JSON.stringify([event]))
  return reply.code(answer.statusCode).send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.send?.('ready')
