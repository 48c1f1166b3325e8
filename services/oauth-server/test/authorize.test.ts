import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  ada,
  authorizeParameters,
  bob,
  CALLBACK,
  CHALLENGE,
  exchange,
  type Harness,
  legacyKey,
  logIn,
  revokedKey,
  startHarness,
  suspended,
} from './harness.ts'

let server: Harness

before(async () => {
  server = await startHarness({ LOGIN_ACCOUNT_ATTEMPTS_MAX: '1000' })
})

after(() => server?.close())

interface Options {
  query?: string
  headers?: Record<string, string>
}

function getPage(overrides: Record<string, string> = {}, { query, headers }: Options = {}): Promise<Response> {
  const parameters = new URLSearchParams(
    Object.entries(authorizeParameters(overrides)).filter(([, value]) => value !== ''),
  )
  return fetch(`${server.origin}/authorize?${query ?? parameters.toString()}`, {
    headers: headers ?? {},
    redirect: 'manual',
  })
}

function postForm(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' } as const
  return fetch(`${server.origin}/authorize`, init)
}

/** What a browser keeps of the page: the form's hidden field and the cookie. */
async function openForm(overrides: Record<string, string> = {}) {
  const response = await getPage(overrides)
  const page = await response.text()
  assert.equal(response.status, 200, page)
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  const [, requestToken = ''] = /name="request_token" value="([^"]+)"/.exec(page) ?? []
  assert.ok(cookie && requestToken)
  return { cookie, request_token: requestToken, page }
}

const asBrowser = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-site': 'same-origin', origin: 'null' }

async function outcomeOf(response: Response): Promise<string> {
  assert.equal(response.headers.get('location'), null, 'nothing redirects')
  const { error } = (await response.json()) as { error: string }
  return `${response.status} ${error}`
}

test('a bad client_id or redirect_uri is answered here, whatever else the request says', async () => {
  const cases: [Record<string, string>, string][] = [
    [{ client_id: '' }, '400 invalid_client'],
    [{ client_id: 'no-key' }, '400 invalid_client'],
    [{ client_id: 'vnb-sk-unknown-key' }, '401 invalid_client'],
    [{ client_id: revokedKey }, '401 invalid_client'],
    [{ client_id: suspended.key }, '401 invalid_client'],
    [{ client_id: 'no-key', redirect_uri: 'javascript:alert(1)' }, '400 invalid_client'],
    [{ redirect_uri: '' }, '400 invalid_request'],
    [{ redirect_uri: '/callback' }, '400 invalid_request'],
    [{ redirect_uri: 'javascript:alert(1)' }, '400 invalid_request'],
    [{ redirect_uri: 'https://user@evil.example/' }, '400 invalid_request'],
    [{ redirect_uri: 'https://evil.example/#x' }, '400 invalid_request'],
    [{ redirect_uri: 'https://client.example/a/..;/b' }, '400 invalid_request'],
    [{ redirect_uri: 'https://client.example/a/%2e%2e/b' }, '400 invalid_request'],
  ]
  for (const [overrides, expected] of cases) {
    const label = JSON.stringify(overrides)
    assert.equal(await outcomeOf(await getPage(overrides)), expected, label)
    assert.equal(await outcomeOf(await getPage({ ...overrides, response_type: 'token' })), expected, label)
    assert.equal(await outcomeOf(await logIn(server.origin, overrides)), expected, `POST ${label}`)
  }
})

test('nothing else that is wrong redirects either, since nobody has seen where it leads', async () => {
  const cases: [Record<string, string>, string][] = [
    [{ response_type: '' }, '400 invalid_request'],
    [{ response_type: 'token' }, '400 unsupported_response_type'],
    [{ response_type: 'code token' }, '400 unsupported_response_type'],
    [{ response_type: 'CODE' }, '400 unsupported_response_type'],
    [{ code_challenge: '' }, '400 invalid_request'],
    [{ code_challenge: CHALLENGE.slice(1) }, '400 invalid_request'],
    [{ code_challenge: `${CHALLENGE}=` }, '400 invalid_request'],
    [{ code_challenge: CHALLENGE.replace('-', '+') }, '400 invalid_request'],
    [{ code_challenge_method: '' }, '400 invalid_request'],
    [{ code_challenge_method: 'plain' }, '400 invalid_request'],
    [{ code_challenge_method: 's256' }, '400 invalid_request'],
    [{ scope: 'openid' }, '400 invalid_request'],
    [{ client_id: bob.key, scope: 'llm:completions' }, '400 invalid_request'],
    [{ state: 'x'.repeat(4097) }, '400 invalid_request'],
  ]
  for (const [overrides, expected] of cases) {
    assert.equal(await outcomeOf(await getPage(overrides)), expected, JSON.stringify(overrides))
  }
})

