import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeJwt } from 'jose'
import {
  ada,
  bob,
  CALLBACK,
  exchange,
  type Harness,
  hashOf,
  legacyKey,
  obtainCode,
  refresh,
  startHarness,
  type TokenAnswer,
  VERIFIER,
} from './harness.ts'

let server: Harness

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

async function freshGrant(overrides: Record<string, string> = {}) {
  const code = await obtainCode(server.origin, overrides)
  const { body } = await exchange(server.origin, code)
  const { access_token: accessToken = '', refresh_token: refreshToken = '', scope = '' } = body
  assert.ok(refreshToken)
  return { code, accessToken, refreshToken, scope }
}

async function refusedAs(answer: Promise<TokenAnswer>): Promise<string> {
  const { status, body } = await answer
  return `${status} ${body.error}`
}

const INVALID_GRANT = '400 invalid_grant'

async function revocationOf(refreshToken: string): Promise<string | null | undefined> {
  const rows = await server.query<{ revoked_reason: string | null }>(
    `SELECT revoked_reason FROM grants WHERE token_hash = $1
     OR id = (SELECT grant_id FROM spent_refresh_tokens WHERE token_hash = $1)`,
    [hashOf(refreshToken)],
  )
  return rows[0]?.revoked_reason
}

async function age(refreshToken: string, seconds: number): Promise<void> {
  await server.query(
    'UPDATE spent_refresh_tokens SET spent_at = spent_at - make_interval(secs => $2) WHERE token_hash = $1',
    [hashOf(refreshToken), seconds],
  )
}

test('a code gives an access token and a refresh token, once', async () => {
  const { accessToken, refreshToken, scope } = await freshGrant()
  assert.equal(scope, 'mcp:tools')
  assert.equal(decodeJwt(accessToken).scope, 'mcp:tools')
  assert.match(refreshToken, /^mtg-rt-[A-Za-z0-9_-]{43}$/)
})

test('codes and refresh tokens are 256 random bits, and only their hashes are stored', async () => {
  const { code, refreshToken } = await freshGrant()
  for (const secret of [code, refreshToken]) assert.equal(Buffer.from(secret.slice(7), 'base64url').length, 32)
  const dump = await server.query<{ row: string }>(
    `SELECT to_jsonb(c)::text AS row FROM authorization_codes AS c
     UNION ALL SELECT to_jsonb(g)::text FROM grants AS g`,
  )
  const stored = dump.map(each => each.row).join('\n')
  assert.ok(stored.includes(hashOf(refreshToken).toString('hex')))
  assert.doesNotMatch(stored, /mtg-(ac|rt)-/)
})

test('a code that comes twice is refused, and what it gave is taken back', async () => {
  const { code, refreshToken } = await freshGrant()
  assert.equal(await refusedAs(exchange(server.origin, code)), INVALID_GRANT)
  assert.equal(await revocationOf(refreshToken), 'code_replayed')
  assert.equal(await refusedAs(refresh(server.origin, refreshToken)), INVALID_GRANT)
})

test('of many exchanges of one code at once exactly one wins', async () => {
  const code = await obtainCode(server.origin)
  const answers = await Promise.all(Array.from({ length: 12 }, () => exchange(server.origin, code)))
  assert.equal(answers.filter(answer => answer.status === 200).length, 1)
  for (const { status, body } of answers.filter(answer => answer.status !== 200)) {
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  }
})

test('a code is bound to its client, its redirect_uri and its challenge, and a wrong try burns it', async () => {
  const wrongs: Record<string, string>[] = [
    { client_id: bob.key },
    { client_id: legacyKey },
    { redirect_uri: `${CALLBACK}/` },
    { redirect_uri: CALLBACK.replace('127.0.0.1', '127.0.0.01') },
    { code_verifier: 'a'.repeat(43) },
    { code_verifier: VERIFIER.slice(0, 42) },
    { code_verifier: `${VERIFIER}a` },
    { code_verifier: VERIFIER.toLowerCase() },
  ]
  for (const wrong of wrongs) {
    const code = await obtainCode(server.origin)
    assert.equal(await refusedAs(exchange(server.origin, code, wrong)), INVALID_GRANT, JSON.stringify(wrong))
    assert.equal(await refusedAs(exchange(server.origin, code)), INVALID_GRANT, `after ${JSON.stringify(wrong)}`)
  }
})

test('a request without one of its parameters leaves the code alone', async () => {
  const code = await obtainCode(server.origin)
  for (const missing of ['redirect_uri', 'code_verifier', 'code']) {
    assert.equal(await refusedAs(exchange(server.origin, code, { [missing]: '' })), '400 invalid_request', missing)
  }
  assert.equal((await exchange(server.origin, code)).status, 200)
})

