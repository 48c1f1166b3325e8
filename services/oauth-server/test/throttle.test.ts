import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freePort } from '@mtg/embedded'
import { createLoginThrottle, openLoginCounters } from '@mtg/logins'
import { createLogger } from '@mtg/observability'
import { eventually, redisUrl } from '@mtg/testing'
import { Redis } from 'ioredis'
import { loginRefusals } from '../src/use-cases/login/refusals.ts'
import { ada, authorizeParameters, bob, type Harness, logIn, startHarness } from './harness.ts'

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

interface Person extends Record<string, string> {
  readonly email: string
  readonly password: string
  readonly client_id: string
}

let people = 0
/** An account of its own for each test. */
async function newPerson(): Promise<Person> {
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

test('who has the key of another account can neither guess at an account nor use up its attempts', async () => {
  const [victim, attacker] = [await newPerson(), await newPerson()]
  const asVictim = { ...victim, client_id: attacker.client_id }
  const seen = await statuses(20, () => logIn(server.origin, { ...asVictim, password: 'wrong' }))
  assert.deepEqual(new Set(seen), new Set([403]))
  const [right, wrong] = [
    await logIn(server.origin, asVictim),
    await logIn(server.origin, { ...asVictim, password: 'x' }),
  ]
  assert.equal(right.status, 403, 'not even the right password tells anything')
  assert.equal(await right.text(), await wrong.text())
  assert.equal((await logIn(server.origin, victim)).status, 303)
})

test('the failures of one account do not keep others out, and writing it differently helps nobody', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  await statuses(5, () => logIn(server.origin, { ...person, password: 'wrong' }))
  assert.equal((await logIn(server.origin, { ...person, email: ` ${person.email.toUpperCase()} ` })).status, 429)
  assert.equal((await logIn(server.origin, other)).status, 303)
})

interface Origin {
  readonly address: string
  readonly cookie?: string
}

/** Logs in from somewhere else, as the edge reports it. */
function logInFrom(origin: string, { address, cookie }: Origin, form: Record<string, string>): Promise<Response> {
  const { response_type: _, ...parameters } = authorizeParameters()
  return fetch(`${origin}/authorize`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
    body: new URLSearchParams({ ...parameters, ...form }),
    redirect: 'manual',
  })
}

let prefixes = 0
/** A server with counters of its own. */
async function strictServer(settings: Record<string, string>) {
  prefixes += 1
  return server.replica({ ...settings, REDIS_PREFIX: `${await prefixOf(server)}${prefixes}:` })
}

test('one network may fail only so often, whatever the accounts', async () => {
  const strict = await strictServer({ LOGIN_ADDRESS_ATTEMPTS_MAX: '3' })
  const people = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()])
  const seen: number[] = []
  for (const [index, person] of people.entries()) {
    const address = `198.51.100.9, 2001:db8:7:7::${index}`
    seen.push((await logInFrom(strict.origin, { address }, { ...person, password: 'x' })).status)
  }
  assert.deepEqual(seen, [403, 403, 403, 429])
  const login = { email: ada.email, password: ada.password }
  assert.equal((await logInFrom(strict.origin, { address: '2001:db8:7:7::ffff' }, login)).status, 429)
  assert.equal((await logInFrom(strict.origin, { address: '2001:db8:7:8::1' }, login)).status, 303)
})

test('X-Forwarded-For of somebody who is no proxy of ours is not believed', async () => {
  const strict = await strictServer({ LOGIN_ADDRESS_ATTEMPTS_MAX: '3', TRUSTED_PROXIES: '192.0.2.0/24' })
  const seen: number[] = []
  for (let guess = 0; guess < 4; guess++) {
    const address = `198.51.100.${guess}`
    seen.push((await logInFrom(strict.origin, { address }, { email: ada.email, password: 'x' })).status)
  }
  assert.deepEqual(seen, [403, 403, 403, 429])
})

test('a browser that has logged in is counted apart from strangers in its own network, who know the key', async () => {
  const strict = await strictServer({ LOGIN_ADDRESS_ATTEMPTS_MAX: '8' })
  const person = await newPerson()
  const address = '192.0.2.1'
  const first = await logInFrom(strict.origin, { address }, person)
  const cookie =
    first.headers
      .getSetCookie()
      .find(text => text.startsWith('mtg-known='))
      ?.split(';', 1)[0] ?? ''
  assert.match(first.headers.getSetCookie().join(), /mtg-known=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax/)
  await statuses(6, () => logInFrom(strict.origin, { address }, { ...person, password: 'guess' }))
  assert.equal((await logInFrom(strict.origin, { address }, person)).status, 429)
  assert.equal((await logInFrom(strict.origin, { address, cookie }, person)).status, 303)
  // The cookie is no licence to guess, and none for another account.
  const seen = await statuses(6, () => logInFrom(strict.origin, { address, cookie }, { ...person, password: 'guess' }))
  assert.deepEqual(seen, [403, 403, 403, 403, 403, 429])
  const other = await newPerson()
  await statuses(6, () => logInFrom(strict.origin, { address, cookie }, { ...other, password: 'guess' }))
  assert.equal((await logInFrom(strict.origin, { address, cookie }, other)).status, 429)
})

