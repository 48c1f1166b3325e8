import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freePort } from '@mtg/embedded'
import { redisUrl } from '@mtg/testing'
import { Redis } from 'ioredis'
import { ada, authorizeParameters, bob, CALLBACK, CHALLENGE, type Harness, logIn, startHarness } from './harness.ts'

let server: Harness
let redis: Redis

before(async () => {
  server = await startHarness()
  redis = new Redis(await redisUrl())
})

after(async () => {
  await redis?.quit()
  await server?.close()
})

let people = 0
/** An account of its own for each test. */
async function newPerson(): Promise<{ email: string; password: string; client_id: string }> {
  people += 1
  const person = { email: `person${people}@example.test`, password: `secret ${people}` }
  const key = `vnb-sk-person-${people}-0000`
  const buyers = [{ ...person, keys: [{ name: 'default', key, scope: 'mcp:tools' }] }]
  await server.accounts.ApplyAccounts({ buyers }, { timeoutMs: 10_000 })
  return { ...person, client_id: key }
}

/** Lets time pass for every counter of this server. */
async function wait(prefix: string, ms: number): Promise<void> {
  for (const key of await redis.keys(`${prefix}*`)) {
    const blockedUntil = await redis.hget(key, 'blocked_until').catch(() => null)
    if (blockedUntil !== null) await redis.hset(key, 'blocked_until', String(Number(blockedUntil) - ms))
  }
}

const prefixOf = async (harness: Harness) => (await harness.env()).REDIS_PREFIX ?? ''

async function statuses(count: number, attempt: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = []
  for (let index = 0; index < count; index++) seen.push((await attempt()).status)
  return seen
}

test('after five failed logins an account waits a minute, even with the right password', async () => {
  const person = await newPerson()
  const seen = await statuses(6, () => logIn(server.origin, { ...person, password: 'wrong' }))
  assert.deepEqual(seen, [403, 403, 403, 403, 403, 429])
  const refused = await logIn(server.origin, person)
  assert.equal(refused.status, 429)
  const retryAfter = Number(refused.headers.get('retry-after'))
  assert.ok(retryAfter > 50 && retryAfter <= 60, `retry-after ${retryAfter}`)
  assert.equal(((await refused.json()) as { error: string }).error, 'temporarily_unavailable')

  await wait(await prefixOf(server), 60_000)
  assert.equal((await logIn(server.origin, person)).status, 303)
})

test('the wait doubles with every further failure, up to a quarter of an hour', async () => {
  const person = await newPerson()
  const fail = () => logIn(server.origin, { ...person, password: 'wrong' })
  await statuses(5, fail)
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    const refused = await fail()
    const retryAfter = Number(refused.headers.get('retry-after'))
    assert.ok(retryAfter > seconds - 10 && retryAfter <= seconds, `${retryAfter} of ${seconds}`)
    await wait(await prefixOf(server), seconds * 1000)
    assert.equal((await fail()).status, 403)
  }
})

test('a login that succeeds makes good for the failures before it', async () => {
  const person = await newPerson()
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(
      await statuses(4, () => logIn(server.origin, { ...person, password: 'wrong' })),
      [403, 403, 403, 403],
    )
    assert.equal((await logIn(server.origin, person)).status, 303)
  }
})

test('attempts at the same moment cannot slip past the limit', async () => {
  const person = await newPerson()
  const attempts = Array.from({ length: 20 }, () => logIn(server.origin, { ...person, password: 'wrong' }))
  const seen = (await Promise.all(attempts)).map(response => response.status)
  assert.equal(seen.filter(status => status === 403).length, 5)
  assert.equal(seen.filter(status => status === 429).length, 15)
})

test('an unknown account is throttled just as a known one', async () => {
  const seen = await statuses(6, () => logIn(server.origin, { email: 'ghost@example.test', password: 'x' }))
  assert.deepEqual(seen, [403, 403, 403, 403, 403, 429])
})

