import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { auth } from '@mtg/contracts'
import { generateKeyPair } from 'jose'
import { type Harness, ISSUER, LIMITS, startHarness, type TokenOptions } from './harness.ts'

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

let system: Harness

before(async () => {
  system = await startHarness()
  const publisherLogins = [{ username: 'acme', email: 'owner@acme.test', password: 'open sesame' }]
  await system.admin.ApplyAccounts({ buyers: BUYERS, publisherLogins }, LIMITS)
})
after(() => system?.stop())

test('an API key identifies its buyer, with its scope', async () => {
  const principal = await system.principalOf(KEY)
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
    assert.equal(await system.codeOf(credential), code)
  })
}

test("an access token identifies its buyer, and never exceeds its key's scope", async () => {
  const { buyerId, keyId } = await system.principalOf(KEY)
  const principal = await system.principalOf(
    await system.tokenFor({ buyerId, keyId }, { claims: { scope: 'mcp:tools admin:all' } }),
  )
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
    assert.equal(await system.codeOf(await system.tokenFor(await system.principalOf(KEY), await options())), code)
  })
}

test('an unsigned token is refused with api_key_invalid', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  assert.equal(
    await system.codeOf(`${part({ alg: 'none', typ: 'at+jwt', kid: 'k1' })}.${part({ iss: ISSUER })}.`),
    'api_key_invalid',
  )
})

test('a token dies with its key, its buyer suspended, and its buyer gone', async () => {
  const email = 'dying@example.test'
  await system.admin.ApplyAccounts({ buyers: [{ email, keys: [{ name: 'k', key: 'vnb-sk-dying-000001' }] }] }, LIMITS)
  const principal = await system.principalOf('vnb-sk-dying-000001')
  const token = await system.tokenFor(principal)
  assert.equal(await system.codeOf(token), 'accepted')
  await system.admin.SetBuyerStatus({ email, suspended: true }, LIMITS)
  assert.equal(await system.codeOf(token), 'buyer_suspended')
  await system.admin.SetBuyerStatus({ email, suspended: false }, LIMITS)
  assert.equal(await system.codeOf(token), 'accepted')
  await system.admin.RevokeApiKey({ email, key: '0001' }, LIMITS)
  assert.equal(await system.codeOf(token), 'api_key_revoked')
  await system.admin.DeleteBuyer({ email }, LIMITS)
  assert.equal(await system.codeOf(token), 'buyer_not_found')
  assert.equal(await system.codeOf('vnb-sk-dying-000001'), 'api_key_invalid')
})

test('buyers are found by what their addresses begin with, whole ids, and who is suspended, in pages', async () => {
  const emails = ['List.b@example.test', 'list.a@example.test', 'list.c@example.test', 'list_a@example.test']
  const applied = await system.admin.ApplyAccounts({ buyers: emails.map(email => ({ email, keys: [] })) }, LIMITS)
  await system.admin.SetBuyerStatus({ email: 'list.c@example.test', suspended: true }, LIMITS)
  const found = async (request: auth.ListBuyersRequest) => {
    const { buyers, nextPageToken } = await system.admin.ListBuyers(request, LIMITS)
    return { emails: buyers.map(({ email }) => email), nextPageToken }
  }
  const first = await found({ search: 'LIST.', pageSize: 2 })
  assert.deepEqual(first.emails, ['list.a@example.test', 'List.b@example.test'])
  const second = await found({ search: 'list.', pageSize: 2, pageToken: first.nextPageToken })
  assert.deepEqual(second, { emails: ['list.c@example.test'], nextPageToken: '' })
  assert.deepEqual((await found({ search: 'list', suspendedOnly: true })).emails, ['list.c@example.test'])
  const id = applied.buyers[3]?.buyerId ?? ''
  assert.deepEqual((await found({ search: id.toUpperCase() })).emails, ['list_a@example.test'])
  assert.deepEqual((await found({ search: 'list%' })).emails, [])
  assert.ok((await found({ pageSize: 500 })).emails.length > emails.length)
  await assert.rejects(found({ pageToken: 'not ours!' }), { code: 'invalid_argument' })
})

