import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type auth, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createLogger, createMetrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createBatchClient, createClient, fromRefusal } from '@mtg/rpc'
import { type Closable, createOps, loadConfig } from '@mtg/runtime'
import { createServiceDatabase, natsUrl, type ServiceDatabase } from '@mtg/testing'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Client } from 'pg'
import { authSettings, startAuth } from '../src/index.ts'

const ISSUER = 'http://127.0.0.1:8080'
const KEY = 'vnb-sk-ada-0000000001'
const BUYERS: auth.BuyerEntry[] = [
  {
    email: 'ada@example.test',
    password: 'correct horse',
    keys: [
      { name: 'default', key: KEY, scope: 'mcp:tools llm:completions' },
      { name: 'old', key: 'vnb-sk-ada-revoked-01', revoked: true },
    ],
  },
  {
    email: 'sue@example.test',
    suspended: true,
    password: 'suspended',
    keys: [{ name: 'default', key: 'vai-sk-sue-0000000001' }],
  },
  { email: 'gen@example.test', keys: [{ name: 'auto', scope: '' }] },
]
const LIMITS = { timeoutMs: 10_000 }

let database: ServiceDatabase
let jwks: Server
let privateKey: CryptoKey
let running: Closable
let address: string
let admin: Client

before(async () => {
  database = await createServiceDatabase({ service: 'auth' })
  admin = new Client({ connectionString: database.adminUrl })
  await admin.connect()
  const pair = await generateKeyPair('RS256')
  privateKey = pair.privateKey
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  jwks = createServer((_request, response) => void response.end(JSON.stringify({ keys: [publicKey] })))
  await new Promise<void>(resolve => jwks.listen(0, '127.0.0.1', resolve))
  const jwksUrl = `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/`
  const port = await freePort()
  address = `127.0.0.1:${port}`
  const config = loadConfig(authSettings, {
    GRPC_LISTEN: address,
    GRPC_CALLERS: 'anyone',
    DATABASE_URL: database.url,
    NATS_URL: await natsUrl(),
    NATS_PREFIX: `auth_${randomBytes(4).toString('hex')}.`,
    ISSUER,
    OAUTH_JWKS_URL: jwksUrl,
    KEY_PEPPER: randomBytes(32).toString('base64'),
  })
  const log = createLogger({ service: 'auth', level: 'silent' })
  const metrics = createMetrics('auth')
  const ops = createOps({ log, clock: systemClock, metrics })
  running = await startAuth({ config, log, clock: systemClock, metrics, ops, telemetry: noTelemetry })
  await adminClient().ApplyAccounts(
    { buyers: BUYERS, publisherLogins: [{ username: 'acme', email: 'owner@acme.test', password: 'open sesame' }] },
    LIMITS,
  )
})

after(async () => {
  await running?.close()
  jwks?.close()
  await admin?.end()
  await database?.drop()
})

function using<T extends { close: () => unknown }>(client: T): T {
  after(() => void client.close())
  return client
}

const adminClient = () => using(createClient(services.auth.AccountAdminService, { address }))
const accountClient = () => using(createClient(services.auth.AccountService, { address }))
const authClient = () => using(createClient(services.auth.AuthService, { address }))

async function principalOf(credential: string): Promise<auth.Principal__Output> {
  const { principal } = await authClient().Authenticate({ credential }, LIMITS)
  assert.ok(principal)
  return principal
}

async function codeOf(credential: string): Promise<string> {
  const outcome = await authClient()
    .Authenticate({ credential }, LIMITS)
    .catch((error: { code: string }) => error)
  return 'code' in outcome ? outcome.code : 'accepted'
}

interface TokenOptions {
  claims?: JWTPayload
  header?: Record<string, unknown>
  key?: CryptoKey
}

async function tokenFor(principal: { buyerId: string; keyId: string }, options: TokenOptions = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: ISSUER,
    aud: ISSUER,
    sub: principal.buyerId,
    client_id: principal.keyId,
    scope: 'mcp:tools',
    iat: now,
    exp: now + 600,
    jti: randomUUID(),
  }
  return await new SignJWT({ ...claims, ...options.claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'k1', ...options.header })
    .sign(options.key ?? privateKey)
}

test('an API key identifies its buyer, with its scope', async () => {
  const principal = await principalOf(KEY)
  assert.equal(principal.scope, 'mcp:tools llm:completions')
  assert.equal(principal.kind, 'CREDENTIAL_KIND_API_KEY')
  assert.match(principal.buyerId, /^[0-9a-f-]{36}$/)
})

const refusedKeys: [what: string, credential: string, code: string][] = [
  ['an unknown key', 'vnb-sk-nobody-has-this', 'api_key_invalid'],
  ['a key with another prefix', 'sk-ada-0000000001', 'api_key_invalid'],
  ['an empty credential', '', 'api_key_invalid'],
  ['a revoked key', 'vnb-sk-ada-revoked-01', 'api_key_revoked'],
  ["a suspended buyer's key", 'vai-sk-sue-0000000001', 'buyer_suspended'],
  ['three segments that are no token', 'a.b.c', 'api_key_invalid'],
]
for (const [what, credential, code] of refusedKeys) {
  test(`${what} is refused with ${code}`, async () => {
    assert.equal(await codeOf(credential), code)
  })
}

