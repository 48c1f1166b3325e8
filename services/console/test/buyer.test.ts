import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Constellation, eventually } from '@mtg/testing'
import { ada, Browser, bob, loggedIn, newEmail, owner, startGateway, withKey } from './harness.ts'

let gateway: Constellation
let origin: string

before(async () => {
  gateway = await startGateway({ SECURITY_CONTACT: 'mailto:security@example.test' })
  origin = String(gateway.console)
})
after(() => gateway?.stop())

async function stranger(): Promise<Browser> {
  const email = newEmail()
  const password = 'a long enough password'
  await new Browser(origin).post('/accounts', { email, password })
  return await loggedIn(origin, { email, password })
}

describe('the wallet', () => {
  test('shows its balance and its journal, to its owner and to programs with their key', async () => {
    for (const asking of [await loggedIn(origin, ada), withKey(origin, ada.key)]) {
      assert.equal((await asking.get('/wallet')).at('balance'), '25.00')
      const entries = await asking.get('/wallet/entries')
      assert.equal(entries.at('items.0.kind'), 'opening_balance')
      assert.equal(entries.at('items.0.amount'), '25.00')
      assert.equal(entries.at('nextPageToken'), null)
    }
    assert.equal((await (await stranger()).get('/wallet')).at('balance'), '0.00')
  })

  test('is topped up at the page that the answer names, by accounts with a verified address alone', async () => {
    const unverified = await (await stranger()).post('/wallet/top-ups', { amount: '10.00' })
    assert.deepEqual([unverified.status, unverified.at('error.code')], [403, 'email_not_verified'])
    const program = withKey(origin, bob.key)
    const before = (await program.get('/wallet')).at('balance')
    const started = await program.post('/wallet/top-ups', { amount: '12.50' })
    assert.equal(started.status, 201, started.text)
    assert.deepEqual([started.at('status'), started.at('amount')], ['pending', '12.50'])
    const path = String(started.headers.get('location'))
    assert.equal((await program.get(path)).at('id'), started.at('id'))
    const paid = await fetch(String(started.at('url')), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'action=pay',
      redirect: 'manual',
    })
    assert.ok(paid.status < 400, `${paid.status} ${await paid.text()}`)
    await eventually(async () => assert.equal((await program.get(path)).at('status'), 'paid'))
    assert.equal(before, '5.00')
    assert.equal((await program.get('/wallet')).at('balance'), '17.50')
    assert.equal((await (await loggedIn(origin, ada)).get(path)).at('error.code'), 'not_found')
  })

  test('amounts are decimal strings within bounds', async () => {
    const browser = await loggedIn(origin, ada)
    for (const amount of [10, '10.0000001', '-5', '1e3', '', 'ten']) {
      const answer = await browser.post('/wallet/top-ups', { amount })
      assert.deepEqual([answer.status, answer.at('error.field')], [400, '/amount'], String(amount))
    }
    for (const amount of ['4.99', '1000.01', '10.001']) {
      const answer = await browser.post('/wallet/top-ups', { amount })
      assert.equal(answer.status, 400, amount)
    }
  })
})

