import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { services } from '@mtg/contracts'
import type { ErrorCode } from '@mtg/errors'
import { createClient } from '@mtg/rpc'
import {
  type Answer,
  behaviours,
  type Constellation,
  callMcp,
  callTool,
  eventually,
  type FakePublisher,
  post,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { costOf } from './shop/spending.ts'

const EMAIL = 'rich@example.test'
const LIMITS = { timeoutMs: 10_000 }
const plenty = { perMinute: 100_000, perDay: 1_000_000, monthly: 1_000_000 }

/** Keys of the marketplace below, by name. */
const limitsOf = {
  plain: {},
  total: { total: '0.02' },
  listed: { apps: ['shop/other'] },
  tool: { tools: ['shop/tools#echo'] },
  cheap: { maxPrice: '0.01' },
  looping: { loop: { calls: 2, seconds: 60 } },
  single: { concurrent: 1 },
  expired: { expiresAt: '2026-01-01T00:00:00Z' },
  brief: { expiresAt: '2099-01-01T00:00:00Z' },
  broke: { total: '0', maxPrice: '0', loop: { calls: 1, seconds: 60 } },
  tree: { total: '0.20' },
} as const
type KeyName = keyof typeof limitsOf | 'branch' | 'leaf'
const keyOf = (name: KeyName) => `vai-sk-key-limits-${name}-0123456789`

function marketplace(origin: string): string {
  const app = (name: string) => ({
    name,
    adapter: 'mcp',
    upstream: `${origin}/mcp`,
    tiers: { paid: { price: '0.01', ...plenty } },
    tools: { dear: { price: '0.05' } },
  })
  const keys = Object.entries(limitsOf).map(([name, limits]) => ({ name, limits, key: keyOf(name as KeyName) }))
  const branch = { name: 'branch', parent: 'tree', key: keyOf('branch'), limits: { total: '0.10' } }
  const leaf = { name: 'leaf', parent: 'branch', key: keyOf('leaf') }
  return JSON.stringify({
    publishers: [{ username: 'shop', payout: 'connected', apiKey: 'k', apps: [app('tools'), app('other')] }],
    buyers: [
      {
        email: EMAIL,
        wallet: '100.00',
        keys: [...keys, leaf, branch],
        purchases: ['shop/tools', 'shop/other'].map(name => ({ app: name, tier: 'paid' })),
      },
    ],
  })
}

let gateway: Constellation
let publisher: FakePublisher

before(async () => {
  publisher = await startFakePublisher()
  gateway = await startConstellation({
    marketplace: marketplace(publisher.origin),
    replicas: { 'edge-proxy': 2 },
    // Longer than any test waits: what is known of a key ends because it is told so.
    serviceEnv: { 'edge-proxy': { AUTH_CACHE_TTL_MS: '600000' } },
  })
})
beforeEach(() => publisher.behave(behaviours.wellBehaved()))
after(async () => {
  await gateway?.stop()
  await publisher?.close()
})

interface Difference {
  readonly key?: KeyName
  readonly app?: string
  readonly tool?: string
  readonly arguments?: object
  readonly headers?: Record<string, string>
  /** Which of the two. */
  readonly edge?: number
}

let calls = 0

/** A paid call with arguments of its own, unless it is given some. */
function call({ key = 'plain', app = 'shop/tools', tool = 'echo', headers = {}, edge = 0, ...rest }: Difference = {}) {
  calls += 1
  const baseUrl = gateway.edgeUrls[edge] ?? gateway.baseUrl
  const args = rest.arguments ?? { call: calls }
  return callTool({ baseUrl, app, credential: keyOf(key), tool, headers, arguments: args })
}

function assertRefusal(answer: Answer, status: number, code: ErrorCode, message: RegExp): void {
  assert.deepEqual([answer.status, answer.code], [status, code], answer.text)
  const { error } = answer.json as { error: { message: string } }
  assert.match(error.message, message)
}

const refusals: [what: string, status: number, code: ErrorCode, message: RegExp, difference: Difference][] = [
  [
    'an app that its key does not list',
    403,
    'app_not_allowed',
    /The key "listed" may not call shop\/tools/,
    { key: 'listed' },
  ],
  ['a tool that its key does not list', 403, 'app_not_allowed', /"dear"/, { key: 'tool', tool: 'dear' }],
  [
    'a call dearer than its key pays',
    402,
    'price_limit_exceeded',
    /"cheap" may pay 0\.01/,
    { key: 'cheap', tool: 'dear' },
  ],
  [
    'a call dearer than its caller pays',
    402,
    'price_limit_exceeded',
    /more than the 0\.009999 USD that Mtg-Max-Price allows/,
    { headers: { 'mtg-max-price': '0.009999' } },
  ],
  ['a price that cannot be read', 400, 'invalid_request', /Mtg-Max-Price/, { headers: { 'mtg-max-price': '1e-2' } }],
  ['a key that has expired', 401, 'api_key_expired', /expired at 2026-01-01T00:00:00/, { key: 'expired' }],
  [
    'a call over the cap',
    402,
    'spend_limit_exceeded',
    /"total" may spend 0\.02 USD in all/,
    { key: 'total', tool: 'dear' },
  ],
]

describe('is refused, says which limit of which key it was, and costs nothing', () => {
  for (const [what, status, code, message, difference] of refusals) {
    test(`${what}: ${status} ${code}`, async () => {
      const requestCount = publisher.requests.length
      const cost = await costOf(gateway, EMAIL, async () =>
        assertRefusal(await call(difference), status, code, message),
      )
      assert.equal(cost, 0n)
      assert.equal(publisher.requests.length, requestCount)
    })
  }

  test('the same call once too often: 429 loop_detected, at every edge and however it is written', async () => {
    const repeated = { key: 'looping', arguments: { a: 1, b: [2] } } as const
    assert.equal((await call(repeated)).status, 200)
    assert.equal((await call({ ...repeated, arguments: { b: [2], a: 1 }, edge: 1 })).status, 200)
    for (const edge of [0, 1]) assertRefusal(await call({ ...repeated, edge }), 429, 'loop_detected', /"looping"/)
    assert.equal((await call({ ...repeated, arguments: { a: 2 } })).status, 200)
  })

  test('one call too many at once: 429 concurrency_limit_exceeded', async () => {
    const { promise: letGo, resolve } = Promise.withResolvers<void>()
    publisher.behave(async (request, response) => {
      await letGo
      await behaviours.wellBehaved()(request, response)
    })
    const requestCount = publisher.requests.length
    const first = call({ key: 'single' })
    await eventually(() => assert.ok(publisher.requests.length > requestCount))
    assertRefusal(await call({ key: 'single', edge: 1 }), 429, 'concurrency_limit_exceeded', /"single"/)
    resolve()
    assert.equal((await first).status, 200)
    await eventually(async () => assert.equal((await call({ key: 'single' })).status, 200))
  })
})

test('of two limits the earlier one answers: list, loop, price, spending', async () => {
  const args = { arguments: { always: 'the same' } }
  const dear = { key: 'broke', ...args, headers: { 'mtg-max-price': '0.001' } } as const
  assertRefusal(await call(dear), 402, 'price_limit_exceeded', /Mtg-Max-Price/)
  assertRefusal(await call(dear), 429, 'loop_detected', /"broke"/)
  assertRefusal(await call({ key: 'broke' }), 402, 'price_limit_exceeded', /"broke" may pay 0\.00/)
  assertRefusal(await call({ key: 'listed', headers: { 'mtg-max-price': '0' } }), 403, 'app_not_allowed', /"listed"/)
})

test('what is not billed is not limited by money', async () => {
  const listed = await callMcp({ baseUrl: gateway.baseUrl, app: 'shop/tools', credential: keyOf('broke') })
  assert.equal(listed.status, 200, listed.text)
})

test('calls of a tree over two edges at once end with exactly those that fit, at every key of it', async () => {
  const keys: KeyName[] = ['leaf', 'branch', 'tree']
  const cost = await costOf(gateway, EMAIL, async () => {
    const below = await Promise.all(
      Array.from({ length: 40 }, (_, n) => call({ key: keys[n % 2] ?? 'leaf', edge: n % 2 })),
    )
    assert.equal(below.filter(({ status }) => status === 200).length, 10)
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => call({ key: keys[n % 3] ?? 'leaf', edge: n % 2 })),
    )
    assert.equal(all.filter(({ status }) => status === 200).length, 10)
    const refused = [...below, ...all].filter(({ status }) => status !== 200)
    assert.ok(refused.every(({ code }) => code === 'spend_limit_exceeded'))
  })
  assert.equal(cost, 200_000n)
})

