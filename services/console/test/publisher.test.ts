import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Constellation, messageTo, startFakePublisher } from '@mtg/testing'
import { ada, Browser, loggedIn, newEmail, owner, startGateway, tokenIn, withKey } from './harness.ts'

let gateway: Constellation
let origin: string

before(async () => {
  gateway = await startGateway({ PROBES_PER_HOUR: '5' })
  origin = String(gateway.console)
})
after(() => gateway?.stop())

const password = 'a long enough password'
let count = 0

/** Somebody with a verified address. */
async function verified(): Promise<Browser> {
  const email = newEmail()
  const browser = new Browser(origin)
  await browser.post('/accounts', { email, password })
  await browser.post('/accounts/verification', { token: tokenIn(await messageTo(gateway.outboxDir, email, /verif/i)) })
  return await loggedIn(origin, { email, password })
}

/** A publisher of its own name. */
async function publisher(): Promise<Browser> {
  count += 1
  const browser = await verified()
  const made = await browser.send('PUT', '/publisher', { username: `maker-${count}` })
  assert.equal(made.status, 200, made.text)
  assert.equal((await browser.send('PUT', '/publisher/credential', { apiKey: 'upstream-key' })).status, 204)
  return browser
}

const tiers = {
  free: { perMinute: 60, perDay: 1000, monthly: 500 },
  paid: { price: '0.01', perMinute: 60, perDay: 1000, monthly: 500 },
}
const draft = { adapter: 'mcp', upstream: 'https://tools.example.com/mcp', published: false, tiers }
const refusal = (answer: { status: number; at(path: string): unknown }) => [
  answer.status,
  answer.at('error.code'),
  answer.at('error.field'),
]

test('an account with a verified address becomes a publisher under a name that nobody else gets', async () => {
  const email = newEmail()
  await new Browser(origin).post('/accounts', { email, password })
  const unverified = await loggedIn(origin, { email, password })
  const early = await unverified.send('PUT', '/publisher', { username: 'early-bird' })
  assert.deepEqual(refusal(early), [403, 'email_not_verified', undefined])
  assert.deepEqual(refusal(await unverified.get('/publisher')), [404, 'not_found', undefined])

  const first = await verified()
  assert.equal((await first.send('PUT', '/publisher', { username: 'first-maker' })).status, 200)
  assert.equal((await first.get('/account')).at('publisher.username'), 'first-maker')
  assert.equal((await first.send('PUT', '/publisher', { username: 'first-maker' })).at('hasCredential'), false)
  const second = await verified()
  for (const username of ['first-maker', 'acme']) {
    assert.deepEqual(refusal(await second.send('PUT', '/publisher', { username })), [409, 'username_taken', undefined])
  }
  for (const username of ['admin', 'Big', 'a_b']) {
    const refused = await second.send('PUT', '/publisher', { username })
    assert.deepEqual(refusal(refused), [400, 'invalid_argument', '/username'], username)
  }
  assert.equal((await second.get('/account')).at('publisher'), null)
  assert.deepEqual(refusal(await withKey(origin, ada.key).get('/publisher')), [403, 'insufficient_scope', undefined])
})

test('the owner of a publisher of the marketplace file has its apps, and cannot rename it', async () => {
  const browser = await loggedIn(origin, owner)
  const { body } = await browser.get('/publisher/apps')
  assert.deepEqual(
    (body as { items: { name: string }[] }).items.map(({ name }) => name),
    ['gratis', 'search'],
  )
  assert.deepEqual((await browser.get('/publisher/apps/search')).at('buyers'), { free: 1, paid: 1 })
  assert.equal((await browser.send('PUT', '/publisher', { username: 'acme' })).status, 200)
  const renamed = await browser.send('PUT', '/publisher', { username: 'acme-two' })
  assert.deepEqual(refusal(renamed), [409, 'publisher_exists', undefined])
})

test('an app is put as a whole, may be sent back as it was read, and is changed only by who knows its version', async () => {
  const browser = await publisher()
  const made = await browser.send('PUT', '/publisher/apps/finder', draft)
  assert.deepEqual([made.status, made.headers.get('etag'), made.at('published')], [201, '"1"', false])
  const again = await browser.send('PUT', '/publisher/apps/finder', made.body, { 'if-match': '"1"' })
  assert.deepEqual([again.status, again.headers.get('etag'), again.at('tiers')], [200, '"2"', tiers])
  const put = (headers: Record<string, string>) => browser.send('PUT', '/publisher/apps/finder', draft, headers)
  for (const headers of [{ 'if-match': '"1"' }, { 'if-match': 'W/"2"' }, { 'if-none-match': '*' }]) {
    assert.deepEqual(refusal(await put(headers)), [412, 'precondition_failed', undefined])
  }
  const promises = { outputSchema: true, firstByteMs: 800 }
  const promised = await browser.send('PUT', '/publisher/apps/finder', { ...draft, promises }, { 'if-match': '"2"' })
  assert.deepEqual([promised.at('promises'), promised.headers.get('etag')], [promises, '"3"'])
  assert.equal((await browser.get('/publisher/apps')).at('items.0.name'), 'finder')
  const gone = await browser.send('DELETE', '/publisher/apps/finder', undefined, { 'if-match': '"3"' })
  assert.deepEqual([gone.status, gone.at('callableUntil')], [200, null])
  assert.equal((await browser.get('/publisher/apps/finder')).status, 404)
})