describe('purchases', () => {
  test('are obtained, upgraded, listed, cancelled and not anybody else’s', async () => {
    const browser = await stranger()
    const free = await browser.post('/purchases', { app: 'acme/search', tier: 'free' })
    assert.equal(free.status, 201, free.text)
    assert.deepEqual([free.at('tier'), free.at('status'), free.at('quota')], ['free', 'active', 500])
    const twice = await browser.post('/purchases', { app: 'acme/search', tier: 'free' })
    assert.deepEqual([twice.status, twice.at('error.code')], [409, 'already_purchased'])
    const paid = await browser.post('/purchases', { app: 'acme/search', tier: 'paid' })
    assert.equal(paid.at('tier'), 'paid')
    assert.equal(
      (await browser.post('/purchases', { app: 'acme/search', tier: 'free' })).at('error.code'),
      'downgrade_not_allowed',
    )
    const path = `/purchases/${String(paid.at('id'))}`
    assert.equal((await (await loggedIn(origin, ada)).get(path)).at('error.code'), 'purchase_not_found')
    assert.equal((await (await loggedIn(origin, ada)).send('DELETE', path)).status, 404)
    assert.equal((await browser.send('DELETE', path)).at('status'), 'cancelled')
    const all = await browser.get('/purchases?pageSize=1')
    assert.equal((all.at('items') as unknown[]).length, 1)
    const next = await browser.get(`/purchases?pageSize=1&pageToken=${String(all.at('nextPageToken'))}`)
    assert.notEqual(next.at('items.0.id'), all.at('items.0.id'))
    assert.deepEqual((await browser.get('/purchases?status=active')).at('items'), [])
    const ofApp = async (app: string) => (await browser.get(`/purchases?app=${app}`)).at('items') as unknown[]
    assert.deepEqual([(await ofApp('acme/search')).length > 0, (await ofApp('acme/gratis')).length], [true, 0])
  })

  test('are asked for by a quote, which answers a session and a key, at the console and at the gateway alike', async () => {
    const [browser, program] = [await loggedIn(origin, ada), withKey(origin, ada.key)]
    const paid = { allowed: true, price: '0.002', tier: 'paid' }
    for (const who of [browser, program]) {
      const answer = await who.post('/quote', { app: 'acme/search', tool: 'any' })
      assert.deepEqual([answer.status, answer.body], [200, paid], answer.text)
      const none = await who.post('/quote', { app: 'acme/nothing' })
      assert.deepEqual([none.at('allowed'), none.at('price'), none.at('code')], [false, null, 'app_not_found'])
      assert.equal((await who.post('/quote', { app: 'acme' })).at('error.field'), '/app')
    }
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const byEdge = await new Browser(gateway.baseUrl, { cookie }).post('/quote', { app: 'acme/search' })
    assert.deepEqual([byEdge.status, byEdge.body], [200, paid], byEdge.text)
    const nobody = await new Browser(gateway.baseUrl).post('/quote', { app: 'acme/search' })
    assert.equal(nobody.at('error.code'), 'api_key_missing')
  })

  test('are changed only by who has read them as they are, if that is asked for', async () => {
    const browser = await stranger()
    const free = await browser.post('/purchases', { app: 'acme/search', tier: 'free' })
    const path = `/purchases/${String(free.at('id'))}`
    const tag = String((await browser.get(path)).headers.get('etag'))
    assert.deepEqual([tag, free.headers.get('etag')], [`"${String(free.at('version'))}"`, tag])
    const upgrade = { app: 'acme/search', tier: 'paid' }
    for (const other of ['"77"', '"0"', `W/${tag}`, 'nonsense']) {
      for (const refused of [
        await browser.send('POST', '/purchases', upgrade, { 'if-match': other }),
        await browser.send('DELETE', path, undefined, { 'if-match': other }),
        await browser.send('POST', `${path}/renewal`, {}, { 'if-match': other }),
      ]) {
        assert.deepEqual([refused.status, refused.at('error.code')], [412, 'precondition_failed'], other)
      }
    }
    assert.equal((await browser.get(path)).text, free.text)
    const both = await Promise.all([
      browser.send('POST', '/purchases', upgrade, { 'if-match': tag }),
      browser.send('DELETE', path, undefined, { 'if-match': tag }),
    ])
    assert.equal(both.filter(({ status }) => status === 412).length, 1, both.map(({ text }) => text).join(' '))
    const next = await browser.send('POST', '/purchases', upgrade, {})
    const held = next.status === 201 ? next : both[0]
    assert.ok(Number(held.at('version')) > Number(free.at('version')), 'versions go on from purchase to purchase')
    const gone = await browser.send('DELETE', `/purchases/${String(held.at('id'))}`, undefined, {
      'if-match': String(held.headers.get('etag')),
    })
    assert.deepEqual([gone.at('status'), gone.headers.get('etag')], ['cancelled', `"${String(gone.at('version'))}"`])
  })

  test('of an app that is not there are refused in the gateway’s words', async () => {
    const browser = await loggedIn(origin, ada)
    assert.equal(
      (await browser.post('/purchases', { app: 'acme/none', tier: 'free' })).at('error.code'),
      'app_not_found',
    )
    assert.equal(
      (await browser.post('/purchases', { app: 'nobody/x', tier: 'free' })).at('error.code'),
      'publisher_not_found',
    )
    assert.equal((await browser.post('/purchases', { app: 'acme', tier: 'free' })).at('error.field'), '/app')
    assert.equal((await browser.get('/purchases?pageSize=0')).at('error.field'), '/pageSize')
    assert.equal((await browser.get('/purchases?pageToken=nonsense')).at('error.field'), '/pageToken')
  })

  test('an account that only owns a publisher has none, and is told why', async () => {
    const answer = await (await loggedIn(origin, owner)).get('/purchases')
    assert.deepEqual([answer.status, answer.at('error.code')], [404, 'not_found'])
  })
})

