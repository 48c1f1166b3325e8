import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { authorizeParameters, type Harness, startHarness } from './harness.ts'

let server: Harness

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

const PUBLIC_PATHS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/v1-beta/mcp/acme/search',
  '/.well-known/jwks.json',
]

async function json(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(server.origin + path)
  assert.equal(response.status, 200, path)
  return (await response.json()) as Record<string, unknown>
}

/** A request as raw as fetch does not allow. */
function send(method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const outgoing = request(server.origin + path, { method, headers }, response => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    outgoing.on('error', reject).end()
  })
}

test('the authorization server metadata says what the server does, under its exact issuer', async () => {
  const { issuer } = server
  assert.deepEqual(await json('/.well-known/oauth-authorization-server'), {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    scopes_supported: ['mcp:tools'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})

test('the protected resource metadata has the words of the spec, and the resource that its RFC demands', async () => {
  assert.deepEqual(await json('/.well-known/oauth-protected-resource'), {
    resource: server.issuer,
    authorization_servers: [server.issuer],
    scopes_supported: ['mcp:tools'],
    bearer_methods_supported: ['authorization_header'],
  })
})

test('each app has a document of its own, whose resource is exactly its address', async () => {
  for (const [path, scope] of [
    ['/v1-beta/mcp/acme/search', 'mcp:tools'],
    ['/v1-beta/llm/acme/chat.v2', 'llm:completions'],
  ]) {
    const document = await json(`/.well-known/oauth-protected-resource${path}`)
    assert.deepEqual([document.resource, document.scopes_supported], [server.issuer + path, [scope]])
  }
})

test('what cannot be an app has no document', async () => {
  for (const path of [
    '/v1-beta/a2a/acme/search',
    '/v1-beta/constructor/acme/search',
    '/v1-beta/mcp/acme',
    '/v1-beta/mcp/acme/search/more',
    '/v1-beta/mcp/acme/%3Cscript%3E',
    '/v1-beta/mcp/-/search',
    '/v2/mcp/acme/search',
  ]) {
    const response = await fetch(`${server.origin}/.well-known/oauth-protected-resource${path}`)
    assert.equal(response.status, 404, path)
    assert.equal(((await response.json()) as { error: string }).error, 'not_found')
  }
})

test('the JWKS shows two RSA keys with exactly the six members of the spec, and nothing private', async () => {
  const { keys, ...others } = (await json('/.well-known/jwks.json')) as { keys: Record<string, string>[] }
  assert.deepEqual(others, {})
  assert.equal(keys.length, 2)
  for (const key of keys) {
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
    assert.deepEqual([key.alg, key.kty, key.use, key.e], ['RS256', 'RSA', 'sig', 'AQAB'])
    assert.ok(Buffer.from(key.n ?? '', 'base64url').length >= 256)
  }
  assert.notEqual(keys[0]?.kid, keys[1]?.kid)
})

test('public documents may be cached for five minutes, errors not at all', async () => {
  for (const path of PUBLIC_PATHS) {
    const response = await fetch(server.origin + path)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=300', path)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  }
  const missing = await fetch(`${server.origin}/.well-known/openid-configuration`)
  assert.deepEqual([missing.status, missing.headers.get('cache-control')], [404, 'no-store'])
})

test('a wrong method is 405 unsupported_method and names the right ones', async () => {
  const cases: [string, string, string[]][] = [
    ['/oauth/token', 'POST, OPTIONS', ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']],
    ['/authorize', 'GET, HEAD, POST', ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']],
    ...PUBLIC_PATHS.map((path): [string, string, string[]] => [
      path,
      'GET, HEAD, OPTIONS',
      ['POST', 'PUT', 'DELETE', 'PATCH', 'PURGE'],
    ]),
  ]
  for (const [path, allow, methods] of cases) {
    for (const method of methods) {
      const answer = await send(method, path)
      assert.deepEqual([answer.status, answer.headers.allow], [405, allow], `${method} ${path}`)
      if (method !== 'HEAD') assert.equal((JSON.parse(answer.body) as { error: string }).error, 'unsupported_method')
    }
  }
})

test('HEAD is answered as GET without a body', async () => {
  const query = new URLSearchParams(authorizeParameters()).toString()
  for (const path of [...PUBLIC_PATHS, `/authorize?${query}`]) {
    const [head, get] = await Promise.all([send('HEAD', path), send('GET', path)])
    assert.deepEqual([head.status, head.body], [200, ''], path)
    assert.equal(head.headers['content-type'], get.headers['content-type'])
  }
})

test('pages of any origin may read metadata, keys and tokens, without credentials', async () => {
  const origin = 'https://app.example'
  for (const path of [...PUBLIC_PATHS, '/oauth/token']) {
    const answer = await send(path === '/oauth/token' ? 'POST' : 'GET', path, { origin })
    assert.equal(answer.headers['access-control-allow-origin'], '*', path)
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    const preflight = await send('OPTIONS', path, { origin, 'access-control-request-method': 'POST' })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
    assert.match(String(preflight.headers['access-control-allow-headers']), /content-type, mcp-protocol-version/)
  }
})

test('no page of another origin may read the login page or its errors', async () => {
  const query = new URLSearchParams(authorizeParameters()).toString()
  for (const [method, path] of [
    ['GET', `/authorize?${query}`],
    ['GET', '/authorize'],
    ['POST', '/authorize'],
    ['OPTIONS', '/authorize'],
  ] as const) {
    const { headers } = await send(method, path, { origin: 'https://app.example' })
    assert.equal(headers['access-control-allow-origin'], undefined, `${method} ${path}`)
  }
})

test('an unknown address is not_found in the OAuth shape', async () => {
  for (const path of ['/', '/oauth', '/oauth/authorize', '/authorize/', '/.well-known/', '/oauth/token/']) {
    const answer = await send('GET', path)
    assert.deepEqual([answer.status, (JSON.parse(answer.body) as { error: string }).error], [404, 'not_found'], path)
  }
})

test('an issuer with a path or a slash at its end is refused at the start', async () => {
  for (const issuer of ['http://gateway.example/', 'http://gateway.example/auth', 'gateway.example']) {
    await assert.rejects(() => server.replica({ ISSUER: issuer }), /ISSUER/, issuer)
  }
})