test("an access token identifies its buyer, and never exceeds its key's scope", async () => {
  const { buyerId, keyId } = await principalOf(KEY)
  const principal = await principalOf(await tokenFor({ buyerId, keyId }, { claims: { scope: 'mcp:tools admin:all' } }))
  assert.equal(principal.kind, 'CREDENTIAL_KIND_ACCESS_TOKEN')
  assert.equal(principal.buyerId, buyerId)
  assert.equal(principal.scope, 'mcp:tools')
  assert.ok(Number(principal.expiresAtMs) > Date.now())
})

const past = () => Math.floor(Date.now() / 1000) - 3600
const badTokens: [what: string, options: () => TokenOptions | Promise<TokenOptions>, code: string][] = [
  ['an expired token', () => ({ claims: { exp: past() } }), 'api_key_expired'],
  ['a token of another issuer', () => ({ claims: { iss: 'http://evil.test' } }), 'api_key_invalid'],
  ['a token for another audience', () => ({ claims: { aud: 'http://other.test' } }), 'api_key_invalid'],
  ['a token of another type', () => ({ header: { typ: 'JWT' } }), 'api_key_invalid'],
  ['a buyer identity posing as access token', () => ({ header: { typ: 'buyer-identity+jwt' } }), 'api_key_invalid'],
  ['a token with an unknown kid', () => ({ header: { kid: 'k2' } }), 'api_key_invalid'],
  [
    'a token signed by somebody else',
    async () => ({ key: (await generateKeyPair('RS256')).privateKey }),
    'api_key_invalid',
  ],
  [
    'an expired token signed by somebody else',
    async () => ({ key: (await generateKeyPair('RS256')).privateKey, claims: { exp: past() } }),
    'api_key_invalid',
  ],
  ['a token whose subject is no id', () => ({ claims: { sub: 'ada' } }), 'api_key_invalid'],
  [
    'a token of a buyer who is gone',
    () => ({ claims: { sub: randomUUID(), client_id: randomUUID() } }),
    'buyer_not_found',
  ],
]
for (const [what, options, code] of badTokens) {
  test(`${what} is refused with ${code}`, async () => {
    assert.equal(await codeOf(await tokenFor(await principalOf(KEY), await options())), code)
  })
}

test('an unsigned token is refused with api_key_invalid', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  assert.equal(
    await codeOf(`${part({ alg: 'none', typ: 'at+jwt', kid: 'k1' })}.${part({ iss: ISSUER })}.`),
    'api_key_invalid',
  )
})

test('a token dies with its key, its buyer suspended, and its buyer gone', async () => {
  const email = 'dying@example.test'
  await adminClient().ApplyAccounts({ buyers: [{ email, keys: [{ name: 'k', key: 'vnb-sk-dying-000001' }] }] }, LIMITS)
  const principal = await principalOf('vnb-sk-dying-000001')
  const token = await tokenFor(principal)
  assert.equal(await codeOf(token), 'accepted')
  await adminClient().SetBuyerStatus({ email, suspended: true }, LIMITS)
  assert.equal(await codeOf(token), 'buyer_suspended')
  await adminClient().SetBuyerStatus({ email, suspended: false }, LIMITS)
  assert.equal(await codeOf(token), 'accepted')
  await adminClient().RevokeApiKey({ email, key: '0001' }, LIMITS)
  assert.equal(await codeOf(token), 'api_key_revoked')
  await adminClient().DeleteBuyer({ email }, LIMITS)
  assert.equal(await codeOf(token), 'buyer_not_found')
  assert.equal(await codeOf('vnb-sk-dying-000001'), 'api_key_invalid')
})

test('a batch answers every credential on its own', async () => {
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
  const credentials = [KEY, 'vnb-sk-nobody-has-this', 'vai-sk-sue-0000000001', KEY]
  const results = await Promise.all(
    credentials.map((credential, requestId) => client.send({ requestId, request: { credential } }, LIMITS)),
  )
  const codes = results.map(result => (result.refusal ? fromRefusal(result.refusal).code : 'accepted'))
  assert.deepEqual(codes, ['accepted', 'api_key_invalid', 'buyer_suspended', 'accepted'])
})

test('applying the same accounts twice changes nothing, and later changes by command stay', async () => {
  const email = 'twice@example.test'
  const request = { buyers: [{ email, keys: [{ name: 'auto' }] }] }
  const first = await adminClient().ApplyAccounts(request, LIMITS)
  assert.equal(first.changedCount, 1)
  assert.match(first.buyers[0]?.generatedKeys[0]?.key ?? '', /^vnb-sk-/)
  await adminClient().SetBuyerStatus({ email, suspended: true }, LIMITS)
  const second = await adminClient().ApplyAccounts(request, LIMITS)
  assert.equal(second.changedCount, 0)
  assert.deepEqual(second.buyers[0]?.generatedKeys, [])
  assert.equal((await accountClient().GetBuyer({ email }, LIMITS)).suspended, true)
})