test('the POST checks everything again', async () => {
  for (const [overrides, expected] of [
    [{ response_type: 'token' }, '400 unsupported_response_type'],
    [{ code_challenge: 'short' }, '400 invalid_request'],
    [{ code_challenge_method: 'plain' }, '400 invalid_request'],
    [{ code_challenge_method: '' }, '400 invalid_request'],
    [{ scope: 'nothing-known' }, '400 invalid_request'],
  ] as [Record<string, string>, string][]) {
    assert.equal(await outcomeOf(await logIn(server.origin, overrides)), expected, JSON.stringify(overrides))
  }
})

test('a parameter that comes twice is refused, in the query and in the form; unknown ones are ignored', async () => {
  const query = new URLSearchParams(authorizeParameters()).toString()
  for (const twice of ['redirect_uri=https://evil.example/', 'state=a&state=b', 'client_id=x', 'x=1&x=1']) {
    const status = await getPage({}, { query: `${query}&${twice}` }).then(outcomeOf)
    assert.equal(status, '400 invalid_request', twice)
  }
  const form = new URLSearchParams({ ...authorizeParameters(), email: ada.email, password: ada.password })
  const response = await fetch(`${server.origin}/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${form.toString()}&redirect_uri=https://evil.example/`,
    redirect: 'manual',
  })
  assert.equal(await outcomeOf(response), '400 invalid_request')
  assert.equal((await getPage({ resource: 'https://x.example', prompt: 'none', nonce: 'n' })).status, 200)
})

test('a POST carries its parameters in the form only', async () => {
  const form = { ...authorizeParameters(), email: ada.email, password: ada.password }
  const response = await fetch(`${server.origin}/authorize?state=x`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  assert.equal(await outcomeOf(response), '400 invalid_request')
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(form) }
  assert.equal(await outcomeOf(await fetch(`${server.origin}/authorize`, json)), '400 invalid_request')
})

test('the six fields of the spec are enough for a program', async () => {
  const response = await logIn(server.origin)
  assert.equal(response.status, 303)
  const location = response.headers.get('location') ?? ''
  assert.ok(location.startsWith(`${CALLBACK}?`))
  assert.deepEqual([...new URL(location).searchParams.keys()], ['code', 'iss'])
})

test('the way back carries code, state and issuer, the state byte for byte', async () => {
  const state = 'ä "b"&c=d+e%20f\n\r\n\t/?#\u{1F600}'
  const { cookie, ...form } = await openForm({ state, scope: 'mcp:tools llm:completions' })
  const answer = { request_token: form.request_token, email: ada.email, password: ada.password, decision: 'allow' }
  const response = await postForm(answer, { ...asBrowser, cookie })
  assert.equal(response.status, 303)
  const query = new URL(response.headers.get('location') ?? '').searchParams
  assert.deepEqual([...query.keys()], ['code', 'state', 'iss'])
  assert.equal(query.get('state'), state)
  assert.equal(query.get('iss'), server.issuer)
  const { body } = await exchange(server.origin, query.get('code') ?? '')
  assert.equal(body.scope, 'mcp:tools llm:completions')
})

test('the callback keeps its own query', async () => {
  const response = await logIn(server.origin, { redirect_uri: `${CALLBACK}?tenant=7&x=%7E`, state: 's' })
  assert.match(response.headers.get('location') ?? '', /\?tenant=7&x=%7E&code=[^&]+&state=s&iss=http/)
})

test('the redirect is a 303 that passes nothing on', async () => {
  const response = await logIn(server.origin)
  assert.equal(response.status, 303)
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(await response.text(), '')
})

test('who denies is sent back with access_denied, without a password', async () => {
  const { cookie, request_token } = await openForm({ state: 'kept' })
  const response = await postForm({ request_token, decision: 'deny' }, { ...asBrowser, cookie })
  assert.equal(response.status, 303)
  const query = new URL(response.headers.get('location') ?? '').searchParams
  assert.deepEqual(Object.fromEntries(query), { error: 'access_denied', state: 'kept', iss: server.issuer })
})