test('the failures of one account do not keep others out, and writing it differently helps nobody', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  await statuses(5, () => logIn(server.origin, { ...person, password: 'wrong' }))
  assert.equal((await logIn(server.origin, { ...person, email: ` ${person.email.toUpperCase()} ` })).status, 429)
  assert.equal((await logIn(server.origin, other)).status, 303)
})

test('one network may fail only so often, whatever the accounts', async () => {
  const strict = await server.replica({ LOGIN_ADDRESS_ATTEMPTS_MAX: '3', REDIS_PREFIX: `${await prefixOf(server)}a:` })
  const from = (address: string, form: Record<string, string>) =>
    fetch(`${strict.origin}/authorize`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({
        client_id: ada.key,
        redirect_uri: CALLBACK,
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
        ...form,
      }),
      redirect: 'manual',
    })
  const seen: number[] = []
  for (let guess = 0; guess < 4; guess++) {
    const form = { email: `guess${guess}@example.test`, password: 'x' }
    seen.push((await from(`198.51.100.9, 2001:db8:7:7::${guess}`, form)).status)
  }
  assert.deepEqual(seen, [403, 403, 403, 429])
  const login = { email: ada.email, password: ada.password }
  assert.equal((await from('2001:db8:7:7::ffff', login)).status, 429)
  assert.equal((await from('2001:db8:7:8::1', login)).status, 303)
})

test('X-Forwarded-For of somebody who is no proxy of ours is not believed', async () => {
  const options = { LOGIN_ADDRESS_ATTEMPTS_MAX: '3', TRUSTED_PROXIES: '192.0.2.0/24' }
  const strict = await server.replica({ ...options, REDIS_PREFIX: `${await prefixOf(server)}b:` })
  const seen: number[] = []
  for (let guess = 0; guess < 4; guess++) {
    const form = { ...authorizeParameters(), email: `guess${guess}@example.test`, password: 'x' }
    const headers = { 'x-forwarded-for': `198.51.100.${guess}` }
    const init = { method: 'POST', headers, body: new URLSearchParams(form) }
    seen.push((await fetch(`${strict.origin}/authorize`, init)).status)
  }
  assert.deepEqual(seen, [403, 403, 403, 429])
})

test('all logins together are bounded', async () => {
  const strict = await server.replica({ LOGIN_TOTAL_ATTEMPTS_MAX: '2', REDIS_PREFIX: `${await prefixOf(server)}c:` })
  assert.equal((await logIn(strict.origin)).status, 303)
  assert.equal((await logIn(strict.origin)).status, 303)
  const seen: number[] = []
  for (const email of ['x@example.test', 'y@example.test', 'z@example.test']) {
    seen.push((await logIn(strict.origin, { email })).status)
  }
  assert.deepEqual(seen, [403, 403, 429])
})

test('neither e-mails nor addresses are in Redis', async () => {
  await logIn(server.origin, { email: 'visible@example.test', password: 'x' })
  const keys = await redis.keys(`${await prefixOf(server)}*`)
  assert.ok(keys.length > 0)
  assert.doesNotMatch(keys.join('\n'), /visible|example|127\.0\.0\.1/)
})

test('without Redis nobody can log in, and a page says so; tokens are issued all the same', async () => {
  const cut = await server.replica({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  const login = await logIn(cut.origin)
  assert.equal(login.status, 503)
  assert.equal(((await login.json()) as { error: string }).error, 'temporarily_unavailable')
  const page = await fetch(`${cut.origin}/authorize`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ ...authorizeParameters(), email: ada.email, password: ada.password }),
    redirect: 'manual',
  })
  assert.equal(page.status, 503)
  assert.match(await page.text(), /Logging in is not possible at the moment/)
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: bob.key })
  assert.equal((await fetch(`${cut.origin}/oauth/token`, { method: 'POST', body })).status, 200)
})
