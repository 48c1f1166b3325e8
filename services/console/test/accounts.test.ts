import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Constellation, eventually, messagesTo, messageTo } from '@mtg/testing'
import { ada, Browser, bob, loggedIn, newEmail, owner, startGateway, tokenIn, withKey } from './harness.ts'

let gateway: Constellation
let origin: string

before(async () => {
  gateway = await startGateway({ MESSAGES_PER_HOUR_MAX: '3', SIGN_UPS_PER_HOUR: '10000' })
  origin = String(gateway.console)
})
after(() => gateway?.stop())

const password = 'a long enough password'

async function signUp(email: string): Promise<string> {
  const answer = await new Browser(origin).post('/accounts', { email, password })
  assert.equal(answer.status, 201, answer.text)
  return await messageTo(gateway.outboxDir, email, /Verify your e-mail/)
}

/** Logs in to let a program in, as a program with the six fields of a form would. */
async function authorize(baseUrl: string, fields: Record<string, string>) {
  const request = {
    redirect_uri: 'http://127.0.0.1:1/cb',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  }
  const body = new URLSearchParams({ ...request, ...fields })
  const response = await fetch(`${baseUrl}/authorize`, { method: 'POST', body, redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}

describe('signing up', () => {
  test('makes an account that is a buyer, and the link in the message verifies its address once', async () => {
    const email = newEmail()
    const token = tokenIn(await signUp(email))
    const browser = await loggedIn(origin, { email, password })
    const account = await browser.get('/account')
    assert.equal(account.at('email'), email)
    assert.equal(account.at('emailVerified'), false)
    assert.match(String(account.at('buyer.id')), /^[0-9a-f-]{36}$/)
    assert.equal(account.at('publisher'), null)
    const verified = await new Browser(origin).post('/accounts/verification', { token })
    assert.deepEqual(verified.body, { email, emailVerified: true })
    assert.equal((await browser.get('/account')).at('emailVerified'), true)
    const again = await new Browser(origin).post('/accounts/verification', { token })
    assert.equal(again.at('error.code'), 'link_invalid')
  })

  test('the link itself is a page that verifies', async () => {
    const email = newEmail()
    const link = /^http\S+$/m.exec(await signUp(email))?.[0] ?? ''
    const page = await fetch(link)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /address is verified/)
    assert.equal((await (await loggedIn(origin, { email, password })).get('/account')).at('emailVerified'), true)
    assert.match(await (await fetch(link)).text(), /did not work/)
  })

  test('with a known address answers the same, changes nothing, and tells that address alone', async () => {
    const unknown = newEmail()
    const fresh = await new Browser(origin).post('/accounts', { email: unknown, password })
    const known = await new Browser(origin).post('/accounts', { email: ada.email, password })
    assert.equal(known.status, fresh.status)
    assert.deepEqual(known.body, { email: ada.email, emailVerified: false })
    const names = (headers: Headers) => [...headers.keys()].filter(name => name !== 'date').toSorted()
    assert.deepEqual(names(known.headers), names(fresh.headers))
    await messageTo(gateway.outboxDir, ada.email, /already have an account/)
    await loggedIn(origin, ada)
  })

  test('then logging in does not tell either: who signed up has an account that holds nothing of the owner', async () => {
    const accounts = []
    const answers = []
    for (const email of [newEmail(), bob.email]) {
      await new Browser(origin).post('/accounts', { email, password })
      const browser = await loggedIn(origin, { email, password })
      const account = await browser.get('/account')
      assert.deepEqual([account.at('email'), account.at('emailVerified')], [email, false])
      assert.deepEqual([account.at('publisher'), (await browser.get('/wallet')).at('balance')], [null, '0.00'])
      const made = await browser.post('/keys', { name: 'default' })
      assert.equal(made.status, 201)
      answers.push(await authorize(gateway.baseUrl, { email, password, client_id: String(made.at('key')) }))
      const twice = await browser.post('/keys', { name: 'default' })
      assert.equal(twice.at('error.message'), 'There is a key named "default" already: choose another name.')
      assert.equal(((await browser.get('/keys')).at('items') as unknown[]).length, 1)
      assert.equal((await browser.post('/purchases', { app: 'acme/gratis', tier: 'free' })).status, 201)
      assert.equal((await browser.post('/account/verification')).status, 202)
      const second = { email, password: 'of a second sign-up' }
      await new Browser(origin).post('/accounts', second)
      assert.equal((await new Browser(origin).post('/session', second)).at('error.code'), 'login_failed')
      accounts.push(account)
    }
    assert.deepEqual(answers[0], answers[1])
    assert.equal(answers[0]?.status, 403)
    const own = await loggedIn(origin, bob)
    assert.notEqual((await own.get('/account')).at('id'), accounts[1]?.at('id'))
    assert.equal((await own.get('/wallet')).at('balance'), '5.00')
    const messages = messagesTo(gateway.outboxDir, bob.email)
    assert.ok(
      messages.every(text => !/Verify your e-mail|password was changed/.test(text)),
      messages.join('\n'),
    )
  })

  test('takes about as long for a known address as for an unknown one', async () => {
    const timeOf = async (email: string) => {
      const startedAtMs = performance.now()
      await new Browser(origin).post('/accounts', { email, password })
      return performance.now() - startedAtMs
    }
    const unknown: number[] = []
    const known: number[] = []
    for (let round = 0; round < 7; round += 1) {
      unknown.push(await timeOf(newEmail()))
      known.push(await timeOf(ada.email))
    }
    // The fastest of each: what a busy machine adds says nothing. Without a password to hash it would be a tenth.
    const [fastestKnown, fastestUnknown] = [Math.min(...known), Math.min(...unknown)]
    const ratio = fastestKnown / fastestUnknown
    assert.ok(ratio > 0.6 && ratio < 1.6, `known ${fastestKnown} ms, unknown ${fastestUnknown} ms`)
  })

  test('with a bad address or password is refused with the field at fault', async () => {
    const bad: [unknown, string][] = [
      [{ email: 'nobody', password }, '/email'],
      [{ email: newEmail(), password: 'short' }, '/password'],
      [{ email: newEmail() }, '/password'],
      [{ email: newEmail(), password, admin: true }, '/admin'],
      [{ email: `a\n@example.test`, password }, '/email'],
    ]
    for (const [body, field] of bad) {
      const answer = await new Browser(origin).post('/accounts', body)
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual([answer.at('error.code'), answer.at('error.field')], ['invalid_argument', field])
    }
  })

  test('an address gets only so many messages in an hour, whoever asks', async () => {
    const email = newEmail()
    for (let round = 0; round < 6; round += 1) await new Browser(origin).post('/accounts', { email, password })
    const received = () => messagesTo(gateway.outboxDir, email).length
    await eventually(() => assert.equal(received(), 3))
    // What is handed over after a later message of somebody else would have been here before it.
    const neighbour = newEmail()
    await new Browser(origin).post('/accounts', { email: neighbour, password })
    await messageTo(gateway.outboxDir, neighbour, /Verify your e-mail/)
    assert.equal(received(), 3)
  })
})

describe('sessions', () => {
  test('a cookie that scripts cannot read says who asks, until it is logged out', async () => {
    const browser = await loggedIn(origin, ada)
    const { email, password } = ada
    const answer = await new Browser(origin).post('/session', { email, password })
    const cookie = answer.headers.getSetCookie()[0] ?? ''
    assert.match(cookie, /^mtg-session=mtg-cs-[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.equal((await browser.get('/account')).at('email'), ada.email)
    const kept = new Browser(origin, { cookie: [...browser.cookies].map(pair => pair.join('=')).join('; ') })
    assert.equal((await browser.send('DELETE', '/session')).status, 204)
    assert.equal(browser.cookies.has('mtg-session'), false)
    const ended = await kept.get('/account')
    assert.deepEqual([ended.status, ended.at('error.code')], [401, 'session_ended'])
  })

  test('are listed, and ended one by one, by their own account alone', async () => {
    const first = await loggedIn(origin, owner)
    const second = await loggedIn(origin, owner)
    const listed = await first.get('/sessions')
    const items = listed.at('items') as { id: string; current: boolean }[]
    assert.equal(items.length, 2)
    const other = items.find(item => !item.current)
    assert.ok(other)
    const stranger = await (await loggedIn(origin, ada)).send('DELETE', `/sessions/${other.id}`)
    assert.equal(stranger.status, 404)
    assert.equal((await first.send('DELETE', `/sessions/${other.id}`)).status, 204)
    assert.equal((await second.get('/account')).at('error.code'), 'session_ended')
    assert.equal((await first.get('/account')).at('publisher.username'), 'acme')
  })

  test('a wrong password and an unknown address are told in the same words', async () => {
    const wrong = await new Browser(origin).post('/session', { email: ada.email, password: 'wrong password' })
    const unknown = await new Browser(origin).post('/session', { email: newEmail(), password: 'wrong password' })
    assert.equal(wrong.status, 401)
    assert.deepEqual(wrong.body, unknown.body)
  })

  test('who guesses has to wait, and the owner at another address does not', async () => {
    const email = newEmail()
    await signUp(email)
    const from = (address: string) => new Browser(origin, { 'x-forwarded-for': address })
    const codes: unknown[] = []
    for (let guess = 0; guess < 7; guess += 1) {
      const answer = await from('203.0.113.7').post('/session', { email, password: `guess number ${guess}` })
      codes.push(answer.at('error.code'))
      if (answer.status === 429) assert.ok(Number(answer.headers.get('retry-after')) > 0)
    }
    assert.deepEqual(codes.slice(0, 5), Array(5).fill('login_failed'))
    assert.equal(codes.at(-1), 'rate_limit_exceeded')
    assert.equal((await from('198.51.100.9').post('/session', { email, password })).status, 201)
  })

  test('a stand-in of an address frees no guesses at its owner, and keeps no owner out who has logged in before', async () => {
    const email = newEmail()
    const verification = await signUp(email)
    await new Browser(origin).post('/accounts/verification', { token: tokenIn(verification) })
    const own = new Browser(origin, { 'x-forwarded-for': '203.0.113.77' })
    assert.equal((await own.post('/session', { email, password })).status, 201)
    assert.ok(own.cookies.has('mtg-known-console'))

    const stranger = new Browser(origin, { 'x-forwarded-for': '203.0.114.7' })
    await stranger.post('/accounts', { email, password: 'of the stranger' })
    const codes: unknown[] = []
    for (let guess = 0; guess < 7; guess += 1) {
      codes.push((await stranger.post('/session', { email, password: `guess number ${guess}` })).at('error.code'))
      await stranger.post('/session', { email, password: 'of the stranger' })
    }
    assert.equal(codes.at(-1), 'rate_limit_exceeded')
    assert.ok(!stranger.cookies.has('mtg-known-console'))

    const nextDoor = { 'x-forwarded-for': '203.0.114.7' }
    const cookie = [...own.cookies].map(pair => pair.join('=')).join('; ')
    assert.equal((await new Browser(origin, nextDoor).post('/session', { email, password })).status, 429)
    assert.equal((await new Browser(origin, { ...nextDoor, cookie }).post('/session', { email, password })).status, 201)
  })

  test('changes are taken from our own pages or none, as JSON, and from no other page', async () => {
    const browser = await loggedIn(origin, ada)
    const change = (headers: Record<string, string>) => browser.send('POST', '/account/verification', '{}', headers)
    assert.equal((await change({})).status, 202)
    for (const own of [origin, gateway.baseUrl]) assert.equal((await change({ origin: own })).status, 202)
    const foreign = await change({ origin: 'https://evil.example' })
    assert.deepEqual([foreign.status, foreign.at('error.code')], [403, 'origin_not_allowed'])
    assert.equal((await change({ 'sec-fetch-site': 'cross-site' })).status, 403)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      assert.equal((await change({ 'content-type': type })).at('error.code'), 'bad_request')
    }
  })
})

describe('passwords', () => {
  test('changing one needs the current one, and ends all other sessions', async () => {
    const email = newEmail()
    await signUp(email)
    const browser = await loggedIn(origin, { email, password })
    const other = await loggedIn(origin, { email, password })
    const wrong = await browser.send('PUT', '/account/password', {
      currentPassword: 'nope',
      newPassword: 'another one',
    })
    assert.deepEqual([wrong.status, wrong.at('error.field')], [401, '/currentPassword'])
    const changed = await browser.send('PUT', '/account/password', {
      currentPassword: password,
      newPassword: 'another one',
    })
    assert.equal(changed.status, 204, changed.text)
    assert.equal((await other.get('/account')).status, 401)
    assert.equal((await browser.get('/account')).status, 200)
    await loggedIn(origin, { email, password: 'another one' })
    await messageTo(gateway.outboxDir, email, /password was changed/)
  })

  test('a forgotten one is reset by a link that works once, and every session ends', async () => {
    const email = newEmail()
    await signUp(email)
    const browser = await loggedIn(origin, { email, password })
    assert.equal((await new Browser(origin).post('/password-resets', { email })).status, 202)
    const token = tokenIn(await messageTo(gateway.outboxDir, email, /Choose a new password/))
    const reset = (newPassword: string) => new Browser(origin).send('PUT', '/accounts/password', { token, newPassword })
    assert.equal((await reset('short')).status, 400)
    assert.equal((await reset('a new password')).status, 204)
    assert.equal((await reset('a third password')).at('error.code'), 'link_invalid')
    assert.equal((await browser.get('/account')).status, 401)
    const after = await (await loggedIn(origin, { email, password: 'a new password' })).get('/account')
    assert.equal(after.at('emailVerified'), true)
  })

  test('a reset of an address that nobody knows is answered alike, and nothing is sent', async () => {
    const email = newEmail()
    assert.equal((await new Browser(origin).post('/password-resets', { email })).status, 202)
    await new Browser(origin).post('/password-resets', { email: ada.email })
    assert.deepEqual(messagesTo(gateway.outboxDir, email), [])
  })

  test('keys that were made before an address was verified die with its reset: they may be a stranger’s', async () => {
    const email = newEmail()
    await signUp(email)
    const browser = await loggedIn(origin, { email, password })
    const made = await browser.post('/keys', { name: 'early' })
    assert.equal(made.status, 201, made.text)
    const program = withKey(origin, String(made.at('key')))
    assert.equal((await program.get('/wallet')).status, 200)
    await new Browser(origin).post('/password-resets', { email })
    const token = tokenIn(await messageTo(gateway.outboxDir, email, /Choose a new password/))
    await new Browser(origin).send('PUT', '/accounts/password', { token, newPassword: 'whoever reads the mail' })
    assert.equal((await program.get('/wallet')).at('error.code'), 'api_key_revoked')
  })
})

describe('without the right credential', () => {
  test('nobody, a bad key and a key where a session is needed get the same codes as at the edge', async () => {
    const anybody = await new Browser(origin).get('/wallet')
    assert.deepEqual([anybody.status, anybody.at('error.code')], [401, 'api_key_missing'])
    assert.match(String(anybody.headers.get('www-authenticate')), /^Bearer resource_metadata="http/)
    assert.equal((await withKey(origin, 'nonsense').get('/wallet')).at('error.code'), 'api_key_invalid')
    assert.equal((await withKey(origin, 'vnb-sk-nobody-00000000').get('/wallet')).at('error.code'), 'api_key_invalid')
    const narrow = await withKey(origin, ada.key).get('/account')
    assert.deepEqual([narrow.status, narrow.at('error.code')], [403, 'insufficient_scope'])
    assert.match(String(narrow.headers.get('www-authenticate')), /insufficient_scope/)
  })

  test('the edge serves the same API, so that programs need one origin', async () => {
    const answer = await withKey(gateway.baseUrl, ada.key).get('/wallet')
    assert.deepEqual(answer.body, { balance: '25.00', held: '0.00', available: '25.00', currency: 'USD' })
    const described = await fetch(`${gateway.baseUrl}/openapi.json`)
    assert.equal(((await described.json()) as { openapi: string }).openapi, '3.1.0')
  })
})