test('a batch answers every credential on its own', async () => {
  const ask = system.openStream()
  const credentials = [KEY, 'vnb-sk-nobody-has-this', 'vai-sk-sue-0000000001', KEY]
  const codes = await Promise.all(credentials.map(credential => ask(credential)))
  assert.deepEqual(codes, ['accepted', 'api_key_invalid', 'buyer_suspended', 'accepted'])
})

test('applying the same accounts twice changes nothing, and later changes by command stay', async () => {
  const email = 'twice@example.test'
  const request = { buyers: [{ email, keys: [{ name: 'auto' }] }] }
  const first = await system.admin.ApplyAccounts(request, LIMITS)
  assert.equal(first.changedCount, 1)
  assert.match(first.buyers[0]?.generatedKeys[0]?.key ?? '', /^vnb-sk-/)
  await system.admin.SetBuyerStatus({ email, suspended: true }, LIMITS)
  const second = await system.admin.ApplyAccounts(request, LIMITS)
  assert.equal(second.changedCount, 0)
  assert.deepEqual(second.buyers[0]?.generatedKeys, [])
  assert.equal((await system.accounts.GetBuyer({ email }, LIMITS)).suspended, true)
})

test('validating writes nothing', async () => {
  const email = 'phantom@example.test'
  const response = await system.admin.ApplyAccounts(
    { validateOnly: true, buyers: [{ email, password: 'x', keys: [] }] },
    LIMITS,
  )
  assert.equal(response.changedCount, 1)
  await assert.rejects(system.accounts.GetBuyer({ email }, LIMITS), { code: 'buyer_not_found' })
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
    await assert.rejects(system.admin.ApplyAccounts(request, LIMITS), (error: { code: string; message: string }) => {
      assert.equal(error.code, 'invalid_argument')
      assert.match(error.message, field)
      return true
    })
    const { rows } = await system.sql.query('SELECT 1 FROM buyers WHERE email_key = $1', ['a@x.test'])
    assert.equal(rows.length, 0)
  })
}

test('a new key is shown once, works, and cannot be read back', async () => {
  const created = await system.admin.CreateApiKey(
    { email: 'ada@example.test', name: 'ci', scope: 'mcp:tools', ambient: true },
    LIMITS,
  )
  assert.match(created.key, /^vai-sk-[A-Za-z0-9_-]{43}$/)
  assert.equal(await system.codeOf(created.key), 'accepted')
  const listed = await system.admin.ListApiKeys({ email: 'ada@example.test' }, LIMITS)
  assert.ok(!JSON.stringify(listed).includes(created.key))
  assert.equal(listed.apiKeys.find(key => key.name === 'ci')?.lastFour, created.key.slice(-4))
  const { rows } = await system.sql.query<{ row: string }>('SELECT t::text AS row FROM api_keys t')
  assert.ok(rows.every(({ row }) => !row.includes(created.key)))
  await assert.rejects(system.admin.CreateApiKey({ email: 'ada@example.test', name: 'ci' }, LIMITS), {
    code: 'invalid_argument',
  })
})

test('revoking a key that is not there is refused with not_found', async () => {
  await assert.rejects(system.admin.RevokeApiKey({ email: 'ada@example.test', key: 'nothing' }, LIMITS), {
    code: 'not_found',
  })
})

test('a password logs in its buyer or publisher, and tells nothing else', async () => {
  const verify = (email: string, password: string) => system.accounts.VerifyPassword({ email, password }, LIMITS)
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
  const byText = await system.accounts.VerifyApiKey({ apiKey: KEY }, LIMITS)
  assert.equal(byText.email, 'ada@example.test')
  const byId = await system.accounts.GetApiKeyState({ keyId: byText.keyId }, LIMITS)
  assert.deepEqual([byId.buyerId, byId.scope], [byText.buyerId, byText.scope])
  await assert.rejects(system.accounts.VerifyApiKey({ apiKey: 'vnb-sk-ada-revoked-01' }, LIMITS), {
    code: 'api_key_revoked',
  })
  await assert.rejects(system.accounts.GetApiKeyState({ keyId: randomUUID() }, LIMITS), { code: 'api_key_invalid' })
})