test('what is wrong with an app is told with its field, and nothing is kept of it', async () => {
  const browser = await publisher()
  const faults: [change: object, field: string][] = [
    [{ adapter: 'a2a' }, '/adapter'],
    [{ upstream: 'ftp://tools.example.com' }, '/upstream'],
    [{ tiers: {} }, '/tiers'],
    [{ promises: { firstByteMs: 0 } }, '/promises/firstByteMs'],
    [{ adapter: 'llm', promises: { outputSchema: true } }, '/promises/outputSchema'],
    [{ tiers: { paid: { ...tiers.paid, price: '-1' } } }, '/tiers/paid/price'],
    [{ tiers: { free: tiers.free }, tools: { deep: { price: '1' } } }, '/tools'],
    [{ surprise: 1 }, '/surprise'],
    [{ name: 'other' }, '/name'],
  ]
  for (const [change, field] of faults) {
    const refused = await browser.send('PUT', '/publisher/apps/finder', { ...draft, ...change })
    assert.deepEqual([refused.status, refused.at('error.code')], [400, 'invalid_argument'], refused.text)
    assert.ok(String(refused.at('error.field')).startsWith(field), `${field}: ${refused.text}`)
  }
  assert.deepEqual((await browser.get('/publisher/apps')).at('items'), [])
})

test('an app is published once its server has answered, and its publisher is told what the server did wrong', async () => {
  await using server = await startFakePublisher()
  const browser = await publisher()
  const app = { ...draft, upstream: `${server.origin}/mcp`, published: true }
  const refused = await browser.send('PUT', '/publisher/apps/finder', app)
  assert.deepEqual(refusal(refused), [422, 'probe_failed', undefined])
  assert.match(String(refused.at('error.message')), /^The server answered tools\/list without a list of tools\.$/)
  assert.equal((await browser.get('/publisher/apps/finder')).status, 404)
  const reached = server.requests.length
  assert.ok(reached > 0)
  assert.equal((await browser.send('PUT', '/publisher/apps/finder', { ...app, published: false })).status, 201)
  assert.equal(server.requests.length, reached, 'a draft’s server is not asked')
  assert.deepEqual(refusal(await browser.post('/publisher/apps/finder/probe')), [422, 'probe_failed', undefined])

  const keyless = await verified()
  await keyless.send('PUT', '/publisher', { username: `keyless-${count}` })
  const early = await keyless.send('PUT', '/publisher/apps/finder', app)
  assert.deepEqual(refusal(early), [409, 'credential_missing', undefined])
})

test('no publisher reaches another one’s app, credential or money', async () => {
  const [mine, theirs] = [await publisher(), await publisher()]
  await theirs.send('PUT', '/publisher/apps/secret-app', draft)
  const before = (await theirs.get('/publisher/apps/secret-app')).body
  const tries: [method: string, path: string, body?: object][] = [
    ['GET', '/publisher/apps/secret-app'],
    ['DELETE', '/publisher/apps/secret-app'],
    ['POST', '/publisher/apps/secret-app/probe', {}],
    ['POST', '/publisher/apps/secret-app/rehearsal', { price: '1' }],
  ]
  for (const [method, path, body] of tries) {
    assert.deepEqual(
      refusal(await mine.send(method, path, body)),
      [404, 'app_not_found', undefined],
      `${method} ${path}`,
    )
  }
  assert.equal(
    (await mine.send('PUT', '/publisher/apps/secret-app', draft)).status,
    201,
    'the same name is another app',
  )
  assert.deepEqual((await theirs.get('/publisher/apps/secret-app')).body, before)
  for (const path of [
    '/publisher',
    '/publisher/apps',
    '/publisher/earnings',
    '/publisher/payouts',
    '/publisher/circuits',
  ]) {
    const answer = await mine.get(path)
    assert.equal(answer.status, 200, answer.text)
    assert.doesNotMatch(answer.text, /upstream-key/)
  }
})

test('an account has its servers asked so often only, is told when again, and takes nothing from others', async () => {
  const browser = await publisher()
  await browser.send('PUT', '/publisher/apps/finder', draft)
  for (let asked = 0; asked < 5; asked += 1) {
    assert.equal((await browser.post('/publisher/apps/finder/probe')).status, 422)
  }
  const refused = await browser.post('/publisher/apps/finder/probe')
  assert.deepEqual(refusal(refused), [429, 'rate_limit_exceeded', undefined])
  assert.match(String(refused.at('error.message')), /questions to servers of this account. Try again in \d+ s/)
  assert.equal((await browser.send('PUT', '/publisher/apps/finder', draft)).status, 200)
  const other = await publisher()
  await other.send('PUT', '/publisher/apps/finder', draft)
  assert.equal((await other.post('/publisher/apps/finder/probe')).status, 422)
})