test('strangers in many networks never lock an account: known ones get in, and so does a first attempt', async () => {
  const strict = await strictServer({ LOGIN_STRANGERS_ATTEMPTS_MAX: '4', LOGIN_STRANGERS_PER_DAY_MAX: '12' })
  const person = await newPerson()
  const home = '203.0.113.7'
  assert.equal((await logInFrom(strict.origin, { address: home }, person)).status, 303)
  const guess = (address: string) => logInFrom(strict.origin, { address }, { ...person, password: 'guess' })
  const seen: number[] = []
  for (let network = 0; network < 4; network++) seen.push((await guess(`198.51.${network}.1`)).status)
  assert.deepEqual(seen, [403, 403, 403, 403])
  assert.equal((await guess('198.51.0.2')).status, 429, 'a wider network that has failed before waits now')
  assert.equal((await guess('198.51.4.1')).status, 403, 'another one may fail once')
  assert.equal((await guess('198.51.4.2')).status, 429)
  assert.equal((await logInFrom(strict.origin, { address: '192.0.2.77' }, person)).status, 303, 'on a journey')
  assert.equal((await logInFrom(strict.origin, { address: home }, person)).status, 303)
  for (let network = 5; network < 12; network++) assert.equal((await guess(`198.51.${network}.1`)).status, 403)
  assert.equal((await guess('198.51.200.1')).status, 429, 'the guesses of a day are bounded')
  assert.equal((await logInFrom(strict.origin, { address: home }, person)).status, 303)
})

test('thousands of failures everywhere make those wait who fail, and nobody else', async () => {
  const strict = await strictServer({ LOGIN_TOTAL_ATTEMPTS_MAX: '4' })
  const people = await Promise.all(Array.from({ length: 6 }, newPerson))
  const [victim, newcomer, ...attackers] = people as [Person, Person, ...Person[]]
  const home = { address: '203.0.113.7' }
  assert.equal((await logInFrom(strict.origin, home, victim)).status, 303)
  for (const [index, attacker] of attackers.entries()) {
    const status = (await logInFrom(strict.origin, { address: `198.51.${index}.1` }, { ...attacker, password: 'x' }))
      .status
    assert.equal(status, 403)
  }
  const again = await logInFrom(
    strict.origin,
    { address: '198.51.0.1' },
    { ...(attackers[1] as Person), password: 'x' },
  )
  assert.equal(again.status, 429)
  assert.equal((await logInFrom(strict.origin, home, victim)).status, 303)
  assert.equal((await logInFrom(strict.origin, { address: '192.0.2.9' }, newcomer)).status, 303)
})

test('an attempt that nobody could look at does not count', async () => {
  const limits = { origin: 2, network: 2, strangers: 2, strangersPerDay: 2, total: 2 }
  const prefix = `${await prefixOf(server)}cancelled:`
  const log = createLogger({ service: 'test', level: 'silent' })
  const url = await redisUrl()
  const counters = openLoginCounters({ url, prefix, timeoutMs: 2000, limits, digestKey: Buffer.alloc(32), log })
  const throttle = createLoginThrottle(counters, log, loginRefusals)
  try {
    await eventually(() => counters.check())
    const attempt = () => throttle.attempt({ email: 'a@example.test', address: '192.0.2.1', browser: undefined })
    for (let round = 0; round < 5; round++) await (await attempt()).cancelled()
    await attempt()
    await attempt()
    await assert.rejects(attempt(), { status: 429 })
  } finally {
    counters.close()
  }
})

test('every counter expires', async () => {
  const person = await newPerson()
  await logIn(server.origin, { ...person, password: 'x' })
  await logIn(server.origin, person)
  for (const key of await redis.keys(`${await prefixOf(server)}{login}*`)) assert.ok((await redis.pttl(key)) > 0, key)
})

test('neither e-mails nor addresses are in Redis', async () => {
  const person = await newPerson()
  await logIn(server.origin, { ...person, password: 'x' })
  const keys = await redis.keys(`${await prefixOf(server)}*`)
  assert.ok(keys.length > 0)
  assert.doesNotMatch(keys.join('\n'), /person|example|127\.0\.0\.1/)
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
