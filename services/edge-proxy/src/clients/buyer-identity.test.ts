import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { createLogger, createMetrics } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { type GrpcServer, implement, serveGrpc } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { BuyerIdentities } from './buyer-identity.ts'

const LIFETIME_MS = 300_000
const clock = createFakeClock(1_000_000)
const log = createLogger({ service: 'test', level: 'silent' })
let server: GrpcServer
let identities: BuyerIdentities
let issued = 0
let random = 0

before(async () => {
  server = await serveGrpc({
    listen: '127.0.0.1:0',
    callers: 'anyone',
    log,
    domain: 'gateway.test',
    health: { ready: async () => ({ ready: true, checks: [] }) },
    implementations: [
      implement(services.oauth.IdentityService, {
        async IssueBuyerIdentity() {
          issued += 1
          return { token: `token ${issued}`, expiresAtMs: String(clock.nowMs() + LIFETIME_MS) }
        },
      }),
    ],
    closeTimeoutMs: 50,
  })
  const missing = createMetrics('test').counter('missing_total', 'None could be signed.')
  identities = new BuyerIdentities({
    address: server.address,
    token: '',
    timeoutMs: 5000,
    clock,
    log,
    missing,
    random: () => random,
  })
})
after(async () => {
  identities?.close()
  await server?.close()
})

test('an identity is used while it is good, and asked for anew beside a call before it ends', async () => {
  // No publisher is asked for before a first call came through.
  identities.prepare('ada', 'acme')
  assert.equal(issued, 0)
  assert.equal(await identities.tokenFor('ada', 'acme'), 'token 1')

  clock.advance(LIFETIME_MS - 46_000)
  identities.prepare('ada', 'acme')
  assert.equal(identities.tokenFor('ada', 'acme'), 'token 1')
  clock.advance(1_000)
  identities.prepare('ada', 'acme')
  identities.prepare('ada', 'acme')
  // The call does not wait for the next one.
  assert.equal(identities.tokenFor('ada', 'acme'), 'token 1')
  await eventually(() => assert.equal(identities.tokenFor('ada', 'acme'), 'token 2'))
  assert.equal(issued, 2)
})

test('who has not called for long is asked about as early as can be, and once', async () => {
  clock.advance(LIFETIME_MS)
  identities.prepare('ada', 'acme')
  assert.equal(await identities.tokenFor('ada', 'acme'), 'token 3')
  assert.equal(issued, 3)
})

test('a new buyer is named beside the reservation, to a publisher that calls went to', async () => {
  const named = issued
  identities.prepare('grace', 'acme')
  identities.prepare('grace', 'nobody')
  await eventually(() => assert.equal(issued, named + 1))
  assert.equal(await identities.tokenFor('grace', 'acme'), `token ${named + 1}`)
  assert.equal(issued, named + 1)
})

test('buyers who were named at once are not all named anew at once', async () => {
  const named = issued
  for (const [buyer, drawn] of [
    ['early', 1],
    ['late', 0],
  ] as const) {
    random = drawn
    await identities.tokenFor(buyer, 'acme')
  }
  clock.advance(LIFETIME_MS * 0.6 - 45_000)
  for (const buyer of ['early', 'late']) identities.prepare(buyer, 'acme')
  await eventually(() => assert.equal(identities.tokenFor('early', 'acme'), `token ${named + 3}`))
  assert.equal(identities.tokenFor('late', 'acme'), `token ${named + 2}`)
  assert.equal(issued, named + 3)
})