test('validating writes nothing', async () => {
  const email = 'phantom@example.test'
  const response = await adminClient().ApplyAccounts(
    { validateOnly: true, buyers: [{ email, password: 'x', keys: [] }] },
    LIMITS,
  )
  assert.equal(response.changedCount, 1)
  await assert.rejects(accountClient().GetBuyer({ email }, LIMITS), { code: 'buyer_not_found' })
})

const badAccounts: [what: string, request: auth.ApplyAccountsRequest, field: RegExp][] = [
  ['a bad e-mail', { buyers: [{ email: 'nobody' }] }, /email/],
  ['an e-mail that stands twice', { buyers: [{ email: 'a@x.test' }, { email: 'A@x.test' }] }, /buyer/],
  ['a malformed key', { buyers: [{ email: 'a@x.test', keys: [{ name: 'k', key: 'nope' }] }] }, /key/],
  ["another buyer's key", { buyers: [{ email: 'a@x.test', keys: [{ name: 'k', key: KEY }] }] }, /already belongs/],
  ['a scope with quotes', { buyers: [{ email: 'a@x.test', keys: [{ name: 'k', scope: '"' }] }] }, /scope/],
  [
    'two passwords for one e-mail',
    {
      buyers: [{ email: 'a@x.test', password: '1' }],
      publisherLogins: [{ username: 'u', email: 'a@x.test', password: '2' }],
    },
    /password/,
  ],
]
for (const [what, request, field] of badAccounts) {
  test(`${what} is refused with invalid_argument and nothing is applied`, async () => {
    await assert.rejects(adminClient().ApplyAccounts(request, LIMITS), (error: { code: string; message: string }) => {
      assert.equal(error.code, 'invalid_argument')
      assert.match(error.message, field)
      return true
    })
    const { rows } = await admin.query('SELECT 1 FROM buyers WHERE email_key = $1', ['a@x.test'])
    assert.equal(rows.length, 0)
  })
}

test('a new key is shown once, works, and cannot be read back', async () => {
  const created = await adminClient().CreateApiKey(
    { email: 'ada@example.test', name: 'ci', scope: 'mcp:tools', ambient: true },
    LIMITS,
  )
  assert.match(created.key, /^vai-sk-[A-Za-z0-9_-]{43}$/)
  assert.equal(await codeOf(created.key), 'accepted')
  const listed = await adminClient().ListApiKeys({ email: 'ada@example.test' }, LIMITS)
  assert.ok(!JSON.stringify(listed).includes(created.key))
  assert.equal(listed.apiKeys.find(key => key.name === 'ci')?.lastFour, created.key.slice(-4))
  const { rows } = await admin.query<{ row: string }>('SELECT t::text AS row FROM api_keys t')
  assert.ok(rows.every(({ row }) => !row.includes(created.key)))
  await assert.rejects(adminClient().CreateApiKey({ email: 'ada@example.test', name: 'ci' }, LIMITS), {
    code: 'invalid_argument',
  })
})

test('revoking a key that is not there is refused with not_found', async () => {
  await assert.rejects(adminClient().RevokeApiKey({ email: 'ada@example.test', key: 'nothing' }, LIMITS), {
    code: 'not_found',
  })
})

test('a password logs in its buyer or publisher, and tells nothing else', async () => {
  const verify = (email: string, password: string) => accountClient().VerifyPassword({ email, password }, LIMITS)
  const ada = await verify('Ada@Example.test', 'correct horse')
  assert.ok(ada.verified && ada.buyerId !== '')
  const owner = await verify('owner@acme.test', 'open sesame')
  assert.deepEqual([owner.verified, owner.buyerId, owner.publisherUsername], [true, '', 'acme'])
  const nothing = { verified: false, buyerId: '', publisherUsername: '' }
  assert.deepEqual({ ...(await verify('ada@example.test', 'wrong')) }, nothing)
  assert.deepEqual({ ...(await verify('nobody@example.test', 'wrong')) }, nothing)
  assert.deepEqual({ ...(await verify('sue@example.test', 'wrong')) }, nothing)
  await assert.rejects(verify('sue@example.test', 'suspended'), { code: 'buyer_suspended' })
})

test("a key's facts are found by its text and by its id", async () => {
  const byText = await accountClient().VerifyApiKey({ apiKey: KEY }, LIMITS)
  assert.equal(byText.email, 'ada@example.test')
  const byId = await accountClient().GetApiKeyState({ keyId: byText.keyId }, LIMITS)
  assert.deepEqual([byId.buyerId, byId.scope], [byText.buyerId, byText.scope])
  await assert.rejects(accountClient().VerifyApiKey({ apiKey: 'vnb-sk-ada-revoked-01' }, LIMITS), {
    code: 'api_key_revoked',
  })
  await assert.rejects(accountClient().GetApiKeyState({ keyId: randomUUID() }, LIMITS), { code: 'api_key_invalid' })
})
