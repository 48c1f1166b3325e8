import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { after, before, test } from 'node:test'
import { eventually } from '@mtg/testing'
import { Client } from 'pg'
import {
  exchange,
  type Harness,
  hashOf,
  obtainCode,
  refresh,
  spawnService,
  startHarness,
  untilServing,
} from './harness.ts'

let server: Harness

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

/** Another replica, as a process that can be killed. */
async function startProcess(): Promise<{ child: ChildProcess; origin: string }> {
  const env = await server.env({ LOG_LEVEL: 'fatal' })
  const child = spawnService('oauth-server', { ...process.env, ...env, GRPC_LISTEN: '127.0.0.1:0' })
  after(() => void child.kill('SIGKILL'))
  const origin = `http://${env.HTTP_LISTEN}`
  await untilServing(`${origin}/.well-known/jwks.json`, 20_000)
  return { child, origin }
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

/** Holds a lock so that the server waits at exactly one statement of an exchange. */
async function holdLock(sql: string, values: unknown[] = []) {
  const db = new Client({ connectionString: (await server.env()).DATABASE_URL })
  await db.connect()
  await db.query('BEGIN')
  await db.query(sql, values)
  return {
    waiting: async () => {
      const rows = await server.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      )
      assert.equal(rows.length, 1)
    },
    release: async () => {
      await db.query('ROLLBACK')
      await db.end()
    },
  }
}

async function untilNobodyWrites(): Promise<void> {
  await eventually(async () => {
    const rows = await server.query(
      "SELECT 1 FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid() AND datname = current_database()",
    )
    assert.equal(rows.length, 0)
  })
}

async function liveTokens(refreshToken: string): Promise<number> {
  const rows = await server.query(
    `SELECT token_hash FROM grants WHERE revoked_at IS NULL AND (token_hash = $1
     OR id = (SELECT grant_id FROM spent_refresh_tokens WHERE token_hash = $1))`,
    [hashOf(refreshToken)],
  )
  return rows.length
}

test('killed between consuming a code and issuing its tokens: the code still works, once', async () => {
  const { child, origin } = await startProcess()
  const code = await obtainCode(server.origin)
  // The exchange consumes the code, then waits here before it can store the grant.
  const lock = await holdLock('LOCK TABLE grants IN EXCLUSIVE MODE')
  const lost = exchange(origin, code).catch(() => undefined)
  await eventually(lock.waiting)
  await killed(child)
  assert.equal(await lost, undefined)
  await lock.release()
  await untilNobodyWrites()

  assert.equal((await server.query('SELECT 1 FROM grants')).length, 0)
  const { status, body } = await exchange(server.origin, code)
  assert.equal(status, 200)
  assert.equal((await refresh(server.origin, body.refresh_token ?? '')).status, 200)
  assert.equal((await exchange(server.origin, code)).body.error, 'invalid_grant')
})

test('killed in the middle of a refresh: never two live tokens of a family', async () => {
  const { child, origin } = await startProcess()
  const { body } = await exchange(server.origin, await obtainCode(server.origin))
  const token = body.refresh_token ?? ''
  const lock = await holdLock('SELECT 1 FROM grants WHERE token_hash = $1 FOR UPDATE', [hashOf(token)])
  const lost = refresh(origin, token).catch(() => undefined)
  await eventually(lock.waiting)
  await killed(child)
  assert.equal(await lost, undefined)
  await lock.release()
  await untilNobodyWrites()

  assert.ok((await liveTokens(token)) <= 1)
  const { status, body: again } = await refresh(server.origin, token)
  assert.ok(status === 200 || again.error === 'invalid_grant', String(status))
  const [row] = await server.query<{ spent: number }>(
    'SELECT count(*)::int AS spent FROM spent_refresh_tokens WHERE token_hash = $1',
    [hashOf(token)],
  )
  assert.equal(row?.spent, 1)
})

test('killed again and again under refreshes: what was answered works, and no family has two live tokens', async () => {
  let current = (await exchange(server.origin, await obtainCode(server.origin))).body.refresh_token ?? ''
  const first = current
  for (let round = 0; round < 3; round++) {
    const { child, origin } = await startProcess()
    let death: Promise<void> | undefined
    for (let answers = 0; ; answers++) {
      if (answers === 3 + 4 * round) death = killed(child)
      const answer = await refresh(origin, current).catch(() => undefined)
      if (answer === undefined) break
      assert.equal(answer.status, 200)
      current = answer.body.refresh_token ?? ''
    }
    await death
    await untilNobodyWrites()
    assert.equal(await liveTokens(first), 1)
    const { status, body } = await refresh(server.origin, current)
    // The last answer may have been lost on its way: then its token was spent, and a new login is needed.
    if (status === 200) current = body.refresh_token ?? ''
    else {
      assert.equal(body.error, 'invalid_grant')
      return
    }
  }
})
