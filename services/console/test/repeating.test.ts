import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Constellation, eventually } from '@mtg/testing'
import { Client } from 'pg'
import { ada, Browser, bob, loggedIn, newEmail, startGateway } from './harness.ts'

let gateway: Constellation
let origin: string

before(async () => {
  gateway = await startGateway()
  origin = String(gateway.console)
})
after(() => gateway?.stop())

test('a POST that is repeated with its Idempotency-Key gets the first answer, and is carried out once', async () => {
  const browser = await loggedIn(origin, ada)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await browser.post('/keys', { name: 'repeated' }, headers)
  assert.equal(first.status, 201, first.text)
  const again = await browser.post('/keys', { name: 'repeated' }, headers)
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  const listed = await browser.get('/keys')
  const names = (listed.at('items') as { name: string }[]).map(key => key.name)
  assert.equal(names.filter(name => name === 'repeated').length, 1)
})

test('the same key with another request is refused, and is another key for somebody else', async () => {
  const browser = await loggedIn(origin, ada)
  const headers = { 'idempotency-key': randomUUID() }
  assert.equal((await browser.post('/keys', { name: 'one' }, headers)).status, 201)
  const other = await browser.post('/keys', { name: 'two' }, headers)
  assert.deepEqual([other.status, other.at('error.code')], [409, 'idempotency_conflict'])
  const stranger = await loggedIn(origin, bob)
  assert.equal((await stranger.post('/keys', { name: 'two' }, headers)).status, 201)
})

test('of many at once one is carried out, and the others get its answer or are told to wait', async () => {
  const browser = await loggedIn(origin, ada)
  const headers = { 'idempotency-key': randomUUID() }
  const post = () => browser.post('/wallet/top-ups', { amount: '10.00' }, headers)
  const answers = await Promise.all(Array.from({ length: 12 }, post))
  const ids = new Set(answers.filter(answer => answer.status === 201).map(answer => answer.at('id')))
  assert.equal(ids.size, 1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assert.deepEqual([answer.status, answer.at('error.code')], [409, 'idempotency_in_progress'])
    assert.equal(answer.headers.get('retry-after'), '1')
  }
  await eventually(async () => assert.equal((await post()).status, 201))
  const listed = await browser.get('/wallet/top-ups')
  assert.equal((listed.at('items') as unknown[]).length, 1)
})

test('what failed is forgotten, and may be tried anew under the same key', async () => {
  const browser = await loggedIn(origin, bob)
  const headers = { 'idempotency-key': randomUUID() }
  const wish = { app: 'acme/gratis', tier: 'paid' }
  assert.equal((await browser.post('/purchases', wish, headers)).at('error.code'), 'tier_not_offered')
  assert.equal((await browser.post('/purchases', { ...wish, tier: 'free' }, headers)).status, 201)
})

test('answers are kept encrypted, and passwords in no form that could be tried out', async () => {
  const key = randomUUID()
  const email = newEmail()
  const password = 'not to be found anywhere'
  await new Browser(origin).post('/accounts', { email, password }, { 'idempotency-key': key })
  const database = new Client({ connectionString: gateway.servers.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ text: string }>(
    `SELECT idempotent_requests::text AS text FROM console.idempotent_requests
     UNION ALL SELECT messages::text FROM console.messages`,
  )
  await database.end()
  assert.ok(rows.length > 0)
  for (const { text } of rows) {
    const bytes = text.replaceAll(/\\\\x([0-9a-f]+)/g, (_all, hex: string) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    )
    for (const secret of [key, email, password]) assert.equal(bytes.includes(secret), false)
  }
})

test('a key that is none is refused', async () => {
  const headers = { 'idempotency-key': 'with space' }
  const answer = await new Browser(origin).post('/password-resets', { email: newEmail() }, headers)
  assert.deepEqual([answer.status, answer.at('error.field')], [400, '/idempotency-key'])
})
