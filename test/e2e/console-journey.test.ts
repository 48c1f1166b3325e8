import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type Behaviour,
  behaviours,
  type Constellation,
  callTool,
  eventually,
  linkInMessage,
  sessionCookie,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { connectMcp } from './shop/mcp-client.ts'
import { runProgram } from './shop/run-program.ts'
import { apps, sampleMarketplace } from './shop/samples.ts'

let gateway: Constellation

before(async () => {
  const serviceEnv = { billing: { PRICE_NOTICE_MS: '3000', ROLL_UP_INTERVAL_MS: '100' } }
  gateway = await startConstellation({ marketplace: sampleMarketplace, console: true, samples: true, serviceEnv })
})
after(() => gateway?.stop())

const password = 'a long enough password'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** Everything goes through the edge: one origin. */
async function ask(method: string, path: string, options: { body?: object; headers?: Record<string, string> } = {}) {
  const { body, headers } = options
  const response = await fetch(`${gateway.baseUrl}/api/v1${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.status < 400, `${method} ${path}: ${response.status} ${text}`)
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) } as Answer
}

type Session = Record<string, string>

/** Somebody who has signed up, verified their address and logged in. */
async function newcomer(email: string): Promise<Session> {
  await ask('POST', '/accounts', { body: { email, password } })
  assert.match(await (await fetch(await linkInMessage(gateway.outboxDir, email))).text(), /address is verified/)
  const session = { cookie: await sessionCookie(gateway.baseUrl, { email, password }), origin: gateway.baseUrl }
  assert.equal((await ask('GET', '/account', { headers: session })).body.emailVerified, true)
  return session
}

async function topUp(session: Session, amount: string): Promise<void> {
  const started = await ask('POST', '/wallet/top-ups', { body: { amount }, headers: session })
  const paid = await fetch(String(started.body.url), { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
  assert.equal(paid.status, 200)
  await eventually(async () => {
    const { body } = await ask('GET', `/wallet/top-ups/${String(started.body.id)}`, { headers: session })
    assert.equal(body.status, 'paid')
  })
}

test('somebody signs up, verifies, tops up, finds an app and buys it, pays calls under a cap, sees why, and holds a receipt', async () => {
  const session = await newcomer('newcomer@example.test')
  await topUp(session, '10.00')
  const { app } = apps.toolbox
  const found = await ask('GET', '/catalog/apps?query=convert%20units&adapter=mcp&tier=paid')
  assert.equal((found.body.items as { app: string }[])[0]?.app, app)
  const shown = await ask('GET', `/catalog/apps/${app}`)
  assert.equal((shown.body.tiers as { paid: { price: string } }).paid.price, '0.002')
  await ask('POST', '/purchases', { body: { app, tier: 'paid' }, headers: session })
  const made = await ask('POST', '/keys', {
    body: { name: 'agent', limits: { total: '0.003' }, digests: true },
    headers: { ...session, 'idempotency-key': 'first-key' },
  })
  const credential = String(made.body.key)

  const seen = { request: Buffer.alloc(0), answer: Buffer.alloc(0) }
  const client = await connectMcp(gateway.baseUrl, app, credential, async (url, init) => {
    const answer = await fetch(url, init)
    seen.request = Buffer.from(typeof init?.body === 'string' ? init.body : '')
    seen.answer = Buffer.from(await answer.clone().arrayBuffer())
    return answer
  })
  const result = await client.callTool({ name: 'convert_units', arguments: { value: 1, from: 'mi', to: 'km' } })
  assert.deepEqual(result.structuredContent, { value: 1.609344, unit: 'km' })
  await client.close()
  const second = await callTool({ baseUrl: gateway.baseUrl, app, tool: 'hash_text', arguments: {}, credential })
  assert.deepEqual([second.status, second.code], [402, 'spend_limit_exceeded'])

  const program = { authorization: `Bearer ${credential}` }
  const charged = await eventually(async () => {
    const { body } = await ask('GET', '/calls?code=ok', { headers: program })
    const calls = body.items as { id: string; charged: string }[]
    const [call, ...others] = calls.filter(each => each.charged !== '0.00')
    assert.deepEqual([call?.charged, others], ['0.002', []])
    return call?.id
  })
  await eventually(async () => {
    const { body } = await ask('GET', `/calls/${charged}`, { headers: program })
    assert.deepEqual([body.charged, body.metered, body.app], ['0.002', true, app])
    assert.match(String(body.reason), /^charged/)
  })
  const refused = await eventually(() =>
    ask('GET', `/calls/${second.callId}`, { headers: program }).then(({ body }) => body),
  )
  assert.deepEqual([refused.code, refused.charged], ['spend_limit_exceeded', '0.00'])
  assert.equal((await ask('GET', '/wallet', { headers: program })).body.balance, '9.998')
  await holdReceipt(`/api/v1/calls/${charged}/receipt`, program, seen)
})

/** Fetches a receipt and the keys, and verifies it where no gateway can be asked: as it is, and with each thing changed. */
async function holdReceipt(
  path: string,
  headers: Record<string, string>,
  seen: Readonly<Record<'request' | 'answer', Buffer>>,
): Promise<void> {
  const fetched = async (from: string) => await (await fetch(`${gateway.baseUrl}${from}`, { headers })).text()
  const dir = mkdtempSync(join(tmpdir(), 'mtg-receipt-'))
  const keep = (name: string, content: string | Buffer) => {
    const file = join(dir, name)
    writeFileSync(file, content)
    return file
  }
  const verify = async (...args: string[]): Promise<{ valid: boolean; document: object }> => {
    const command = ['receipt', 'verify', ...args, '--jwks', jwks, '--json']
    return JSON.parse(await runProgram('tools/cli/src/main.ts', command, { DATA_DIR: dir }))
  }
  const refused = async (reason: RegExp, ...args: string[]) => {
    await assert.rejects(verify(...args), ({ stdout }: { stdout?: string }) => reason.test(stdout ?? ''))
  }
  const jwks = keep('jwks.json', await fetched('/.well-known/jwks.json'))
  try {
    const text = await fetched(path)
    const receipt = keep('receipt.jws', text)
    const [request, answer] = [keep('request.json', seen.request), keep('answer.json', seen.answer)]
    const { valid, document } = await verify(receipt, '--request', request, '--answer', answer)
    assert.equal(valid, true)
    assert.partialDeepStrictEqual(document, { tool: 'convert_units', charged: '0.002' })
    await refused(/is not the answer of this call/, receipt, '--request', request, '--answer', request)
    const [head = '', payload = '', signature] = text.split('.')
    const cheaper = Buffer.from(payload, 'base64url').toString().replace('0.002', '0.001')
    const changed = [head, Buffer.from(cheaper).toString('base64url'), signature].join('.')
    assert.notEqual(changed, text)
    await refused(/The signature is wrong/, keep('changed.jws', changed))
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('somebody becomes a publisher, lists an app, a stranger buys and calls it, the earning is paid out, and a rise comes with notice', async () => {
  await using server = await startFakePublisher()
  server.behave(listing)
  const maker = await newcomer('maker@example.test')
  await ask('PUT', '/publisher', { body: { username: 'maker' }, headers: maker })
  await ask('PUT', '/publisher/credential', { body: { apiKey: 'maker-upstream-key' }, headers: maker })
  await ask('POST', '/publisher/payout-account', { body: { account: 'acct_maker' }, headers: maker })
  const app = {
    adapter: 'mcp',
    upstream: `${server.origin}/mcp`,
    tiers: { paid: { price: '0.05', perMinute: 600, perDay: 1000, monthly: 1000 } },
  }
  const listed = await ask('PUT', '/publisher/apps/finder', { body: app, headers: maker })
  assert.deepEqual([listed.status, listed.body.title, listed.body.description], [201, 'The finder', 'Finds things.'])
  const found = await ask('GET', '/catalog/apps?query=finder')
  assert.equal((found.body.items as { app: string }[])[0]?.app, 'maker/finder')

  const buyer = await newcomer('stranger@example.test')
  await topUp(buyer, '10.00')
  await ask('POST', '/purchases', { body: { app: 'maker/finder', tier: 'paid' }, headers: buyer })
  const { body: key } = await ask('POST', '/keys', { body: { name: 'agent' }, headers: buyer })
  const call = {
    baseUrl: gateway.baseUrl,
    app: 'maker/finder',
    tool: 'find',
    arguments: {},
    credential: String(key.key),
  }
  const balance = async () => (await ask('GET', '/wallet', { headers: buyer })).body.balance
  assert.equal((await callTool(call)).status, 200)
  assert.equal(await balance(), '9.95')

  await eventually(async () => {
    const { body } = await ask('GET', '/publisher/earnings', { headers: maker })
    assert.deepEqual([body.earned, body.payable], ['0.05', '0.05'])
  })
  const paid = await ask('POST', '/publisher/payouts', { body: {}, headers: { ...maker, 'idempotency-key': 'first' } })
  assert.equal(paid.body.amount, '0.05')
  const payouts = await ask('GET', '/publisher/payouts', { headers: maker })
  assert.deepEqual(
    (payouts.body.items as { id: string }[]).map(({ id }) => id),
    [paid.body.id],
  )

  const dearer = { ...listed.body, tiers: { paid: { ...app.tiers.paid, price: '0.08' } } }
  const rehearsed = await ask('POST', '/publisher/apps/finder/rehearsal', { body: { price: '0.08' }, headers: maker })
  assert.deepEqual([rehearsed.body.calls, rehearsed.body.revenue], [1, { before: '0.05', after: '0.08' }])
  const ifMatch = { ...maker, 'if-match': String(listed.headers.get('etag')) }
  const risen = await ask('PUT', '/publisher/apps/finder', { body: dearer, headers: ifMatch })
  const [change] = risen.body.priceChanges as { from: string; to: string; effectiveAt: string }[]
  assert.deepEqual([change?.from, change?.to], ['0.05', '0.08'])
  const shown = await ask('GET', '/catalog/apps/maker/finder')
  const [told] = shown.body.announcedPrices as { newPrice: string; effectiveAt: string }[]
  assert.deepEqual([told?.newPrice, told?.effectiveAt], ['0.08', change?.effectiveAt])
  assert.equal((await callTool(call)).status, 200)
  assert.equal(await balance(), '9.90', 'the old price holds until then')
  await eventually(async () => {
    assert.ok(Date.now() > Date.parse(String(change?.effectiveAt)))
    const { body } = await ask('POST', '/quote', {
      body: { app: 'maker/finder', tool: 'find' },
      headers: { authorization: `Bearer ${call.credential}` },
    })
    assert.equal(body.price, '0.08')
  })
  assert.equal((await callTool(call)).status, 200)
  assert.equal(await balance(), '9.82')
})

/** An MCP server with one tool. */
const listing: Behaviour = (request, response) => {
  const { method } = request.json as { readonly method: string }
  const result =
    {
      'server/discover': {
        supportedVersions: ['2026-07-28'],
        instructions: 'Finds things.',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'finder', title: 'The finder', version: '1' } },
      },
      'tools/list': { tools: [{ name: 'find', description: 'Finds one thing.', inputSchema: { type: 'object' } }] },
    }[method] ?? {}
  return behaviours.result({ resultType: 'complete', content: [], ...result })(request, response)
}
