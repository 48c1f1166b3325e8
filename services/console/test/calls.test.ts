import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  behaviours,
  type Constellation,
  callTool,
  clearOfTurn,
  eventually,
  type FakePublisher,
  startFakePublisher,
} from '@mtg/testing'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { ada, Browser, bob, loggedIn, owner, startGateway, withKey } from './harness.ts'

const DAY_MS = 86_400_000

let publisher: FakePublisher
let gateway: Constellation
let origin: string

before(async () => {
  // Calls are added up by days.
  await clearOfTurn(DAY_MS, 120_000)
  publisher = await startFakePublisher()
  // Calls are counted for the quality of apps a moment after they were made.
  const measuring = { QUALITY_LAG_MS: '1000', QUALITY_INTERVAL_MS: '200', QUALITY_BUYERS_MIN: '2' }
  gateway = await startGateway({ QUALITY_CACHE_MS: '100' }, publisher.origin, measuring)
  origin = String(gateway.console)
})
after(async () => {
  await gateway?.stop()
  await publisher?.close()
})

async function callOf(credential: string, tool = 'search'): Promise<string> {
  const answer = await callTool({ baseUrl: gateway.baseUrl, app: 'acme/search', tool, arguments: {}, credential })
  assert.equal(answer.status, 200, answer.text)
  return String(answer.callId)
}

