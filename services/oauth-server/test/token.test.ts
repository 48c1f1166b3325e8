import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { toTimestamp } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { ada, bob, type Harness, legacyKey, llmKey, revokedKey, startHarness, suspended, token } from './harness.ts'

let server: Harness

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

const credentials = (more: Record<string, string> = {}) => ({
  grant_type: 'client_credentials',
  client_id: ada.key,
  ...more,
})

async function claimsOf(accessToken: string | undefined) {
  const keys = createRemoteJWKSet(new URL(`${server.origin}/.well-known/jwks.json`))
  const { payload } = await jwtVerify(accessToken ?? '', keys, { issuer: server.issuer, typ: 'at+jwt' })
  return payload
}

async function post(
  contentType: string | undefined,
  body: string | Buffer,
): Promise<{ status: number; error: string }> {
  const response = await fetch(`${server.origin}/oauth/token`, {
    method: 'POST',
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    body: new Uint8Array(Buffer.from(body)),
  })
  const { error = '' } = (await response.json()) as { error?: string }
  return { status: response.status, error }
}

test('an API key gets an access token for an hour, and no refresh token', async () => {
  const { status, headers, body } = await token(server.origin, credentials())
  assert.equal(status, 200)
  const { access_token: accessToken, ...rest } = body
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'mcp:tools' })
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  const { alg, typ, kid } = decodeProtectedHeader(accessToken ?? '')
  assert.deepEqual([alg, typ, typeof kid], ['RS256', 'at+jwt', 'string'])
})

test('a token names issuer, buyer, audience, times, scope and the id of the key, never the key', async () => {
  const { body } = await token(server.origin, credentials({ scope: 'mcp:tools llm:completions' }))
  const { iss, sub, aud, exp = 0, iat = 0, jti, scope, client_id: keyId, ...others } = await claimsOf(body.access_token)
  const { apiKeys } = await server.accounts.ListApiKeys({ email: ada.email }, { timeoutMs: 5000 })
  assert.deepEqual(others, {})
  assert.deepEqual([iss, aud], [server.issuer, server.issuer])
  assert.equal(exp - iat, 3600)
  assert.equal(scope, 'mcp:tools llm:completions')
  assert.equal(keyId, apiKeys.find(key => key.name === 'default')?.keyId)
  assert.match(String(sub), /^[0-9a-f-]{36}$/)
  assert.match(String(jti), /^[0-9a-f-]{36}$/)
  const [, payload = ''] = (body.access_token ?? '').split('.')
  assert.ok(!Buffer.from(payload, 'base64url').toString().includes('vnb-sk-'))
})

test('every token has an id of its own', async () => {
  const [first, second] = await Promise.all([token(server.origin, credentials()), token(server.origin, credentials())])
  assert.notEqual((await claimsOf(first.body.access_token)).jti, (await claimsOf(second.body.access_token)).jti)
})

