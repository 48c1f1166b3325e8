import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Binary, findOnPath, freePort, guard, hasApt, unpackProgram } from '@mtg/embedded'
import { createLogger } from '@mtg/observability'
import { type Database, openDatabase } from '@mtg/postgres'
import { adminDatabaseUrl, eventually } from '@mtg/testing'

const NOBODY = 65_534
/** Since which prepared statements may travel over many connections. */
const PREPARED_SINCE = [1, 21]

const home = mkdtempSync(join(tmpdir(), 'mtg-pooler-'))
const log = createLogger({ service: 'pooler-test', level: 'silent' })
const pooler = findPooler()
let running: ChildProcess | undefined
let url = ''

/** The one that is installed, or the one in this machine's package sources; not at all on machines that have neither. */
function findPooler(): Binary | undefined {
  const installed = findOnPath('pgbouncer')
  if (installed !== undefined || !hasApt()) return installed
  return unpackProgram({ name: 'pgbouncer', packages: ['pgbouncer'], program: 'usr/sbin/pgbouncer' })
}

const skip = pooler === undefined ? 'SKIPPED: there is no PgBouncer here, and no apt to get it with' : false

before(async () => {
  if (pooler === undefined) return
  const server = new URL(await adminDatabaseUrl())
  const port = await freePort()
  const [major = 0, minor = 0] = versionOf(pooler)
  const keepsPrepared = major > (PREPARED_SINCE[0] ?? 0) || minor >= (PREPARED_SINCE[1] ?? 0)
  const password = server.password === '' ? '' : ` password=${decodeURIComponent(server.password)}`
  const login = `user=${decodeURIComponent(server.username)}${password}`
  const lines = [
    '[databases]',
    `mtg = host=${server.hostname} port=${server.port} dbname=postgres ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'unix_socket_dir =',
    // One connection below many: whatever one client leaves behind, the next one finds.
    `pool_mode = ${keepsPrepared ? 'transaction' : 'session'}`,
    `default_pool_size = ${keepsPrepared ? 1 : 4}`,
    ...(keepsPrepared ? ['max_prepared_statements = 200'] : []),
  ]
  const file = join(home, 'pgbouncer.ini')
  writeFileSync(file, `${lines.join('\n')}\n`)
  for (const path of [home, file]) chmodSync(path, 0o755)
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  running = spawn(pooler.command, [file], { cwd: '/', env: pooler.env, stdio: 'ignore', ...user })
  if (running.pid !== undefined) guard(running.pid, 'SIGKILL')
  url = `postgresql://anyone@127.0.0.1:${port}/mtg`
  await eventually(() => withPool({}, db => db.check()))
})
after(() => {
  running?.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

function versionOf({ command, env }: Binary): number[] {
  const { stdout } = spawnSync(command, ['--version'], { env, encoding: 'utf8' })
  return (/(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number)
}

async function withPool<T>(options: { statementTimeoutMs?: number }, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, poolMax: 2, applicationName: 'pooler-test', log, ...options })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const bound = async (db: Database) =>
  (await db.query<{ ms: string }>({ name: 'bound', text: `SELECT current_setting('statement_timeout') AS ms` }))[0]?.ms

test('a service works through PgBouncer: prepared statements, transactions, the bound of a statement', {
  skip,
}, async () => {
  await withPool({}, async db => {
    assert.equal(await bound(db), '5s')
    const twice = { name: 'twice', text: 'SELECT 2 * $1::int AS n' }
    for (const n of [1, 2, 3]) assert.deepEqual(await db.query(twice, [n]), [{ n: 2 * n }])
    assert.deepEqual(await db.transaction(tx => tx.query(twice, [21])), [{ n: 42 }])
  })
})

test("the bound of one pool is not left on a connection that another pool's statements travel on", {
  skip,
}, async () => {
  await withPool({}, async calls => {
    assert.equal(await bound(calls), '5s')
    await withPool({ statementTimeoutMs: 600_000 }, async months => assert.equal(await bound(months), '10min'))
    assert.equal(await bound(calls), '5s')
  })
})

test('a statement that takes longer than its bound is ended by the server, also through PgBouncer', {
  skip,
}, async () => {
  await withPool({ statementTimeoutMs: 200 }, async db => {
    const sleep = db.query({ name: 'sleep', text: 'SELECT pg_sleep(30)', isPlannedAnew: true })
    await assert.rejects(sleep, { code: 'database_error' })
  })
})