describe('keys', () => {
  test('are made, shown once, used and revoked', async () => {
    const browser = await loggedIn(origin, ada)
    const made = await browser.post('/keys', { name: 'agent', ambient: true })
    assert.equal(made.status, 201, made.text)
    const key = String(made.at('key'))
    assert.match(key, /^vai-sk-/)
    const listed = await browser.get('/keys')
    assert.equal(listed.text.includes(key), false)
    assert.equal(listed.at('items.0.name'), 'agent')
    assert.equal((await withKey(origin, key).get('/wallet')).status, 200)
    const path = `/keys/${String(made.at('id'))}`
    assert.equal((await (await loggedIn(origin, bob)).send('DELETE', path)).status, 404)
    assert.ok((await browser.send('DELETE', path)).at('revokedAt'))
    assert.equal((await withKey(origin, key).get('/wallet')).at('error.code'), 'api_key_revoked')
  })

  test('with a bad name or scope are refused with the field', async () => {
    const browser = await loggedIn(origin, ada)
    assert.equal((await browser.post('/keys', { name: ' ' })).at('error.field'), '/name')
    assert.equal((await browser.post('/keys', { name: 'x', scope: 'a  b' })).at('error.field'), '/scope')
  })
})

describe('limits and children of keys', () => {
  test('are set as a whole, shown with what is used of them, and changed by the account alone', async () => {
    const browser = await loggedIn(origin, ada)
    const limits = {
      total: '5.00',
      perDay: '1.5',
      maxPrice: '0.01',
      apps: ['acme/search'],
      concurrent: 3,
      loop: { calls: 5, seconds: 60 },
      expiresAt: '2099-01-01T00:00:00.000Z',
    }
    const made = await browser.post('/keys', { name: 'bounded', limits })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(made.at('limits'), { ...limits, perDay: '1.50' })
    assert.equal(made.at('spending.total'), '0.00')
    const path = `/keys/${String(made.at('id'))}`
    const changed = await browser.send('PATCH', path, { limits: { total: '6.00' } })
    assert.deepEqual(changed.at('limits'), { total: '6.00' })
    assert.equal((await (await loggedIn(origin, bob)).send('PATCH', path, { limits: {} })).status, 404)
    const program = await withKey(origin, String(made.at('key'))).send('PATCH', path, { limits: {} })
    assert.equal(program.at('error.code'), 'insufficient_scope')
    assert.equal((await browser.post('/keys', { name: 'x', limits: { apps: [] } })).at('error.field'), '/limits/apps')
    const badTool = await browser.post('/keys', { name: 'x', limits: { tools: ['-/search#deep'] } })
    assert.equal(badTool.status, 400)
    assert.equal(badTool.at('error.field'), '/limits/tools/0')
  })

  test('are changed only by who has read them as they are, if that is asked for, and then as a whole', async () => {
    const browser = await loggedIn(origin, ada)
    const made = await browser.post('/keys', { name: 'shared' })
    const path = `/keys/${String(made.at('id'))}`
    assert.deepEqual([made.headers.get('etag'), made.at('version')], ['"0"', 0])
    const first = await browser.send('PATCH', path, { limits: { total: '1.00' } }, { 'if-match': '"0"' })
    assert.deepEqual([first.status, first.headers.get('etag')], [200, '"1"'], first.text)
    const wishes = ['2.00', '3.00'].map(async (total, index) => {
      const limits = { total, expiresAt: `209${index}-01-01T00:00:00.000Z` }
      return await browser.send('PATCH', path, { limits }, { 'if-match': '"1"' })
    })
    const answers = await Promise.all(wishes)
    assert.equal(answers.filter(({ status }) => status === 412).length, 1)
    const won = answers.find(({ status }) => status === 200)
    const now = await browser.get(path)
    assert.deepEqual([now.at('limits'), now.headers.get('etag')], [won?.at('limits'), '"2"'])
    for (const tag of ['"0"', '"1"', 'W/"2"']) {
      const refused = await browser.send('PATCH', path, { limits: {} }, { 'if-match': tag })
      assert.deepEqual([refused.status, refused.at('error.code')], [412, 'precondition_failed'], tag)
    }
    assert.equal((await browser.get(path)).text, now.text)
    assert.equal((await (await loggedIn(origin, bob)).get(path)).status, 404)
    assert.equal((await browser.get('/keys')).at('items.0.version'), 2)
  })

  test('what is refused leaves neither limits nor an expiry behind', async () => {
    const browser = await loggedIn(origin, ada)
    const above = { total: '2.00', expiresAt: '2090-01-01T00:00:00.000Z' }
    const parent = await browser.post('/keys', { name: 'elder', limits: above })
    const limits = { total: '1.00', expiresAt: '2089-01-01T00:00:00.000Z' }
    const child = await browser.post('/keys', { name: 'younger', parent: String(parent.at('id')), limits })
    const path = `/keys/${String(child.at('id'))}`
    const before = (await browser.get(path)).text
    for (const [wish, field] of [
      [{ total: '0.50', expiresAt: '2091-01-01T00:00:00.000Z' }, '/limits/expiresAt'],
      [{ total: '3.00', expiresAt: '2088-01-01T00:00:00.000Z' }, '/limits/total'],
    ] as const) {
      const refused = await browser.send('PATCH', path, { limits: wish })
      assert.deepEqual([refused.status, refused.at('error.code')], [400, 'invalid_argument'], field)
      assert.equal((await browser.get(path)).text, before, field)
    }
  })

  test('a key makes narrower keys below itself, revokes those, and nothing beside them', async () => {
    const browser = await loggedIn(origin, ada)
    const parent = await browser.post('/keys', { name: 'boss', limits: { total: '2.00' } })
    const boss = withKey(origin, String(parent.at('key')))
    const child = await boss.post('/keys', { name: 'worker', limits: { total: '1.00' } })
    assert.equal(child.status, 201, child.text)
    assert.equal(child.at('parent'), parent.at('id'))
    const wider = await boss.post('/keys', { name: 'greedy', limits: { total: '3.00' } })
    assert.deepEqual([wider.status, wider.at('error.code')], [400, 'invalid_argument'])
    assert.equal(wider.at('error.field'), '/limits/total', wider.text)
    const beside = await browser.post('/keys', { name: 'beside' })
    const elsewhere = await boss.post('/keys', { name: 'elsewhere', parent: String(beside.at('id')) })
    assert.equal(elsewhere.status, 404)
    assert.equal((await boss.send('DELETE', `/keys/${String(beside.at('id'))}`)).status, 404)
    assert.equal((await boss.send('DELETE', `/keys/${String(parent.at('id'))}`)).status, 404)
    assert.ok((await boss.send('DELETE', `/keys/${String(child.at('id'))}`)).at('revokedAt'))
  })

  test('a key starts no top-up of more than it may still spend', async () => {
    const made = await (await loggedIn(origin, ada)).post('/keys', { name: 'thrifty', limits: { total: '6.00' } })
    const program = withKey(origin, String(made.at('key')))
    const tooMuch = await program.post('/wallet/top-ups', { amount: '6.01' })
    assert.deepEqual([tooMuch.status, tooMuch.at('error.code')], [402, 'spend_limit_exceeded'])
    assert.equal((await program.post('/wallet/top-ups', { amount: '6.00' })).status, 201)
  })
})