describe('quotes', () => {
  const quote = async (key: KeyName, body: object) => {
    const answer = await post({
      baseUrl: gateway.baseUrl,
      path: '/api/v1/quote',
      body: JSON.stringify(body),
      credential: keyOf(key),
    })
    return {
      status: answer.status,
      ...(answer.json as { allowed?: boolean; price?: string; tier?: string; code?: string }),
    }
  }

  test('say what a call would cost and what would refuse it, as the call then does; and cost and count nothing', async () => {
    const cost = await costOf(gateway, EMAIL, async () => {
      assert.deepEqual(await quote('plain', { app: 'shop/tools' }), {
        status: 200,
        allowed: true,
        price: '0.01',
        tier: 'paid',
      })
      assert.equal((await quote('plain', { app: 'shop/tools', tool: 'dear' })).price, '0.05')
      for (const [key, tool, code] of [
        ['cheap', 'dear', 'price_limit_exceeded'],
        ['listed', 'echo', 'app_not_allowed'],
        ['total', 'dear', 'spend_limit_exceeded'],
      ] as const) {
        const { allowed, code: quoted } = await quote(key, { app: 'shop/tools', tool })
        assert.deepEqual([allowed, quoted], [false, code])
        assert.equal((await call({ key, tool })).code, code)
      }
      assert.equal((await quote('plain', { app: 'shop/nothing' })).code, 'app_not_found')
      for (let n = 0; n < 5; n += 1) assert.equal((await quote('total', { app: 'shop/tools' })).allowed, true)
    })
    assert.equal(cost, 0n)
    assert.deepEqual([(await call({ key: 'total' })).status, (await call({ key: 'total' })).status], [200, 200])
    assert.equal((await quote('total', { app: 'shop/tools' })).code, 'spend_limit_exceeded')
  })

  test('are refused like calls to who may not ask, or asks nonsense', async () => {
    const answer = await quote('expired', { app: 'shop/tools' })
    assert.equal(answer.status, 401)
    for (const body of [{}, { app: 'shop' }, { app: 'shop/tools', tool: 1 }, { app: 'shop/tools', more: 1 }]) {
      assert.equal((await quote('plain', body)).status, 400)
    }
  })
})

test('a revoked parent ends its tree at once, at both edges', async () => {
  const admin = createClient(services.auth.AccountAdminService, {
    address: gateway.grpc.auth,
    token: gateway.secretOf('operator'),
  })
  const codes = async () =>
    await Promise.all(
      ([0, 1] as const).flatMap(edge =>
        (['leaf', 'branch', 'tree'] as const).map(async key => (await call({ key, edge })).code),
      ),
    )
  // Known to both edges.
  assert.deepEqual(new Set(await codes()), new Set(['spend_limit_exceeded']))
  await admin.RevokeApiKey({ email: EMAIL, key: 'tree' }, LIMITS)
  await eventually(async () => assert.deepEqual(new Set(await codes()), new Set(['api_key_revoked'])))
  await admin.SetApiKeyExpiry({ email: EMAIL, key: 'brief', expiresAt: { seconds: '1', nanos: 0 } }, LIMITS)
  await eventually(async () => assert.equal((await call({ key: 'brief', edge: 1 })).code, 'api_key_expired'))
  admin.close()
})

test('the ledger adds up after all of this', () => gateway.verifyLedger())
