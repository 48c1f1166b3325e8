import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { createClient, fromTimestamp } from '@mtg/rpc'
import { decodeJwt } from 'jose'
import { ada, bob, exchange, type Harness, obtainCode, refresh, startHarness } from './harness.ts'

const LIMITS = { timeoutMs: 10_000 }

let server: Harness

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

const client = () => {
  const created = createClient(services.oauth.GrantService, { address: server.grpcAddress })
  after(() => created.close())
  return created
}

async function newGrant(person = ada, overrides: Record<string, string> = {}) {
  const login = { client_id: person.key, email: person.email, password: person.password, ...overrides }
  const code = await obtainCode(server.origin, login)
  const more: Record<string, string> =
    overrides.redirect_uri === undefined ? {} : { redirect_uri: overrides.redirect_uri }
  const { body } = await exchange(server.origin, code, { client_id: person.key, ...more })
  const { sub = '', client_id: keyId } = decodeJwt(body.access_token ?? '')
  return { buyerId: sub, keyId: String(keyId), refreshToken: body.refresh_token ?? '' }
}

test('a buyer sees what was granted, to whom, for what and how long, newest first', async () => {
  const first = await newGrant(ada, { redirect_uri: 'https://first.example:8443/cb' })
  const second = await newGrant(ada, { scope: 'mcp:tools llm:completions' })
  const { grants } = await client().ListGrants({ buyerId: first.buyerId }, LIMITS)
  assert.deepEqual(
    grants.map(grant => [grant.redirectHost, grant.scope, grant.keyId]),
    [
      ['127.0.0.1:9', 'mcp:tools llm:completions', second.keyId],
      ['first.example:8443', 'mcp:tools', first.keyId],
    ],
  )
  const [newest] = grants
  assert.equal(newest?.lastUsedAt, null)
  const lifetimeMs =
    (fromTimestamp(newest?.expiresAt)?.getTime() ?? 0) - (fromTimestamp(newest?.createdAt)?.getTime() ?? 0)
  assert.equal(lifetimeMs, 30 * 86_400_000)
})

test('thousands of grants come a page at a time, each once and newest first, and nobody gets more at once', async () => {
  const buyerId = randomUUID()
  // Many of one moment, as a program makes them.
  await server.query(
    `INSERT INTO grants (id, key_id, buyer_id, redirect_host, scope, token_hash, created_at, expires_at)
     SELECT gen_random_uuid(), gen_random_uuid(), $1::uuid, 'many.example', 'mcp:tools', sha256(convert_to($1::uuid::text || n, 'UTF8')),
       timestamptz '2026-01-01' + n / 10 * interval '1 second', now() + interval '1 day'
     FROM generate_series(1, 1234) AS n`,
    [buyerId],
  )
  const grants = client()
  const seen: { readonly id: string; readonly createdAtMs: number }[] = []
  const sizes: number[] = []
  let pageToken = ''
  do {
    const page = await grants.ListGrants({ buyerId, pageSize: 500, pageToken }, LIMITS)
    sizes.push(page.grants.length)
    for (const { grantId, createdAt } of page.grants) {
      seen.push({ id: grantId, createdAtMs: fromTimestamp(createdAt)?.getTime() ?? 0 })
    }
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  assert.deepEqual(sizes, [500, 500, 234])
  assert.equal(new Set(seen.map(({ id }) => id)).size, 1234)
  assert.deepEqual(
    seen.map(({ createdAtMs }) => createdAtMs),
    seen.map(({ createdAtMs }) => createdAtMs).toSorted((a, b) => b - a),
  )
  assert.equal((await grants.ListGrants({ buyerId }, LIMITS)).grants.length, 50)
  await assert.rejects(grants.ListGrants({ buyerId, pageSize: 501 }, LIMITS), { code: 'invalid_argument' })
  await assert.rejects(grants.ListGrants({ buyerId, pageToken: 'made up' }, LIMITS), { code: 'invalid_argument' })
})

test('the use of a grant shows', async () => {
  const { buyerId, refreshToken } = await newGrant(bob)
  await refresh(server.origin, refreshToken, { client_id: bob.key })
  const { grants } = await client().ListGrants({ buyerId }, LIMITS)
  assert.ok(grants[0]?.lastUsedAt)
})

test('a revoked grant dies at once, and revoking it again is fine', async () => {
  const { buyerId, refreshToken } = await newGrant()
  const [grant] = (await client().ListGrants({ buyerId }, LIMITS)).grants
  const wanted = { buyerId, grantId: grant?.grantId ?? '' }
  assert.equal((await client().RevokeGrant(wanted, LIMITS)).revokedCount, 1)
  assert.equal((await client().RevokeGrant(wanted, LIMITS)).revokedCount, 0)
  const { status, body } = await refresh(server.origin, refreshToken)
  assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  const { grants } = await client().ListGrants({ buyerId }, LIMITS)
  assert.ok(!grants.some(each => each.grantId === wanted.grantId))
})

test('nobody can revoke or see what another buyer granted', async () => {
  const hers = await newGrant(ada)
  const his = await newGrant(bob)
  const { grants } = await client().ListGrants({ buyerId: hers.buyerId }, LIMITS)
  assert.ok(!grants.some(grant => grant.keyId === his.keyId))
  const wanted = { buyerId: his.buyerId, grantId: grants[0]?.grantId ?? '' }
  await assert.rejects(client().RevokeGrant(wanted, LIMITS), { code: 'not_found' })
  assert.equal((await refresh(server.origin, hers.refreshToken)).status, 200)
})

test('all grants of a buyer can be revoked together', async () => {
  const grants = [await newGrant(bob), await newGrant(bob)]
  const buyerId = grants[0]?.buyerId ?? ''
  const { revokedCount } = await client().RevokeGrant({ buyerId }, LIMITS)
  assert.ok(revokedCount >= 2)
  for (const { refreshToken } of grants) {
    assert.equal((await refresh(server.origin, refreshToken, { client_id: bob.key })).status, 400)
  }
  assert.deepEqual((await client().ListGrants({ buyerId }, LIMITS)).grants, [])
})

test('an unknown grant is not_found, and what is no id is said so', async () => {
  const buyerId = randomUUID()
  await assert.rejects(client().RevokeGrant({ buyerId, grantId: randomUUID() }, LIMITS), { code: 'not_found' })
  await assert.rejects(client().RevokeGrant({ buyerId, grantId: 'x' }, LIMITS), { code: 'invalid_argument' })
  await assert.rejects(client().ListGrants({ buyerId: '' }, LIMITS), { code: 'invalid_argument' })
  assert.deepEqual((await client().ListGrants({ buyerId }, LIMITS)).grants, [])
})
