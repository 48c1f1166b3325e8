import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { freePort } from '@mtg/embedded'
import { withDatabase } from './connection.ts'
import { ownPostgres, query } from './postgres.fixture.ts'

const main = join(import.meta.dirname, 'main.ts')
const postgres = ownPostgres('migrations-job')
let databases = 0

before(() => postgres.start())
after(() => postgres.stop())

const as = (url: string, user: string, password: string): string => {
  const own = new URL(url)
  own.username = user
  own.password = password
  return own.href
}

type Env = Record<string, string>

/** What others have compiled makes a start faster. */
const { NODE_COMPILE_CACHE } = process.env

async function newDatabase(): Promise<{ admin: string; env: Env }> {
  const name = `job${++databases}`
  await query(postgres.url, `CREATE DATABASE ${name}`)
  const admin = withDatabase(postgres.url, name)
  const url = (service: string) => as(admin, `${name}_${service}`, `${service}-password`)
  const env = { AUTH_DATABASE_URL: url('auth'), BILLING_DATABASE_URL: url('billing') }
  return {
    admin,
    env: {
      ...env,
      ADMIN_DATABASE_URL: admin,
      METERING_DATABASE_URL: url('metering'),
      OAUTH_DATABASE_URL: url('oauth'),
      CONSOLE_DATABASE_URL: url('console'),
    },
  }
}

async function run(env: Env, args: string[] = []): Promise<{ status: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>(resolve => child.once('close', resolve)),
  ])
  return { status, out, err }
}

test('the job prepares an empty database, running it again changes nothing, and two at once take turns', async () => {
  const { env } = await newDatabase()
  const [first, second] = await Promise.all([run(env), run(env)])
  assert.deepEqual([first.status, second.status], [0, 0], first.err + second.err)
  assert.equal([first, second].filter(({ out }) => /billing: applied \d+_ledger/.test(out)).length, 1)
  const third = await run(env)
  assert.equal(
    third.out,
    'auth: up to date\nbilling: up to date\nmetering: up to date\noauth-server: up to date\nconsole: up to date\n',
  )
})

test('each service gets in with its own URL, sees its own tables and nobody else’s', async () => {
  const { env } = await newDatabase()
  assert.equal((await run(env)).status, 0)
  assert.deepEqual(await query(env.BILLING_DATABASE_URL ?? '', 'SELECT count(*)::int AS n FROM wallets'), [{ n: 0 }])
  await assert.rejects(query(env.METERING_DATABASE_URL ?? '', 'SELECT * FROM billing.wallets'), /permission denied/)
  await assert.rejects(query(env.BILLING_DATABASE_URL ?? '', 'DROP TABLE wallets'), /must be owner/)
})

test("the database of a further cell gets billing's schema alone, by the two URLs that are about it", async () => {
  const { admin, env } = await newDatabase()
  const own = { ADMIN_DATABASE_URL: admin, BILLING_DATABASE_URL: env.BILLING_DATABASE_URL ?? '' }
  const first = await run(own, ['cell'])
  assert.equal(first.status, 0, first.err)
  assert.match(first.out, /^billing: applied \d+_ledger/)
  assert.equal((await run(own, ['cell'])).out, 'billing: up to date\n')
  assert.deepEqual(await query(own.BILLING_DATABASE_URL, 'SELECT count(*)::int AS n FROM wallets'), [{ n: 0 }])
  const schemas = await query(
    admin,
    "SELECT nspname FROM pg_namespace WHERE nspname IN ('auth', 'billing', 'metering')",
  )
  assert.deepEqual(schemas, [{ nspname: 'billing' }])
  const missing = await run({ ADMIN_DATABASE_URL: admin }, ['cell'])
  assert.match(missing.err, /BILLING_DATABASE_URL: is not set/)
  assert.doesNotMatch(missing.err, /AUTH_DATABASE_URL/)
})

test('a new password takes effect with the next run', async () => {
  const { admin, env } = await newDatabase()
  const user = new URL(env.AUTH_DATABASE_URL ?? '').username
  // The test server lets everybody in, so what it would ask for is looked up.
  const verifier = () => query(admin, `SELECT rolpassword FROM pg_authid WHERE rolname = '${user}'`)
  assert.equal((await run(env)).status, 0)
  const before = await verifier()
  assert.match(String(before[0]?.rolpassword), /^SCRAM-SHA-256/)
  assert.equal((await run({ ...env, AUTH_DATABASE_URL: as(admin, user, 'another') })).status, 0)
  assert.notDeepEqual(await verifier(), before)
})