describe('calls', () => {
  test('are listed and explained to their buyer, charged or refused, and to nobody else', async () => {
    const charged = await callOf(ada.key)
    const refused = await callTool({
      baseUrl: gateway.baseUrl,
      app: 'acme/gratis',
      tool: 'search',
      arguments: {},
      credential: ada.key,
    })
    const refusedId = String(refused.callId)
    const program = withKey(origin, ada.key)
    const explained = await eventually(async () => {
      const answer = await program.get(`/calls/${charged}`)
      assert.equal(answer.at('metered'), true, answer.text)
      return answer
    })
    assert.equal(explained.at('charged'), '0.002')
    assert.equal(explained.at('app'), 'acme/search')
    assert.equal(explained.at('reservation.state'), 'captured')
    assert.match(String(explained.at('reason')), /^charged/)
    assert.ok((explained.at('stages') as unknown[]).length > 3)
    await eventually(async () => {
      const answer = await program.get(`/calls/${refusedId}`)
      assert.equal(answer.at('code'), 'app_not_purchased', answer.text)
      assert.equal(answer.at('charged'), '0.00')
    })
    const listed = await program.get('/calls')
    const ids = (listed.at('items') as { id: string }[]).map(call => call.id)
    assert.deepEqual(ids.toSorted(), [charged, refusedId].toSorted())
    const only = async (query: string) =>
      ((await program.get(`/calls?${query}`)).at('items') as { id: string }[]).map(call => call.id)
    assert.deepEqual(await only('code=ok'), [charged])
    assert.deepEqual(await only('code=app_not_purchased'), [refusedId])
    assert.deepEqual(await only('app=acme/search'), [charged])
    assert.deepEqual(await only(`key=${randomUUID()}`), [])
    assert.deepEqual(await only('to=2020-01-01T00:00:00Z'), [])
    const stranger = withKey(origin, bob.key)
    for (const id of [charged, refusedId, randomUUID()]) {
      assert.equal((await stranger.get(`/calls/${id}`)).status, 404)
    }
    assert.deepEqual((await stranger.get('/calls')).at('items'), [])
  })

  test('are added up by day, app, tool and key, as JSON and as CSV that no spreadsheet computes', async () => {
    const browser = await loggedIn(origin, ada)
    await callOf(ada.key, '=HYPERLINK("http://evil.example")')
    const today = new Date().toISOString().slice(0, 10)
    await eventually(async () => {
      assert.equal((await browser.get('/usage?by=app')).at('items.0.calls'), 2)
    })
    const [day, app, key] = await Promise.all(['day', 'app', 'key'].map(by => browser.get(`/usage?by=${by}`)))
    assert.deepEqual(day?.at('items'), [{ group: today, calls: 2, charged: '0.004', tokens: 0 }])
    assert.equal(app?.at('items.0.group'), 'acme/search')
    assert.match(String(key?.at('items.0.group')), /^[0-9a-f-]{36}$/)
    const tools = await browser.get('/usage?by=tool', { accept: 'text/csv' })
    assert.match(String(tools.headers.get('content-type')), /^text\/csv/)
    const [head, ...rows] = tools.text.trim().split('\r\n')
    assert.equal(head, 'tool,calls,charged_usd,tokens')
    assert.equal(rows.length, 2)
    for (const row of rows) assert.doesNotMatch(row, /^"?[=+\-@]/)
    assert.equal((await browser.get('/usage?by=colour')).at('error.field'), '/by')
  })
})

describe('receipts', () => {
  const jwks = async () => (await (await fetch(`${gateway.baseUrl}/.well-known/jwks.json`)).json()) as JSONWebKeySet

  test('say what a call cost, signed so that anybody can check it with the JWKS, and are no credential', async () => {
    const callId = await callOf(ada.key)
    const program = withKey(gateway.baseUrl, ada.key)
    const account = await (await loggedIn(origin, ada)).get('/account')
    const receipt = await eventually(async () => {
      const answer = await program.get(`/calls/${callId}/receipt`)
      assert.equal(answer.status, 200, answer.text)
      assert.match(String(answer.headers.get('content-type')), /^application\/jose/)
      const { payload, protectedHeader } = await jwtVerify(answer.text, createLocalJWKSet(await jwks()))
      assert.equal(protectedHeader.typ, 'mtg-receipt+jwt')
      assert.equal(payload.iss, gateway.baseUrl)
      const said = payload.receipt as Record<string, unknown>
      assert.equal(said.status, 200)
      return { said, text: answer.text }
    })
    const { startedAt, settledAt, key, ...said } = receipt.said
    assert.deepEqual(said, {
      callId,
      buyer: account.at('buyer.id'),
      app: 'acme/search',
      operation: 'tools/call',
      tool: 'search',
      tier: 'paid',
      outcome: 'charged',
      code: 'ok',
      status: 200,
      price: '0.002',
      charged: '0.002',
      currency: 'USD',
      digests: null,
    })
    for (const time of [startedAt, settledAt]) assert.ok(Math.abs(Date.now() - Date.parse(String(time))) < 60_000)
    assert.match(String(key), /^[0-9a-f-]{36}$/)
    const asCredential = await withKey(origin, receipt.text).get('/wallet')
    assert.equal(asCredential.at('error.code'), 'api_key_invalid')
  })

  test('of a refused call say that nothing was charged, and of somebody else’s there are none', async () => {
    const call = { baseUrl: gateway.baseUrl, app: 'acme/gratis', tool: 'search', arguments: {}, credential: ada.key }
    const refused = String((await callTool(call)).callId)
    const answer = await eventually(async () => {
      const found = await withKey(origin, ada.key).get(`/calls/${refused}/receipt`)
      assert.equal(found.status, 200, found.text)
      return found
    })
    const said = (await jwtVerify(answer.text, createLocalJWKSet(await jwks()))).payload.receipt
    const { outcome, code, charged, price } = said as Record<string, unknown>
    assert.deepEqual([outcome, code, charged, price], ['not_charged', 'app_not_purchased', '0.00', null])
    for (const id of [refused, randomUUID()]) {
      assert.equal((await withKey(origin, bob.key).get(`/calls/${id}/receipt`)).at('error.code'), 'not_found')
    }
  })

  test('of a call that is under way are call_in_progress', async () => {
    const asked: unknown[] = []
    publisher.behave(async (request, response) => {
      const callId = String(request.headers['x-gateway-call-id'])
      const answer = await eventually(async () => {
        const found = await withKey(origin, ada.key).get(`/calls/${callId}/receipt`)
        assert.notEqual(found.status, 404)
        return found
      })
      asked.push(answer.status, answer.at('error.code'))
      await behaviours.wellBehaved()(request, response)
    })
    await callOf(ada.key).finally(() => publisher.behave(behaviours.wellBehaved()))
    assert.deepEqual(asked, [409, 'call_in_progress'])
  })
})

describe('statements', () => {
  const thisMonth = new Date().toISOString().slice(0, 7)

  test('of a month add up to what the wallet holds, as JSON, CSV, signed, and as FOCUS has costs', async () => {
    await callOf(ada.key)
    const program = withKey(origin, ada.key)
    const listed = await program.get('/statements')
    assert.deepEqual(listed.at('items'), [{ month: thisMonth, closed: false }])
    const path = `/statements/${thisMonth}`
    const made = await program.get(path)
    const lines = made.at('lines') as { kind: string; app: string | null; entries: number; amount: string }[]
    const micros = (text: unknown) => Math.round(Number(text) * 1e6)
    const total = lines.reduce((sum, { amount }) => sum + micros(amount), 0)
    assert.equal(micros(made.at('opening')) + total, micros(made.at('closing')))
    assert.equal(made.at('closing'), (await program.get('/wallet')).at('balance'))
    const spent = lines.filter(({ app }) => app === 'acme/search').reduce((sum, { amount }) => sum - micros(amount), 0)
    assert.ok(spent > 0)

    const csv = (await program.get(path, { accept: 'text/csv' })).text.trim().split('\r\n')
    assert.equal(csv[0], 'kind,app,entries,amount_usd')
    assert.equal(csv.length, lines.length + 3)
    const signed = await program.get(path, { accept: 'application/jose' })
    const jwks = (await (await fetch(`${gateway.baseUrl}/.well-known/jwks.json`)).json()) as JSONWebKeySet
    const { payload, protectedHeader } = await jwtVerify(signed.text, createLocalJWKSet(jwks))
    assert.equal(protectedHeader.typ, 'mtg-statement+jwt')
    assert.deepEqual((payload.statement as Record<string, unknown>).lines, lines)

    const focus = await program.get(`/usage/focus.csv?month=${thisMonth}`)
    const [head = [], ...rows] = focus.text
      .trim()
      .split('\r\n')
      .map(row => row.split(','))
    const billed = rows.reduce((sum, row) => sum + micros(row[head.indexOf('BilledCost')]), 0)
    assert.equal(billed, spent)
    assert.equal(rows[0]?.[head.indexOf('ServiceName')], 'acme/search')
    for (const column of ['BillingAccountId', 'ChargeCategory', 'EffectiveCost', 'ListCost', 'PublisherName']) {
      assert.ok(head.includes(column), column)
    }
  })

  test('of months without any entry, of publishers that are none, and of no month are refused', async () => {
    const browser = await loggedIn(origin, ada)
    assert.equal((await browser.get('/statements/1999-01')).at('error.code'), 'invalid_argument')
    assert.equal((await browser.get('/statements/2025-01')).at('error.code'), 'not_found')
    assert.equal((await browser.get('/statements/november')).at('error.field'), '/month')
    assert.equal((await browser.get('/publisher/statements')).at('error.code'), 'not_found')
    const publisherOwner = await loggedIn(origin, owner)
    const earned = await publisherOwner.get(`/publisher/statements/${thisMonth}`)
    assert.equal(earned.status, 200, earned.text)
    assert.ok(Number(earned.at('closing')) > 0)
    const byKey = await withKey(origin, ada.key).get('/publisher/statements')
    assert.equal(byKey.at('error.code'), 'insufficient_scope')
  })
})

describe('programs that were connected by OAuth', () => {
  test('are listed to their buyer, and somebody else’s cannot be ended', async () => {
    const browser = await loggedIn(origin, ada)
    assert.deepEqual((await browser.get('/oauth-clients')).at('items'), [])
    const answer = await browser.send('DELETE', `/oauth-clients/${randomUUID()}`)
    assert.deepEqual([answer.status, answer.at('error.code')], [404, 'not_found'])
  })
})

test('the catalogue tells how well an app does, by paid calls of others than its publisher', async () => {
  const [eve, publisherKey] = ['vnb-sk-console-eve-00003', 'vnb-sk-console-own-00004']
  await gateway.apply(`
buyers:
  - email: eve@example.test
    wallet: "5.00"
    keys: [{ name: default, key: ${eve} }]
    purchases: [{ app: acme/measured, tier: paid }]
  - email: ${owner.email}
    wallet: "5.00"
    keys: [{ name: default, key: ${publisherKey} }]
    purchases: [{ app: acme/measured, tier: paid }]
  - email: ${bob.email}
    wallet: "5.00"
    purchases: [{ app: acme/measured, tier: paid }]
publishers:
  - username: acme
    payout: connected
    apiKey: acme-upstream-key
    apps:
      - name: measured
        adapter: mcp
        upstream: ${publisher.origin}/mcp
        tiers: { paid: { price: "0.001", perMinute: 600, perDay: 100000, monthly: 1000000 } }
`)
  const quality = async () => (await new Browser(origin).get('/catalog/apps/acme/measured')).at('quality')
  const call = async (credential: string) => {
    const answer = await callTool({
      baseUrl: gateway.baseUrl,
      app: 'acme/measured',
      tool: 'search',
      arguments: {},
      credential,
    })
    return answer.status
  }
  const nothing = {
    windowDays: 30,
    buyersMin: 2,
    successRate: null,
    p50Ms: null,
    p95Ms: null,
    refunds: null,
    sampleSize: null,
  }
  assert.deepEqual(await quality(), { status: 'too_few_buyers', ...nothing })
  for (const key of [eve, eve, bob.key, publisherKey, publisherKey]) assert.equal(await call(key), 200)
  publisher.behave(behaviours.reply(500))
  assert.equal(await call(eve), 500)
  publisher.behave(behaviours.wellBehaved())
  await eventually(async () => {
    const { p50Ms, p95Ms, ...figures } = (await quality()) as Record<string, number>
    assert.deepEqual(figures, {
      status: 'measured',
      windowDays: 30,
      buyersMin: 2,
      successRate: 0.75,
      refunds: 0,
      sampleSize: 4,
    })
    assert.ok(Number(p50Ms) > 0 && Number(p95Ms) >= Number(p50Ms))
  })
  const listed = await new Browser(origin).get('/catalog/apps?query=measured')
  assert.equal(listed.at('items.0.quality.sampleSize'), 4)
})

test('a publisher sees what its apps took in and how their calls failed, without who called; nobody else does', async () => {
  const mine = await loggedIn(origin, owner)
  const byApp = await eventually(async () => {
    const answer = await mine.get('/publisher/usage?by=app')
    const sums = answer.at('items') as { group: string; calls: number; charged: string; buyers: number }[]
    assert.ok(
      sums.some(({ group }) => group === 'acme/search'),
      answer.text,
    )
    return sums
  })
  const search = byApp.find(({ group }) => group === 'acme/search')
  const days = (await mine.get('/publisher/usage?app=search')).at('items') as { group: string; charged: string }[]
  assert.deepEqual(days, [{ ...search, group: new Date().toISOString().slice(0, 10) }])
  const tools = (await mine.get('/publisher/usage?app=search&by=tool')).at('items') as {
    group: string
    calls: number
  }[]
  assert.equal(
    tools.reduce((sum, { calls }) => sum + calls, 0),
    search?.calls,
  )
  assert.ok(tools.every(({ group }) => group.startsWith('acme/search#')))
  assert.equal((await mine.get('/publisher/usage?by=tool')).at('error.field'), '/app')
  assert.equal((await mine.get('/publisher/usage?from=2020-01-01T00:00:00Z')).at('error.field'), '/from')

  publisher.behave(behaviours.reply(500))
  const call = { baseUrl: gateway.baseUrl, app: 'acme/search', tool: 'search', arguments: {}, credential: ada.key }
  const failed = await callTool(call).finally(() => publisher.behave(behaviours.wellBehaved()))
  const path = '/publisher/apps/search/failures'
  const told = await eventually(async () => {
    const answer = await mine.get(`${path}?code=${String(failed.code)}`)
    assert.equal(answer.at('items.0.id'), failed.callId, answer.text)
    return answer
  })
  assert.deepEqual([told.at('items.0.status'), told.at('items.0.countsInQuality')], [failed.status, true])
  const buyer = await (await loggedIn(origin, ada)).get('/account')
  assert.equal(told.text.includes(String(buyer.at('buyer.id'))), false)
  const counts = (await mine.get('/publisher/apps/search/failure-counts')).at('items') as { code: string }[]
  assert.ok(counts.some(({ code }) => code === failed.code))

  const other = new Browser(origin)
  assert.equal((await other.get(path)).status, 401)
  for (const route of [path, '/publisher/usage', '/publisher/apps/search/failure-counts']) {
    assert.equal((await (await loggedIn(origin, ada)).get(route)).at('error.code'), 'not_found')
  }
})

describe('what moves', () => {
  /** Reads a stream of events until it ends or the test does. */
  async function watch(browser: Browser) {
    const response = await browser.stream('/events')
    const heard: { readonly name: string; readonly data: unknown }[] = []
    let hasEnded = false
    const read = async () => {
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
          if (name !== undefined) heard.push({ name, data: JSON.parse(String(data)) })
        }
      }
      hasEnded = true
    }
    const reading = read().catch(() => undefined)
    const named = (name: string) => heard.filter(event => event.name === name)
    return { response, heard, named, reading, hasEnded: () => hasEnded }
  }

  test('is told within moments to every page of its own account, and to nobody else', async () => {
    const [adas, again, bobs] = [await loggedIn(origin, ada), await loggedIn(origin, ada), await loggedIn(origin, bob)]
    const streams = await Promise.all([adas, again, bobs].map(watch))
    const [one, two, stranger] = streams
    assert.ok(one && two && stranger)
    assert.match(String(one.response.headers.get('content-type')), /^text\/event-stream/)
    for (const { heard } of streams) {
      await eventually(() => assert.equal(new Set(heard.map(({ name }) => name)).size, 4))
    }
    for (const { heard } of streams) heard.splice(0)
    await callOf(ada.key)
    const wallet = (await adas.get('/wallet')).body
    for (const { named } of [one, two]) {
      await eventually(() => {
        assert.deepEqual(named('wallet').at(-1)?.data, wallet)
        assert.ok(named('purchases').length > 0 && named('calls').length > 0)
      })
    }
    const made = await adas.post('/keys', { name: 'watched' })
    await eventually(() => assert.equal(one.named('keys').length, 1))
    await adas.send('DELETE', `/keys/${String(made.at('id'))}`)
    await eventually(() => assert.equal(one.named('keys').length, 2))
    assert.deepEqual(stranger.heard, [])

    await again.send('DELETE', '/session')
    await eventually(() => assert.ok(two.hasEnded()))
    assert.equal(one.hasEnded(), false)
    for (const browser of [adas, bobs]) await browser.send('DELETE', '/session')
    await Promise.all(streams.map(({ reading }) => reading))
  })

  test('goes on when a service was away, whose news come when it is back', async () => {
    const browser = await loggedIn(origin, ada)
    const stream = await watch(browser)
    await eventually(() => assert.ok(stream.named('keys').length > 0))
    stream.heard.splice(0)
    gateway.kill('billing')
    await eventually(async () => assert.equal((await browser.get('/wallet')).status, 200))
    await callOf(ada.key)
    await eventually(() => assert.ok(stream.named('wallet').length > 0 && stream.named('purchases').length > 0))
    await browser.send('DELETE', '/session')
    await stream.reading
  })

  test('an account has only so many streams, and a place that was left is free again', async () => {
    const browser = await loggedIn(origin, bob)
    const streams = await Promise.all(Array.from({ length: 8 }, () => watch(browser)))
    assert.deepEqual(
      streams.map(({ response }) => response.status),
      streams.map(() => 200),
    )
    const refused = await browser.get('/events')
    assert.deepEqual([refused.status, refused.at('error.code')], [503, 'overloaded'])
    await browser.send('DELETE', '/session')
    await Promise.all(streams.map(({ reading }) => reading))
    const later = await loggedIn(origin, bob)
    const { response, reading } = await watch(later)
    assert.equal(response.status, 200)
    await later.send('DELETE', '/session')
    await reading
  })
})

test('the exact number of calls that were refused, and the last use of a key, are told', async () => {
  const browser = await loggedIn(origin, ada)
  const errors = async () => {
    const { items } = (await browser.get('/usage/outcomes')).body as {
      items: { code: string; calls: number; error: boolean }[]
    }
    return items.filter(({ error }) => error).reduce((sum, { calls }) => sum + calls, 0)
  }
  const before = await errors()
  const made = await browser.post('/keys', { name: 'used once' })
  assert.equal(made.at('lastUsedAt'), null)
  const credential = String(made.at('key'))
  for (let count = 0; count < 3; count += 1) {
    await callTool({ baseUrl: gateway.baseUrl, app: 'acme/gratis', tool: 'search', arguments: {}, credential })
  }
  await eventually(async () => assert.equal(await errors(), before + 3))
  await eventually(async () => {
    const { items } = (await browser.get('/keys')).body as { items: { id: string; lastUsedAt: string | null }[] }
    const usedAt = items.find(({ id }) => id === made.at('id'))?.lastUsedAt
    assert.ok(Date.now() - Date.parse(String(usedAt)) < 60_000, String(usedAt))
  })
})
