import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { ada, authorizeParameters, bob, CALLBACK, CHALLENGE, type Harness, startHarness, VERIFIER } from './harness.ts'

let server: Harness

before(async () => {
  server = await startHarness({ LOGIN_ACCOUNT_ATTEMPTS_MAX: '100000', LOGIN_TOTAL_ATTEMPTS_MAX: '100000' })
})

after(() => server?.close())

const CASES = 250

const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '%',
  '%00',
  '../',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: x=1',
  'é'.repeat(100),
  '\u{1F600}',
  '\u202E',
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  'null',
  '[object Object]',
  '0',
  '-1',
  '9'.repeat(400),
)
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ maxLength: 200 }))

/** One parameter's value: mostly a good one, so that the others are reached. */
const value = (good: string, ...others: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<string | undefined>(good) },
    { weight: 2, arbitrary: fc.constantFrom<string | undefined>(undefined, ...others) },
    { weight: 3, arbitrary: text },
  )

const unknown = fc.dictionary(text, text, { maxKeys: 2 })

function encode(parameters: Record<string, string | undefined>): string {
  const known = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new URLSearchParams(known).toString()
}

const ENVELOPE_STATUS: Readonly<Record<string, number[]>> = {
  invalid_request: [400],
  unsupported_grant_type: [400],
  invalid_client: [400, 401],
  invalid_grant: [400],
  unsupported_response_type: [400],
  access_denied: [403],
}

/** Every refusal is one of the catalogue with its own status, says nothing it was told, and is kept by nobody. */
async function assertRefusal(response: Response): Promise<void> {
  const body = (await response.json()) as Record<string, string>
  assert.deepEqual(Object.keys(body).sort(), ['error', 'error_description'])
  assert.ok(ENVELOPE_STATUS[body.error ?? '']?.includes(response.status), `${response.status} ${body.error}`)
  assert.match(body.error_description ?? '', /^[\x20\x21\x23-\x5B\x5D-\x7E]{1,200}$/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
}

test('whatever the token endpoint is sent, it issues or refuses by the catalogue', async context => {
  const parameters = fc.record({
    grant_type: value('client_credentials', 'authorization_code', 'refresh_token', 'password'),
    client_id: value(ada.key, bob.key, 'vnb-sk-', 'vnb-sk-unknown-key-1', 'vai-sk-\0'),
    client_secret: value(ada.key, bob.key),
    scope: value('mcp:tools', 'llm:completions', 'mcp:tools llm:completions', 'openid'),
    code: value(`mtg-ac-${'A'.repeat(43)}`),
    redirect_uri: value(CALLBACK),
    code_verifier: value(VERIFIER),
    refresh_token: value(`mtg-rt-${'A'.repeat(43)}`),
    resource: value('https://x.example'),
  })
  const asJson = fc.boolean()
  const property = fc.asyncProperty(parameters, unknown, asJson, async (known, others, json) => {
    const all = { ...others, ...known }
    const response = await fetch(`${server.origin}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' },
      body: json ? JSON.stringify(all) : encode(all),
    })
    if (response.status !== 200) return assertRefusal(response)
    assert.equal(known.grant_type, 'client_credentials')
    const body = (await response.json()) as Record<string, string>
    assert.ok(body.access_token && body.scope && !body.refresh_token)
  })
  await fuzz(context, CASES, property)
})

test('whatever a link to the login page says, it shows the page or refuses, and never redirects', async context => {
  const good = authorizeParameters()
  const parameters = fc.record({
    client_id: value(ada.key, bob.key, 'vnb-sk-unknown-key-1'),
    redirect_uri: fc.oneof(
      value(CALLBACK, 'https://client.example/cb?x=1', 'javascript:alert(1)'),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    ),
    response_type: value('code', 'token', 'CODE'),
    scope: value('mcp:tools', 'llm:completions', 'openid'),
    state: value('state'),
    code_challenge: value(CHALLENGE, CHALLENGE.slice(1)),
    code_challenge_method: value('S256', 'plain'),
  })
  const property = fc.asyncProperty(parameters, unknown, async (known, others) => {
    const url = `${server.origin}/authorize?${encode({ ...others, ...known })}`
    const response = await fetch(url, { redirect: 'manual' })
    assert.equal(response.headers.get('location'), null)
    if (response.status !== 200) return assertRefusal(response)
    const page = await response.text()
    assert.doesNotMatch(page, /<script|javascript:/i)
    assert.ok(!page.includes(good.client_id ?? ''))
  })
  await fuzz(context, CASES, property)
})

test('whatever a login is sent, a code goes only to the owner of the key, at the address that was sent', async context => {
  const parameters = fc.record({
    email: value(ada.email, bob.email, ada.email.toUpperCase()),
    password: value(ada.password, bob.password),
    client_id: value(ada.key, bob.key),
    redirect_uri: value(CALLBACK, 'https://client.example/cb?x=1'),
    scope: value('mcp:tools', 'mcp:tools llm:completions'),
    state: value('state'),
    code_challenge: value(CHALLENGE),
    code_challenge_method: value('S256'),
    decision: fc.constantFrom(undefined, undefined, undefined, 'allow', 'deny', 'other'),
    request_token: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, text),
  })
  let issued = 0
  const property = fc.asyncProperty(parameters, unknown, async (known, others) => {
    const response = await fetch(`${server.origin}/authorize`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encode({ ...others, ...known }),
      redirect: 'manual',
    })
    if (response.status !== 303) {
      assert.equal(response.headers.get('location'), null)
      return assertRefusal(response)
    }
    const isAda = known.client_id === ada.key && known.password === ada.password
    const isBob = known.client_id === bob.key && known.password === bob.password
    assert.ok(isAda || isBob, JSON.stringify(known))
    const location = response.headers.get('location') ?? ''
    assert.ok(location.startsWith(known.redirect_uri ?? 'nowhere'))
    const query = new URL(location).searchParams
    assert.match(query.get('code') ?? '', /^mtg-ac-/)
    assert.equal(query.get('state'), known.state === '' ? null : (known.state ?? null))
    issued++
  })
  await fuzz(context, CASES, property)
  assert.ok(issued > 0, 'some logins succeed')
})

test('bytes that are no parameters at all are refused as well', async context => {
  const property = fc.asyncProperty(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'text/plain', ''),
    fc.constantFrom('/oauth/token', '/authorize'),
    async (body, contentType, path) => {
      const headers: Record<string, string> = contentType === '' ? {} : { 'content-type': contentType }
      const response = await fetch(server.origin + path, { method: 'POST', headers, body: new Uint8Array(body) })
      await assertRefusal(response)
    },
  )
  await fuzz(context, CASES, property)
})