/** How PostgreSQL refuses whoever comes while it starts. */
function startingUp(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.from('E....')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** The server behind a door that tells the first callers that it is still starting. */
async function stillStarting(refusals: number): Promise<{ door: Server; callers: () => number }> {
  let callers = 0
  const target = new URL(postgres.url)
  const door = createServer(socket => {
    socket.on('error', () => {})
    callers += 1
    if (callers <= refusals) return socket.once('data', () => socket.end(startingUp()))
    const behind = connect(Number(target.port), target.hostname)
    behind.on('error', () => socket.destroy())
    return socket.pipe(behind).pipe(socket)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  return { door, callers: () => callers }
}

test('a server that is still starting is waited for', async () => {
  const { env } = await newDatabase()
  const { door, callers } = await stillStarting(2)
  try {
    const url = new URL(env.ADMIN_DATABASE_URL ?? '')
    url.host = `127.0.0.1:${(door.address() as AddressInfo).port}`
    const { status, err } = await run({ ...env, ADMIN_DATABASE_URL: url.href })
    assert.equal(status, 0, err)
    assert.ok(callers() > 2)
  } finally {
    door.close()
  }
})

test('a server that stays away is named in time', async () => {
  const { env } = await newDatabase()
  const away = new URL(env.ADMIN_DATABASE_URL ?? '')
  away.port = String(await freePort())
  const failed = await run({ ...env, ADMIN_DATABASE_URL: away.href, DATABASE_WAIT_MS: '600' })
  assert.equal(failed.status, 1)
  assert.match(failed.err, /ECONNREFUSED/)
})

test('wrong settings are listed all at once, without their values', async () => {
  const { env } = await newDatabase()
  const missing = await run({ ADMIN_DATABASE_URL: 'nonsense' })
  assert.equal(missing.status, 1)
  for (const name of ['ADMIN', 'AUTH', 'BILLING', 'METERING', 'OAUTH']) {
    assert.match(missing.err, RegExp(`${name}_DATA`))
  }
  assert.doesNotMatch(missing.err, /nonsense/)
  const same = await run({ ...env, OAUTH_DATABASE_URL: env.AUTH_DATABASE_URL ?? '' })
  assert.match(same.err, /two services have the same role/)
  const elsewhere = await run({ ...env, AUTH_DATABASE_URL: withDatabase(env.AUTH_DATABASE_URL ?? '', 'other') })
  assert.match(elsewhere.err, /AUTH_DATABASE_URL: is not the database of ADMIN_DATABASE_URL/)
  assert.doesNotMatch(elsewhere.err, /password/)
})

test('--help lists the settings', async () => {
  const { status, out } = await run({}, ['--help'])
  assert.equal(status, 0)
  assert.match(out, /ADMIN_DATABASE_URL {2,}postgresql:/)
})

test('a failed migration is resolved with the URL of the owner alone; what has not failed is left as it is', async () => {
  const { admin, env } = await newDatabase()
  assert.equal((await run(env)).status, 0)
  const resolve = (...args: string[]) => run({ ADMIN_DATABASE_URL: admin }, ['resolve', ...args])
  const sound = await resolve('auth', '20261121000000_accounts', '--rolled-back')
  assert.equal(sound.status, 1)
  assert.match(sound.err, /has not failed \(none has\)/)
  for (const args of [
    [],
    ['auth'],
    ['auth', 'x'],
    ['auth', 'x', '--applied', '--rolled-back'],
    ['nobody', 'x', '--applied'],
  ]) {
    assert.match((await resolve(...args)).err, /usage: resolve SERVICE MIGRATION/)
  }
  await query(
    admin,
    'UPDATE auth._prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM auth._prisma_migrations)',
  )
  const [{ name }] = (await query(admin, 'SELECT max(migration_name) AS name FROM auth._prisma_migrations')) as [
    { name: string },
  ]
  const resolved = await resolve('auth', name, '--applied')
  assert.equal(resolved.status, 0, resolved.err)
  assert.match((await run(env)).out, /auth: up to date/)
})