describe('the catalogue', () => {
  test('is for everybody: found by words, adapter, tier and price, with what a call costs and when', async () => {
    const anybody = new Browser(origin)
    const listed = await anybody.get('/catalog/apps?query=serch&adapter=mcp&tier=paid&maxPrice=0.01')
    assert.equal(listed.status, 200, listed.text)
    assert.equal(listed.at('nextPageToken'), null)
    assert.equal(listed.at('items.0.app'), 'acme/search')
    assert.equal(listed.at('items.0.url'), `${gateway.baseUrl}/v1-beta/mcp/acme/search`)
    assert.deepEqual(listed.at('items.0.tiers'), {
      free: { price: '0.00', perMinute: 60, perDay: 1000, monthly: 500 },
      paid: { price: '0.002', perMinute: 600, perDay: 100000, monthly: 1000000 },
    })
    assert.deepEqual([listed.at('items.0.priceFrom'), listed.at('items.0.priceTo')], ['0.002', '0.002'])
    assert.equal(((await anybody.get('/catalog/apps?minPrice=0.003')).at('items') as unknown[]).length, 0)
    const app = await anybody.get('/catalog/apps/acme/search')
    assert.equal(app.at('publisherState'), 'active')
    assert.deepEqual(app.at('chargedWhen.1'), { outcome: 'The result has isError', charged: false })
    const gratis = await anybody.get('/catalog/apps/acme/gratis')
    assert.deepEqual([gratis.at('priceFrom'), gratis.at('tiers.paid')], [null, undefined])
    const missing = await anybody.get('/catalog/apps/acme/nothing')
    assert.deepEqual([missing.status, missing.at('error.code')], [404, 'app_not_found'])
  })

  test('pages, and refuses what it cannot search by with the field at fault', async () => {
    const anybody = new Browser(origin)
    const first = await anybody.get('/catalog/apps?pageSize=1')
    assert.equal(first.at('items.0.app'), 'acme/gratis')
    const second = await anybody.get(`/catalog/apps?pageSize=1&pageToken=${String(first.at('nextPageToken'))}`)
    assert.deepEqual([second.at('items.0.app'), second.at('nextPageToken')], ['acme/search', null])
    const bad: [string, string][] = [
      ['adapter=a2a', '/adapter'],
      ['minPrice=cheap', '/minPrice'],
      ['pageToken=bm9uZQ', '/pageToken'],
      ['sort=best', '/sort'],
      ['pageSize=201', '/pageSize'],
      ['what=ever', '/what'],
    ]
    for (const [query, field] of bad) {
      const answer = await anybody.get(`/catalog/apps?${query}`)
      assert.deepEqual([answer.status, answer.at('error.field')], [400, field], answer.text)
    }
  })

  test('may be kept for a moment, and read by any page; who has it already gets 304', async () => {
    const answer = await new Browser(origin).get('/catalog/apps')
    const tag = String(answer.headers.get('etag'))
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=30')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    const again = await new Browser(origin).get('/catalog/apps', { 'if-none-match': `"other", W/${tag}` })
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag])
    const refused = await new Browser(origin).get('/catalog/apps?sort=best')
    assert.equal(refused.headers.get('cache-control'), 'no-store')
  })
})

