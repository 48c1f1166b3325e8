import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type auth, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createLogger, createMetrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createBatchClient, createClient } from '@mtg/rpc'
import { type Closable, createOps, loadConfig } from '@mtg/runtime'
import { createServiceDatabase, fuzz, fuzzGrpc, hostileText, natsUrl, type ServiceDatabase } from '@mtg/testing'
import * as fc from 'fast-check'
import { authSettings, startAuth } from '../src/index.ts'

const KEY = 'vnb-sk-ada-0000000001'
const LIMITS = { timeoutMs: 10_000 }

let database: ServiceDatabase
let jwks: Server
let running: Closable
let address: string

before(async () => {
  database = await createServiceDatabase({ service: 'auth' })
  jwks = createServer((_request, response) => void response.end(JSON.stringify({ keys: [] })))
  await new Promise<void>(resolve => jwks.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${await freePort()}`
  const config = loadConfig(authSettings, {
    GRPC_LISTEN: address,
    GRPC_CALLERS: 'anyone',
    DATABASE_URL: database.url,
    NATS_URL: await natsUrl(),
    NATS_PREFIX: `auth_${randomBytes(4).toString('hex')}.`,
    ISSUER: 'http://127.0.0.1:8080',
    OAUTH_JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/`,
    KEY_PEPPER: randomBytes(32).toString('base64'),
  })
  const log = createLogger({ service: 'auth', level: 'silent' })
  const metrics = createMetrics('auth')
  const ops = createOps({ log, clock: systemClock, metrics })
  running = await startAuth({ config, log, clock: systemClock, metrics, ops, telemetry: noTelemetry })
  await makeKey('ada@example.test', KEY)
})

after(async () => {
  await running?.close()
  jwks?.close()
  await database?.drop()
})

async function makeKey(email: string, key: string): Promise<void> {
  const admin = createClient(services.auth.AccountAdminService, { address })
  await admin.ApplyAccounts({ buyers: [{ email, keys: [{ name: 'default', key }] }] }, LIMITS)
  admin.close()
}

function openStream() {
  const client = createBatchClient({
    service: services.auth.AuthService,
    method: 'AuthenticateStream',
    address,
    toMessage: (items: auth.AuthenticateItem[]) => ({ items }),
    keyOf: item => item.requestId ?? 0,
    resultsOf: message => message.results,
    keyOfResult: result => result.requestId,
  })
  after(() => client.close())
  let requestId = 0
  return async (credential: string, traceparent = '') => {
    requestId += 1
    try {
      const { refusal } = await client.send({ requestId, request: { credential }, traceparent }, LIMITS)
      return refusal?.code ?? 'accepted'
    } catch (thrown) {
      return (thrown as { code: string }).code
    }
  }
}

const segment = fc.oneof(
  fc.base64String({ maxLength: 40 }),
  hostileText,
  fc.json().map(text => Buffer.from(text).toString('base64url')),
)

const hostileCredential = fc.oneof(
  hostileText,
  hostileText.map(text => `vnb-sk-${text}`),
  fc.tuple(segment, segment, segment).map(segments => segments.join('.')),
  fc.integer({ min: 2000, max: 20_000 }).map(length => `${'a'.repeat(length)}.${'b'.repeat(length)}.c`),
)

test('whatever credentials share their batches, every honest one is accepted, and each hostile one refused alone', async context => {
  const ask = openStream()
  const credentials = fc.array(fc.tuple(hostileCredential, hostileText), { minLength: 20, maxLength: 60 })
  await fuzz(
    context,
    8,
    fc.asyncProperty(credentials, async hostile => {
      const refused = hostile.map(([credential, traceparent]) => ask(credential, traceparent))
      const accepted = Array.from({ length: 40 }, () => ask(KEY))
      assert.deepEqual([...new Set(await Promise.all(accepted))], ['accepted'])
      for (const code of await Promise.all(refused))
        assert.ok(['api_key_invalid', 'invalid_argument'].includes(code), code)
    }),
  )
})

test('512 tokens of 8,192 characters at once fail nobody else, and none of them reaches the database', async () => {
  const [stranger, honest] = [openStream(), openStream()]
  const token = `${'a'.repeat(4000)}.${'b'.repeat(4000)}.${'c'.repeat(190)}`
  const strangers = Array.from({ length: 512 }, () => stranger(token))
  const callers = Array.from({ length: 24 }, () => honest(KEY))
  assert.deepEqual([...new Set(await Promise.all(callers))], ['accepted'])
  assert.deepEqual([...new Set(await Promise.all(strangers))], ['api_key_invalid'])
})

test('no message to auth, however made, is answered with a failure of ours', async context => {
  await fuzzGrpc(context, { address, services: Object.values(services.auth) })
  // A message that names ada's account may have taken her keys away by right; nobody could name this one.
  const spared = 'vnb-sk-spared-0000000001'
  await makeKey('spared@example.test', spared)
  assert.equal(await openStream()(spared), 'accepted')
})