test('only the owner of the key gets a code, so nobody can be lured with a key of somebody else', async () => {
  const lured = { client_id: bob.key, redirect_uri: 'https://attacker.example/' }
  assert.equal(await outcomeOf(await logIn(server.origin, lured)), '403 access_denied')
  const { cookie, request_token } = await openForm(lured)
  const answer = { request_token, email: ada.email, password: ada.password, decision: 'allow' }
  const response = await postForm(answer, { ...asBrowser, cookie })
  assert.equal(response.status, 403)
  assert.equal(response.headers.get('location'), null)
  assert.match(await response.text(), /API key of another account/)
})

test('an unknown e-mail and a wrong password are answered alike', async () => {
  const { cookie, request_token } = await openForm()
  const answers = await Promise.all(
    [ada.email, 'nobody@example.test'].map(async email => {
      const form = { request_token, email, password: 'wrong', decision: 'allow' }
      const response = await postForm(form, { ...asBrowser, cookie })
      const page = await response.text()
      const plain = page.replaceAll(email, 'E').replace(/name="request_token" value="[^"]+"/, '')
      return { status: response.status, plain }
    }),
  )
  assert.deepEqual(answers[0], answers[1])
  assert.equal(answers[0]?.status, 403)
  assert.match(answers[0]?.plain ?? '', /E-mail address or password is wrong/)
  const [known, unknown] = await Promise.all([
    logIn(server.origin, { password: 'wrong' }).then(outcomeOf),
    logIn(server.origin, { email: 'nobody@example.test' }).then(outcomeOf),
  ])
  assert.equal(known, unknown)
})

test('a suspended buyer is not told so by the key of somebody else', async () => {
  for (const password of ['wrong', suspended.password]) {
    const answer = await logIn(server.origin, { email: suspended.email, password })
    assert.equal(answer.status, 403)
    assert.doesNotMatch(await answer.text(), /suspended/)
  }
})

test('a login without e-mail or password, or with endless ones, is refused', async () => {
  assert.equal(await outcomeOf(await logIn(server.origin, { email: '' })), '400 invalid_request')
  assert.equal(await outcomeOf(await logIn(server.origin, { password: '' })), '400 invalid_request')
  assert.equal(await outcomeOf(await logIn(server.origin, { password: 'x'.repeat(1025) })), '403 access_denied')
  assert.equal(await outcomeOf(await logIn(server.origin, { email: `${'x'.repeat(255)}@x` })), '403 access_denied')
})

test('a NUL in e-mail or password is a failed login', async () => {
  for (const login of [
    { email: `${ada.email}\0` },
    { email: '\0' },
    { password: '\0' },
    { password: `${ada.password}\0` },
  ]) {
    assert.equal(await outcomeOf(await logIn(server.origin, login)), '403 access_denied')
  }
})

test('the e-mail is compared without regard to case, the password in one Unicode form', async () => {
  assert.equal((await logIn(server.origin, { email: 'ADA@Example.TEST' })).status, 303)
})

test('a form of another browser, another request or another site is refused', async () => {
  const { cookie, request_token } = await openForm()
  const other = await openForm({ state: 'other' })
  const form = { request_token, email: ada.email, password: ada.password, decision: 'allow' }
  const changed = request_token.replace(/^(.{40})./, (head, kept) => `${kept}${head.endsWith('A') ? 'B' : 'A'}`)
  const cases: [string, Record<string, string>, Record<string, string>][] = [
    ['no cookie', form, asBrowser],
    ['cookie of another browser', form, { ...asBrowser, cookie: other.cookie }],
    ['changed token', { ...form, request_token: changed }, { ...asBrowser, cookie }],
    ['contradicting field', { ...form, redirect_uri: 'https://evil.example/' }, { ...asBrowser, cookie }],
    ['added scope', { ...form, scope: 'llm:completions' }, { ...asBrowser, cookie }],
    ['other site', form, { ...asBrowser, cookie, 'sec-fetch-site': 'cross-site' }],
    ['sibling site', form, { ...asBrowser, cookie, 'sec-fetch-site': 'same-site' }],
    ['other origin', form, { ...asBrowser, cookie, origin: 'https://evil.example' }],
  ]
  for (const [label, fields, headers] of cases) {
    const response = await postForm(fields, headers)
    assert.equal(response.status, 400, label)
    assert.equal(response.headers.get('location'), null, label)
  }
  assert.equal((await postForm(form, { ...asBrowser, cookie })).status, 303)
})