describe('programs that know only the gateway’s origin', () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${gateway.baseUrl}${path}`, init)
    return { response, text: await response.text() }
  }

  test('find its APIs, and each address that they are told answers', async () => {
    const { response, text } = await ask('/.well-known/api-catalog')
    assert.match(String(response.headers.get('content-type')), /^application\/linkset\+json/)
    assert.match(String(response.headers.get('link')), /rel="api-catalog"/)
    const { linkset } = JSON.parse(text) as { linkset: Record<string, { href: string }[] | string>[] }
    const targets = linkset.flatMap(
      ({ anchor: _, ...relations }) => Object.values(relations).flat() as { href: string }[],
    )
    assert.ok(targets.length >= 8)
    for (const { href } of targets) assert.equal((await fetch(href)).status, 200, href)
    assert.equal((await ask('/.well-known/api-catalog', { method: 'HEAD' })).response.status, 200)
    assert.equal((await ask('/.well-known/nothing')).response.status, 404)
  })

  test('find MCP servers as in any registry, with the figures of the catalogue', async () => {
    const { text } = await ask('/v0.1/servers?limit=1')
    const first = JSON.parse(text) as {
      servers: { server: { name: string } }[]
      metadata: { nextCursor: string; count: number }
    }
    assert.equal(first.metadata.count, 1)
    const rest = await ask(`/v0.1/servers?cursor=${encodeURIComponent(first.metadata.nextCursor)}`)
    const names = [...first.servers, ...(JSON.parse(rest.text) as typeof first).servers].map(
      ({ server }) => server.name,
    )
    assert.deepEqual(names, ['1.0.0.127/acme.gratis', '1.0.0.127/acme.search'])
    for (const name of names) {
      const versions = await ask(`/v0.1/servers/${encodeURIComponent(name)}/versions`)
      const { servers } = JSON.parse(versions.text) as {
        servers: { server: Record<string, unknown>; _meta: Record<string, unknown> }[]
      }
      const [entry] = servers
      assert.ok(entry)
      const app = name.split('.').at(-1)
      const { items } = (await new Browser(origin).get('/catalog/apps?publisher=acme')).body as {
        items: Record<string, unknown>[]
      }
      const { url, ...figures } = items.find(item => item.name === app) ?? {}
      assert.deepEqual(entry._meta['dev.metered-tool-gateway/listing'], { currency: 'USD', ...figures })
      assert.equal((entry.server.remotes as { url: string }[])[0]?.url, url)
      const latest = await ask(`/v0.1/servers/${encodeURIComponent(name)}/versions/latest`)
      assert.deepEqual(JSON.parse(latest.text), entry)
      const { version } = entry.server as { version: string }
      assert.equal((await ask(`/v0.1/servers/${encodeURIComponent(name)}/versions/${version}`)).response.status, 200)
      assert.equal((await ask(`/v0.1/servers/${encodeURIComponent(name)}/versions/0.0.1`)).response.status, 404)
    }
    for (const name of ['1.0.0.127/acme.nothing', 'org.other/acme.search', '%00']) {
      const missing = await ask(`/v0.1/servers/${encodeURIComponent(name)}/versions`)
      assert.deepEqual([missing.response.status, missing.text], [404, '{"error":"Server not found"}'], name)
    }
    const none = await ask('/v0.1/servers?updated_since=2999-01-01T00:00:00Z')
    assert.deepEqual(JSON.parse(none.text), { servers: [], metadata: { count: 0 } })
    assert.equal((await ask('/v0.1/servers?limit=1000')).response.status, 400)
  })

  test('read llms.txt with the prices of the catalogue, whom to write to, and what in the API costs money', async () => {
    const { text } = await ask('/llms.txt')
    assert.ok(
      text.includes(
        `- [acme/search](${gateway.baseUrl}/api/v1/catalog/apps/acme/search): mcp, free tier, 0.002 USD a call`,
      ),
      text,
    )
    const security = await ask('/.well-known/security.txt')
    assert.match(security.text, /^Contact: mailto:security@example\.test$/m)
    const expires = Date.parse(/^Expires: (.+)$/m.exec(security.text)?.[1] ?? '')
    assert.ok(expires > Date.now() + 86_400_000 && expires < Date.now() + 365 * 86_400_000)
    const document = JSON.parse((await ask('/openapi.json')).text) as {
      paths: Record<string, { post?: Record<string, unknown> }>
    }
    const payment = document.paths['/v1-beta/{adapter}/{username}/{appname}']?.post?.['x-payment-info'] as Record<
      string,
      string
    >
    assert.equal(payment.catalog, `${gateway.baseUrl}/api/v1/catalog/apps/{username}/{appname}`)
  })
})
