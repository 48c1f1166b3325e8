import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Constellation, callTool, eventually, startConstellation } from '@mtg/testing'
import { apps, sampleMarketplace } from './shop/samples.ts'

let gateway: Constellation

before(async () => {
  gateway = await startConstellation({ marketplace: sampleMarketplace, console: true, samples: true })
})
after(() => gateway?.stop())

const email = 'newcomer@example.test'
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

/** The link in the message that came for the newcomer. */
async function linkInMessage(): Promise<string> {
  return await eventually(() => {
    const messages = readdirSync(gateway.outboxDir).map(name => readFileSync(join(gateway.outboxDir, name), 'utf8'))
    const message = messages.find(text => text.includes(`To: ${email}`)) ?? ''
    const link = /^http\S+$/m.exec(message)?.[0]
    assert.ok(link, 'no message has come')
    return link
  })
}

async function topUp(session: Record<string, string>, amount: string): Promise<void> {
  const started = await ask('POST', '/wallet/top-ups', { body: { amount }, headers: session })
  const paid = await fetch(String(started.body.url), { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
  assert.equal(paid.status, 200)
  await eventually(async () => {
    const { body } = await ask('GET', `/wallet/top-ups/${String(started.body.id)}`, { headers: session })
    assert.equal(body.status, 'paid')
  })
}

test('somebody signs up, verifies, tops up, buys, makes a key with a cap, calls, and sees why it was charged', async () => {
  await ask('POST', '/accounts', { body: { email, password } })
  assert.match(await (await fetch(await linkInMessage())).text(), /address is verified/)
  const login = await ask('POST', '/session', { body: { email, password } })
  assert.equal(login.body.emailVerified, true)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const session = { cookie, origin: gateway.baseUrl }

  await topUp(session, '10.00')
  const { app } = apps.toolbox
  await ask('POST', '/purchases', { body: { app, tier: 'paid' }, headers: session })
  const made = await ask('POST', '/keys', {
    body: { name: 'agent', limits: { total: '0.003' } },
    headers: { ...session, 'idempotency-key': 'first-key' },
  })
  const credential = String(made.body.key)
  const call = () => callTool({ baseUrl: gateway.baseUrl, app, tool: 'hash_text', arguments: { text: '' }, credential })
  const first = await call()
  assert.equal(first.status, 200, first.text)
  const second = await call()
  assert.deepEqual([second.status, second.code], [402, 'spend_limit_exceeded'])

  const program = { authorization: `Bearer ${credential}` }
  await eventually(async () => {
    const { body } = await ask('GET', `/calls/${first.callId}`, { headers: program })
    assert.deepEqual([body.charged, body.metered, body.app], ['0.002', true, app])
    assert.match(String(body.reason), /^charged/)
  })
  const refused = await eventually(() =>
    ask('GET', `/calls/${second.callId}`, { headers: program }).then(({ body }) => body),
  )
  assert.deepEqual([refused.code, refused.charged], ['spend_limit_exceeded', '0.00'])
  assert.equal((await ask('GET', '/wallet', { headers: program })).body.balance, '9.998')
})