test('the bare six fields are refused from another site, and cannot deny', async () => {
  const form = { ...authorizeParameters(), email: ada.email, password: ada.password }
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[]) {
    assert.equal(await outcomeOf(await postForm(form, headers)), '400 invalid_request', JSON.stringify(headers))
  }
  assert.equal((await postForm(form, { origin: server.issuer })).status, 303)
  assert.equal(await outcomeOf(await postForm({ ...form, decision: 'deny' })), '400 invalid_request')
})

test('the page opened by another name of the server works too', async () => {
  const { cookie, request_token } = await openForm()
  const form = { request_token, email: ada.email, password: ada.password, decision: 'allow' }
  const headers = { accept: 'text/html', cookie, origin: server.origin, 'sec-fetch-site': 'same-origin' }
  assert.equal((await postForm(form, headers)).status, 303)
})

test('every page forbids scripts, frames, caches and referrers, and names where its form may lead', async () => {
  const redirectUri = 'https://client.example:8443/cb'
  const pages = [
    { response: await getPage({ redirect_uri: redirectUri }), formAction: "'self' https://client.example:8443" },
    { response: await getPage({ client_id: 'x' }, { headers: asBrowser }), formAction: "'none'" },
  ]
  for (const { response, formAction } of pages) {
    const { headers } = response
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    const [style] = /'sha256-[^']+'/.exec(headers.get('content-security-policy') ?? '') ?? []
    assert.equal(
      headers.get('content-security-policy'),
      `default-src 'none'; style-src ${style}; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    )
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.equal(headers.get('access-control-allow-origin'), null)
    assert.doesNotMatch(await response.text(), /<script|<img|<link|src=/)
  }
})

test('the page shows the host it leads to and the end of the key, and nothing the link can choose', async () => {
  const overrides = { redirect_uri: 'https://client.example/cb', state: '<b>state</b>', client_name: 'Your Bank' }
  const page = await (await getPage(overrides)).text()
  assert.match(page, /client\.example/)
  assert.match(page, /vnb-sk-…0001/)
  assert.doesNotMatch(page, /Your Bank|<b>state/)
  assert.ok(!page.includes(ada.key), 'the key itself is not in the page')
})

test('people get a page for an error, programs the OAuth envelope', async () => {
  const page = await getPage({ client_id: 'vnb-sk-unknown-key' }, { headers: asBrowser })
  assert.equal(page.status, 401)
  assert.match(await page.text(), /client_id is not a valid API key/)
  const json = await getPage({ client_id: 'vnb-sk-unknown-key' })
  assert.deepEqual(await json.json(), {
    error: 'invalid_client',
    error_description: 'client_id is not a valid API key.',
  })
})

test('behind https the cookie is bound to this very host', async () => {
  const https = await server.replica({ ISSUER: 'https://gateway.example' })
  const response = await fetch(`${https.origin}/authorize?${new URLSearchParams(authorizeParameters()).toString()}`)
  const cookie = response.headers.get('set-cookie') ?? ''
  assert.match(cookie, /^__Host-mtg-authorize=[A-Za-z0-9_-]{22}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/)
})

test('no key, code, token, password or e-mail is ever logged', async () => {
  const state = 'state-marker'
  await getPage({ state, client_id: legacyKey }, { headers: asBrowser })
  await getPage({ state, client_id: 'vnb-sk-unknown-marker' })
  const location = (await logIn(server.origin, { state })).headers.get('location') ?? ''
  const code = new URL(location).searchParams.get('code') ?? ''
  const { body } = await exchange(server.origin, code)
  await exchange(server.origin, code)
  await logIn(server.origin, { password: 'password-marker' })
  await fetch(`${server.origin}/nowhere?client_id=${ada.key}&marker=query-marker`)
  await fetch(`${server.origin}/%zz?client_id=${ada.key}`)
  const logs = server.logs()
  assert.match(logs, /"endpoint":"authorize"/)
  for (const secret of [ada.key, legacyKey, code, body.access_token, body.refresh_token, ada.email, ada.password]) {
    assert.ok(secret && !logs.includes(secret))
  }
  assert.doesNotMatch(logs, /v(nb|ai)-sk-|-marker|eyJ|\?client_id/)
})