test('a code that has expired is refused', async () => {
  const code = await obtainCode(server.origin)
  const [row] = await server.query<{ seconds: number }>(
    `UPDATE authorization_codes SET expires_at = now() WHERE code_hash = $1
     RETURNING extract(epoch FROM expires_at - created_at)::float8 AS seconds`,
    [hashOf(code)],
  )
  assert.ok(row)
  assert.equal(await refusedAs(exchange(server.origin, code)), INVALID_GRANT)
})

test('a code lives for 60 seconds and a grant for 30 days, by default', async () => {
  const code = await obtainCode(server.origin)
  const [codeRow] = await server.query<{ seconds: number }>(
    'SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM authorization_codes WHERE code_hash = $1',
    [hashOf(code)],
  )
  const { body } = await exchange(server.origin, code)
  const [grantRow] = await server.query<{ days: number }>(
    'SELECT (extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM grants WHERE token_hash = $1',
    [hashOf(body.refresh_token ?? '')],
  )
  assert.deepEqual([codeRow?.seconds, grantRow?.days], [60, 30])
})

test('garbage in place of a code or refresh token is invalid_grant', async () => {
  for (const text of ['x', 'mtg-ac-', `mtg-ac-${'A'.repeat(43)}`, `mtg-rt-${'A'.repeat(43)}`, '\0', 'é'.repeat(50)]) {
    assert.equal(await refusedAs(exchange(server.origin, text)), INVALID_GRANT)
    assert.equal(await refusedAs(refresh(server.origin, text)), INVALID_GRANT)
  }
})

test('a refresh token gives a new access token and its own successor', async () => {
  const { refreshToken } = await freshGrant()
  const { status, body } = await refresh(server.origin, refreshToken)
  assert.equal(status, 200)
  assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'mcp:tools'])
  assert.notEqual(body.refresh_token, refreshToken)
  assert.equal((await refresh(server.origin, body.refresh_token ?? '')).status, 200)
})

test('a rotated refresh token stays invalid; within ten seconds its successor lives on', async () => {
  const { refreshToken } = await freshGrant()
  const { body } = await refresh(server.origin, refreshToken)
  assert.equal(await refusedAs(refresh(server.origin, refreshToken)), INVALID_GRANT)
  await age(refreshToken, 9)
  assert.equal(await refusedAs(refresh(server.origin, refreshToken)), INVALID_GRANT)
  assert.equal(await revocationOf(refreshToken), null)
  assert.equal((await refresh(server.origin, body.refresh_token ?? '')).status, 200)
})

test('a rotated refresh token that comes back later ends the whole family', async () => {
  const { refreshToken } = await freshGrant()
  const { body } = await refresh(server.origin, refreshToken)
  await age(refreshToken, 11)
  assert.equal(await refusedAs(refresh(server.origin, refreshToken)), INVALID_GRANT)
  assert.equal(await revocationOf(refreshToken), 'token_replayed')
  assert.equal(await refusedAs(refresh(server.origin, body.refresh_token ?? '')), INVALID_GRANT)
})

test('any ancestor of a refresh token gives a theft away', async () => {
  const { refreshToken } = await freshGrant()
  let newest = refreshToken
  for (let round = 0; round < 3; round++) newest = (await refresh(server.origin, newest)).body.refresh_token ?? ''
  await age(refreshToken, 60)
  assert.equal(await refusedAs(refresh(server.origin, refreshToken)), INVALID_GRANT)
  assert.equal(await refusedAs(refresh(server.origin, newest)), INVALID_GRANT)
})

test('of many refreshes at once exactly one wins, and the family has one live token', async () => {
  const { refreshToken } = await freshGrant()
  const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(server.origin, refreshToken)))
  const winners = answers.filter(answer => answer.status === 200)
  assert.equal(winners.length, 1)
  for (const { status, body } of answers.filter(answer => answer.status !== 200)) {
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  }
  assert.equal((await refresh(server.origin, winners[0]?.body.refresh_token ?? '')).status, 200)
})

test('another client cannot use a refresh token, and does not spend it by trying', async () => {
  const { refreshToken } = await freshGrant()
  for (const key of [bob.key, legacyKey]) {
    assert.equal(await refusedAs(refresh(server.origin, refreshToken, { client_id: key })), INVALID_GRANT)
  }
  assert.equal((await refresh(server.origin, refreshToken)).status, 200)
})

test('rotation does not prolong a grant: it ends when it was to end', async () => {
  const { refreshToken } = await freshGrant()
  const expiryOf = async (secret: string) =>
    (
      await server.query<{ at: string }>('SELECT expires_at::text AS at FROM grants WHERE token_hash = $1', [
        hashOf(secret),
      ])
    )[0]?.at
  const before = await expiryOf(refreshToken)
  const { body } = await refresh(server.origin, refreshToken)
  const successor = body.refresh_token ?? ''
  assert.equal(await expiryOf(successor), before)
  await server.query('UPDATE grants SET expires_at = now() WHERE token_hash = $1', [hashOf(successor)])
  assert.equal(await refusedAs(refresh(server.origin, successor)), INVALID_GRANT)
})

