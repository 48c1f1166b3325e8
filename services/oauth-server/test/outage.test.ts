import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freePort } from '@mtg/embedded'
import { createLogger, createMetrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createOps, loadConfig } from '@mtg/runtime'
import { eventually } from '@mtg/testing'
import { oauthSettings, startOauthServer } from '../src/index.ts'
import {
  ada,
  authorizeParameters,
  exchange,
  type Harness,
  hashOf,
  logIn,
  obtainCode,
  refresh,
  startHarness,
  token,
} from './harness.ts'

let server: Harness

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

const credentials = { grant_type: 'client_credentials', client_id: ada.key }

test('without auth there are no tokens, but keys and metadata; and no answer says more than server_error', async () => {
  const cut = await server.replica({ AUTH_ADDR: `127.0.0.1:${await freePort()}`, AUTH_TIMEOUT_MS: '300' })
  const { status, body } = await token(cut.origin, credentials)
  assert.deepEqual([status, body.error], [500, 'server_error'])
  assert.doesNotMatch(JSON.stringify(body), /127\.0\.0\.1|connect|UNAVAILABLE/)
  const query = new URLSearchParams(authorizeParameters()).toString()
  const page = await fetch(`${cut.origin}/authorize?${query}`, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 500)
  assert.match(await page.text(), /This does not work at the moment/)
  for (const path of ['jwks.json', 'oauth-authorization-server']) {
    assert.equal((await fetch(`${cut.origin}/.well-known/${path}`)).status, 200)
  }
})

test('a database that goes away for a while costs answers, no grants', async () => {
  const code = await obtainCode(server.origin)
  const { body } = await exchange(server.origin, await obtainCode(server.origin))
  const refreshToken = body.refresh_token ?? ''
  const [db] = await server.query<{ name: string; role: string }>(
    'SELECT current_database() AS name, usename AS role FROM pg_stat_activity WHERE datname = current_database() AND usename <> current_user LIMIT 1',
  )
  assert.ok(db)
  await server.query(`ALTER ROLE ${db.role} NOLOGIN`)
  await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [db.role])
  const refused = await refresh(server.origin, refreshToken)
  assert.deepEqual([refused.status, refused.body.error], [500, 'server_error'])
  assert.equal((await exchange(server.origin, code)).status, 500)
  assert.equal((await token(server.origin, credentials)).status, 200, 'keys in memory go on signing')
  assert.equal((await fetch(`${server.origin}/.well-known/jwks.json`)).status, 200)

  await server.query(`ALTER ROLE ${db.role} LOGIN`)
  await eventually(async () => assert.equal((await refresh(server.origin, refreshToken)).status, 200))
  assert.equal((await exchange(server.origin, code)).status, 200)
})

test('it starts without its database, is not ready meanwhile, and heals by itself', async () => {
  const env = await server.env()
  const url = new URL(env.DATABASE_URL ?? '')
  const [db] = await server.query<{ name: string }>('SELECT current_database() AS name')
  assert.ok(db)
  const port = await freePort()
  const config = loadConfig(oauthSettings, { ...env, HTTP_LISTEN: `127.0.0.1:${port}` })
  const log = createLogger({ service: 'oauth-server', level: 'silent' })
  const metrics = createMetrics('oauth-server')
  const ops = createOps({ log, clock: systemClock, metrics })
  await server.query(`ALTER ROLE ${url.username} NOLOGIN`)
  const replica = await startOauthServer({ config, log, clock: systemClock, metrics, ops, telemetry: noTelemetry })
  try {
    ops.setStarted()
    assert.equal((await ops.ready()).ready, false)
    assert.deepEqual(
      [
        (await token(replica.origin, credentials)).status,
        (await fetch(`${replica.origin}/.well-known/jwks.json`)).status,
      ],
      [500, 500],
    )
    await server.query(`ALTER ROLE ${url.username} LOGIN`)
    await eventually(async () => assert.equal((await ops.ready()).ready, true))
    assert.equal((await token(replica.origin, credentials)).status, 200)
    assert.equal((await logIn(replica.origin)).status, 303)
  } finally {
    await server.query(`ALTER ROLE ${url.username} LOGIN`)
    await replica.close()
  }
})

test('what has expired is deleted; a code that was used is remembered as long as its grant lives', async () => {
  const quick = await server.replica({ PURGE_INTERVAL_MS: '1000' })
  const unused = await obtainCode(quick.origin)
  const used = await obtainCode(quick.origin)
  const { body } = await exchange(quick.origin, used)
  const dead = await exchange(quick.origin, await obtainCode(quick.origin))
  await server.query("UPDATE authorization_codes SET expires_at = now() - interval '1 second'")
  await server.query("UPDATE grants SET expires_at = now() - interval '1 second' WHERE token_hash = $1", [
    hashOf(dead.body.refresh_token ?? ''),
  ])
  const codes = async (code: string) =>
    (await server.query('SELECT 1 FROM authorization_codes WHERE code_hash = $1', [hashOf(code)])).length
  await eventually(async () => {
    assert.equal(await codes(unused), 0)
    assert.equal((await server.query('SELECT 1 FROM grants WHERE expires_at < now()')).length, 0)
  })
  assert.equal(await codes(used), 1)
  assert.equal((await exchange(quick.origin, used)).body.error, 'invalid_grant')
  assert.equal((await refresh(quick.origin, body.refresh_token ?? '')).status, 400)
})