test('both kinds of key work, by form and by JSON', async () => {
  const form = await token(server.origin, credentials({ client_id: bob.key }))
  assert.equal(form.status, 200)
  const response = await fetch(`${server.origin}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(credentials({ client_id: bob.key })),
  })
  assert.equal(response.status, 200)
  assert.ok(((await response.json()) as { access_token: string }).access_token)
})

test('the key may be sent as its own client_secret, and no other secret may', async () => {
  assert.equal((await token(server.origin, credentials({ client_secret: ada.key }))).status, 200)
  for (const secret of ['wrong', bob.key, `${ada.key}x`]) {
    const { status, body } = await token(server.origin, credentials({ client_secret: secret }))
    assert.deepEqual([status, body.error], [400, 'invalid_client'])
  }
})

test('a scope is never wider than the key, and the answer names what was granted', async () => {
  const wide = 'mcp:tools llm:completions'
  assert.equal((await token(server.origin, credentials({ client_id: bob.key, scope: wide }))).body.scope, 'mcp:tools')
  assert.equal((await token(server.origin, credentials({ client_id: legacyKey, scope: wide }))).body.scope, wide)
  assert.equal((await token(server.origin, credentials({ client_id: legacyKey }))).body.scope, 'mcp:tools')
  for (const parameters of [{ client_id: bob.key, scope: 'llm:completions' }, { client_id: llmKey }]) {
    const { status, body } = await token(server.origin, credentials(parameters))
    assert.deepEqual([status, body.error], [400, 'invalid_request'])
  }
})

test('resource, audience and unknown parameters change nothing', async () => {
  const more = { resource: 'https://other.example/mcp', audience: 'https://other.example', whatever: '1' }
  const { status, body } = await token(server.origin, credentials(more))
  assert.equal(status, 200)
  assert.equal((await claimsOf(body.access_token)).aud, server.issuer)
})

test('each mistake has its code and status', async () => {
  const cases: [Record<string, string>, number, string][] = [
    [{}, 400, 'invalid_request'],
    [{ client_id: ada.key }, 400, 'invalid_request'],
    [{ grant_type: '', client_id: ada.key }, 400, 'invalid_request'],
    [{ grant_type: 'password', client_id: ada.key }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', client_id: ada.key }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'toString', client_id: ada.key }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 400, 'invalid_client'],
    [credentials({ client_id: '' }), 400, 'invalid_client'],
    [credentials({ client_id: 'sk-live-1234567890' }), 400, 'invalid_client'],
    [credentials({ client_id: 'VNB-SK-ada-0000000001' }), 400, 'invalid_client'],
    [credentials({ client_id: ` ${ada.key}` }), 400, 'invalid_client'],
    [credentials({ client_id: 'vnb-sk-' }), 401, 'invalid_client'],
    [credentials({ client_id: 'vnb-sk-nobody-has-this-key' }), 401, 'invalid_client'],
    [credentials({ client_id: revokedKey }), 401, 'invalid_client'],
    [credentials({ client_id: suspended.key }), 401, 'invalid_client'],
    [{ grant_type: 'authorization_code', client_id: ada.key }, 400, 'invalid_request'],
    [{ grant_type: 'refresh_token', client_id: ada.key }, 400, 'invalid_request'],
    [{ grant_type: 'refresh_token', client_id: ada.key, refresh_token: 'x' }, 400, 'invalid_grant'],
  ]
  for (const [parameters, status, error] of cases) {
    const answer = await token(server.origin, parameters)
    assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(parameters))
    assert.match(answer.body.error_description ?? '', /^[\x20\x21\x23-\x5B\x5D-\x7E]+$/)
  }
})

test('a parameter that comes twice is refused, in a form and in JSON', async () => {
  const form = new URLSearchParams(credentials()).toString()
  for (const body of [`${form}&client_id=${bob.key}`, `${form}&resource=a&resource=b`, `${form}&scope=&scope=`]) {
    assert.deepEqual(await post('application/x-www-form-urlencoded', body), { status: 400, error: 'invalid_request' })
  }
  const json = `{"grant_type":"client_credentials","client_id":"${ada.key}","client_id":"${bob.key}"}`
  assert.deepEqual(await post('application/json', json), { status: 400, error: 'invalid_request' })
})

test('a body that cannot be read is invalid_request', async () => {
  const form = new URLSearchParams(credentials()).toString()
  const cases: [string | undefined, string | Buffer][] = [
    [undefined, form],
    ['text/plain', form],
    ['multipart/form-data; boundary=x', form],
    ['application/json', form],
    ['application/json', '[]'],
    ['application/json', ''],
    ['application/x-www-form-urlencoded', `${form}&x=%ff`],
    ['application/x-www-form-urlencoded', Buffer.from([0x61, 0x3d, 0xff])],
    ['application/x-www-form-urlencoded', `${form}&x=${'a'.repeat(16 * 1024)}`],
  ]
  for (const [contentType, body] of cases) {
    const label = `${contentType}: ${body.toString('utf8').slice(0, 40)}`
    assert.deepEqual(await post(contentType, body), { status: 400, error: 'invalid_request' }, label)
  }
})

test('nobody may keep an answer of the token endpoint, good or bad', async () => {
  for (const parameters of [credentials(), credentials({ client_id: 'vnb-sk-unknown-key' }), {}]) {
    const { headers } = await token(server.origin, parameters)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('pragma'), 'no-cache')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
})

test('an error never repeats what was sent', async () => {
  const parameters = { grant_type: 'authorization_code', client_id: ada.key, code: 'MARK1', redirect_uri: 'MARK2' }
  const { body } = await token(server.origin, { ...parameters, code_verifier: 'MARK3' })
  assert.equal(body.error, 'invalid_grant')
  assert.doesNotMatch(JSON.stringify(body), /MARK|vnb-sk-/)
})

test('a key that was revoked, or whose buyer was suspended, gets no further token', async () => {
  const limits = { timeoutMs: 5000 }
  const { key, apiKey } = await server.accounts.CreateApiKey({ email: bob.email, name: 'doomed' }, limits)
  assert.equal((await token(server.origin, credentials({ client_id: key }))).status, 200)
  await server.accounts.SetBuyerStatus({ email: bob.email, suspended: true }, limits)
  assert.equal((await token(server.origin, credentials({ client_id: key }))).body.error, 'invalid_client')
  await server.accounts.SetBuyerStatus({ email: bob.email, suspended: false }, limits)
  await server.accounts.RevokeApiKey({ email: bob.email, key: apiKey?.keyId ?? '' }, limits)
  const { status, body } = await token(server.origin, credentials({ client_id: key }))
  assert.deepEqual([status, body.error], [401, 'invalid_client'])
})

test('a key that has expired gets no further token, in the words of any key that is good for nothing', async () => {
  const limits = { timeoutMs: 20_000 }
  const brief = { email: bob.email, name: 'brief', expiresAt: toTimestamp(new Date(Date.now() + 3_600_000)) }
  const { key, apiKey } = await server.accounts.CreateApiKey(brief, limits)
  assert.equal((await token(server.origin, credentials({ client_id: key }))).status, 200)
  const expiresAt = toTimestamp(new Date(Date.now() - 1))
  await server.accounts.SetApiKeyExpiry({ email: bob.email, key: apiKey?.keyId ?? '', expiresAt }, limits)
  await eventually(async () => {
    const { status, body } = await token(server.origin, credentials({ client_id: key }))
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
  })
})

test('the lifetime of access tokens is a setting', async () => {
  const short = await server.replica({ ACCESS_TOKEN_TTL_SECONDS: '120' })
  const { body } = await token(short.origin, credentials())
  const { exp = 0, iat = 0 } = await claimsOf(body.access_token)
  assert.deepEqual([body.expires_in, exp - iat], [120, 120])
})