test('the scope of a refresh may only shrink', async () => {
  const wide = 'mcp:tools llm:completions'
  const { refreshToken, scope } = await freshGrant({ scope: wide })
  assert.equal(scope, wide)
  const narrow = await refresh(server.origin, refreshToken, { scope: 'llm:completions' })
  assert.equal(narrow.body.scope, 'llm:completions')
  const again = await refresh(server.origin, narrow.body.refresh_token ?? '', { scope: `${wide} mcp:other` })
  assert.equal(again.body.scope, wide)

  const tools = await freshGrant()
  const wider = await refresh(server.origin, tools.refreshToken, { scope: wide })
  assert.equal(wider.body.scope, 'mcp:tools')
  const other = refresh(server.origin, wider.body.refresh_token ?? '', { scope: 'llm:completions' })
  assert.equal(await refusedAs(other), '400 invalid_request')
  assert.equal((await refresh(server.origin, wider.body.refresh_token ?? '')).status, 200)
})

test('a grant ends with its API key', async () => {
  const limits = { timeoutMs: 5000 }
  const { key } = await server.accounts.CreateApiKey({ email: ada.email, name: 'short-lived' }, limits)
  const code = await obtainCode(server.origin, { client_id: key })
  const { body } = await exchange(server.origin, code, { client_id: key })
  await server.accounts.RevokeApiKey({ email: ada.email, key: 'short-lived' }, limits)
  const answer = refresh(server.origin, body.refresh_token ?? '', { client_id: key })
  assert.equal(await refusedAs(answer), '401 invalid_client')
})

test('two replicas are one server: a token of one is rotated by the other, once', async () => {
  const other = await server.replica()
  const { refreshToken } = await freshGrant()
  const answers = await Promise.all(
    [server.origin, other.origin, server.origin, other.origin].map(origin => refresh(origin, refreshToken)),
  )
  assert.equal(answers.filter(answer => answer.status === 200).length, 1)
})

/** "accepted", or why auth refuses an access token. */
async function verdictOf(accessToken: string): Promise<string> {
  const outcome = await server.auth
    .Authenticate({ credential: accessToken }, { timeoutMs: 10_000 })
    .catch((error: { code: string }) => error)
  return 'code' in outcome ? outcome.code : 'accepted'
}

test('an access token ends with its grant: code replayed, refresh token replayed, or revoked by the buyer', async () => {
  const [replayed, reused, untouched] = [await freshGrant(), await freshGrant(), await freshGrant()]
  for (const { accessToken } of [replayed, reused, untouched]) assert.equal(await verdictOf(accessToken), 'accepted')

  await exchange(server.origin, replayed.code)
  assert.equal(await verdictOf(replayed.accessToken), 'api_key_revoked')

  const { body: rotated } = await refresh(server.origin, reused.refreshToken)
  await age(reused.refreshToken, 11)
  await refresh(server.origin, reused.refreshToken)
  for (const token of [reused.accessToken, rotated.access_token ?? '']) {
    assert.equal(await verdictOf(token), 'api_key_revoked')
  }
  assert.equal(await verdictOf(untouched.accessToken), 'accepted')
})

test('a grant that auth could not be told of is told again, and none is kept longer than its tokens', async () => {
  const { accessToken, refreshToken } = await freshGrant()
  await server.query("UPDATE grants SET revoked_at = now(), revoked_reason = 'buyer' WHERE token_hash = $1", [
    hashOf(refreshToken),
  ])
  assert.equal(await verdictOf(accessToken), 'accepted')
  // Any end tells all that are untold.
  const other = await freshGrant()
  await exchange(server.origin, other.code)
  assert.equal(await verdictOf(accessToken), 'api_key_revoked')
  const rows = await server.query('SELECT 1 FROM grants WHERE revoked_at IS NOT NULL AND announced_at IS NULL')
  assert.equal(rows.length, 0)
})

test('a buyer has so many live grants at most: the oldest ends', async () => {
  const first = await freshGrant()
  const [row] = await server.query<{ buyer_id: string; key_id: string }>(
    'SELECT buyer_id, key_id FROM grants WHERE token_hash = $1',
    [hashOf(first.refreshToken)],
  )
  await server.query(
    `INSERT INTO grants (id, key_id, buyer_id, redirect_host, scope, token_hash, created_at, expires_at)
     SELECT gen_random_uuid(), $1, $2, 'x', 'mcp:tools', sha256(n::text::bytea), now() + interval '1 second', now() + interval '1 day'
     FROM generate_series(1, 99) AS n`,
    [row?.key_id, row?.buyer_id],
  )
  await freshGrant()
  assert.equal(await revocationOf(first.refreshToken), 'replaced')
  const [live] = await server.query<{ count: string }>(
    'SELECT count(*) FROM grants WHERE buyer_id = $1 AND revoked_at IS NULL AND expires_at > now()',
    [row?.buyer_id],
  )
  assert.equal(live?.count, '100')
})
