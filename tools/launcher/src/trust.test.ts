import assert from 'node:assert/strict'
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { removeServerData, startNats, startPostgres, startRedis } from '@mtg/embedded'
import { type NatsService, natsServices, parseNatsUrls, usageNames } from '@mtg/events'
import { createClient } from '@mtg/rpc'
import { Redis } from 'ioredis'
import { connect, ErrorCode, type NatsConnection, NatsError } from 'nats'
import { Client } from 'pg'
import { openDataDir } from './data-dir.ts'
import type { RunningSystem } from './running-system.ts'
import { readState } from './state-file.ts'
import { startSystem } from './system.ts'

// An instance of `npm start`, and a local user who has nothing but the addresses.

const home = mkdtempSync(join(tmpdir(), 'mtg-trust-'))
chmodSync(home, 0o755)
const dataDir = join(home, 'data')
let system: RunningSystem

/** What the release before left: servers that trusted everybody, with something in each. */
async function leaveOldData(): Promise<void> {
  openDataDir(dataDir).release()
  chmodSync(dataDir, 0o755)
  const [postgres, redis, nats] = await Promise.all([
    startPostgres({ dir: join(dataDir, 'postgres') }),
    startRedis({ dir: join(dataDir, 'redis') }),
    startNats({ dir: join(dataDir, 'nats') }),
  ])
  const sql = new Client({ connectionString: `${postgres.url}/postgres` })
  await sql.connect()
  await sql.query('CREATE DATABASE mtg')
  await sql.end()
  const inDatabase = new Client({ connectionString: `${postgres.url}/mtg` })
  await inDatabase.connect()
  await inDatabase.query('CREATE TABLE kept AS SELECT 7 AS n')
  await inDatabase.end()
  const keys = new Redis(redis.url)
  await keys.set('kept', '7')
  await keys.quit()
  const bus = await connect({ servers: nats.url })
  await (await bus.jetstreamManager()).streams.add({ name: 'KEPT', subjects: ['kept'] })
  await bus.close()
  await Promise.all([postgres.stop(), redis.stop(), nats.stop()])
}

before(async () => {
  await leaveOldData()
  system = await startSystem({ dataDir, env: process.env })
})
after(async () => {
  await system?.stop()
  for (const name of ['postgres', 'redis', 'nats']) removeServerData(join(dataDir, name))
  rmSync(home, { recursive: true, force: true })
})

const withoutLogin = (text: string): string => {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href
}

async function canQuery(options: ConstructorParameters<typeof Client>[0]): Promise<string> {
  const client = new Client(options)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'let in'
  } catch (error) {
    return String(error)
  } finally {
    await client.end().catch(() => {})
  }
}

test('an old data folder keeps all it had, and lets nobody in without a password from the first moment', async () => {
  const sql = new Client({ connectionString: system.servers.databaseUrl })
  await sql.connect()
  assert.deepEqual((await sql.query('SELECT n FROM kept')).rows, [{ n: 7 }])
  await sql.end()
  const redis = new Redis(system.servers.redisUrl)
  assert.equal(await redis.get('kept'), '7')
  await redis.quit()
  const nats = await connect(parseNatsUrls(system.servers.natsUrl))
  assert.equal((await (await nats.jetstreamManager()).streams.info('KEPT')).config.name, 'KEPT')
  await nats.close()
})

test('PostgreSQL lets nobody in without a password: not the superuser, no role of a service, over no socket', async () => {
  const { port, pathname } = new URL(system.servers.databaseUrl)
  const database = pathname.slice(1)
  for (const user of ['postgres', 'mtg_billing', 'mtg_auth', 'nobody']) {
    for (const password of ['', 'postgres', user]) {
      const outcome = await canQuery({ host: '127.0.0.1', port: Number(port), user, password, database })
      assert.match(outcome, /password|authentication|SASL/i, user)
    }
  }
  const pid = system.pids()['postgres']
  const sockets = [...globSync(`{/tmp,/run,/var/run,${home}}/**/.s.PGSQL.${port}`)]
  assert.deepEqual(sockets, [], `sockets of process ${pid}`)
})

test('Redis answers nobody without a login', async () => {
  const { port } = new URL(system.servers.redisUrl)
  for (const command of ['PING', 'KEYS *', 'CONFIG GET *', 'FUNCTION LIST', 'AUTH default x', 'HELLO 3']) {
    const reply = await new Promise<string>((resolve, reject) => {
      const socket = openSocket(Number(port), '127.0.0.1', () => socket.write(`${command}\r\n`))
      socket.once('data', data => {
        resolve(data.toString())
        socket.destroy()
      })
      socket.once('error', reject)
    })
    assert.match(reply, /^-(NOAUTH|WRONGPASS)/, command)
  }
})

test('a service reaches its own keys in Redis, no others, and nothing that governs the server', async () => {
  const url = new URL(system.envOf('billing')['REDIS_URL'] ?? '')
  const redis = new Redis(url.href, { enableReadyCheck: false })
  try {
    await redis.set('billing:rl:x', '1')
    const refused = (command: string, ...args: string[]) =>
      assert.rejects(redis.call(command, ...args), /NOPERM/, `${command} ${args.join(' ')}`)
    await refused('SET', 'oauth-server:{login}:total', '0')
    await refused('GET', 'kept')
    for (const [command, ...args] of [
      ['KEYS', '*'],
      ['SCAN', '0'],
      ['FLUSHALL'],
      ['CONFIG', 'GET', '*'],
      ['ACL', 'LIST'],
      ['FUNCTION', 'FLUSH'],
      ['EVAL', 'return 1', '0'],
      ['SHUTDOWN'],
    ] as const) {
      await refused(command, ...args)
    }
  } finally {
    redis.disconnect()
  }
})

/** As a service, with all that it knows. */
async function natsAs(name: NatsService): Promise<NatsConnection> {
  const address = parseNatsUrls(system.envOf(name)['NATS_URL'] ?? '')
  const connection = await connect({ ...address, inboxPrefix: `_INBOX.${name}` })
  void (async () => {
    for await (const _status of connection.status()) void _status
  })()
  return connection
}

async function outcomeOf(connection: NatsConnection, subject: string): Promise<string> {
  try {
    await connection.jetstream().publish(subject, '[]', { timeout: 2000 })
    return 'stored'
  } catch (error) {
    return error instanceof NatsError ? error.code : String(error)
  }
}

test('NATS lets nobody in without a login', async () => {
  const address = withoutLogin(system.servers.natsUrl)
  await assert.rejects(connect({ servers: address }), /Authorization Violation/)
  await assert.rejects(connect({ servers: address, user: 'edge-proxy', pass: 'x' }), /Authorization Violation/)
})

test('a usage record can be forged by no service but the edge, and stale news by none that makes none', async () => {
  const { subjectOf, streamOf } = usageNames('')
  for (const name of natsServices) {
    const connection = await natsAs(name)
    const mayPublishUsage = name === 'edge-proxy'
    for (const kind of ['recorded', 'observed'] as const) {
      const outcome = await outcomeOf(connection, subjectOf(kind))
      assert.equal(outcome, mayPublishUsage ? 'stored' : ErrorCode.PermissionsViolation, `${name} ${kind}`)
    }
    const manager = await connection.jetstreamManager({ checkAPI: false, timeout: 500 })
    for (const forbidden of [
      () => manager.streams.delete(streamOf('recorded')),
      () => manager.streams.purge(streamOf('recorded')),
      () => manager.streams.list().next(),
      () => manager.streams.add({ name: 'OWN', subjects: ['own'] }),
      () => manager.consumers.add(streamOf('recorded'), { durable_name: 'spy' }),
      () => manager.getAccountInfo().then(() => manager.streams.getMessage(streamOf('recorded'), { seq: 1 })),
    ]) {
      await assert.rejects(forbidden(), name)
    }
    const heard = connection.subscribe('>', { max: 1, callback: err => assert.ok(err !== null) })
    await connection.flush()
    heard.unsubscribe()
    await connection.close()
  }
})

test('gRPC answers nobody without an identity, and the credential files open it', async () => {
  const ask = async (token?: string) => {
    const client = createClient(services.billing.LedgerService, { address: system.grpc.billing, token })
    return await client.ListBalances({}, { timeoutMs: 10_000 }).finally(() => client.close())
  }
  await assert.rejects(ask(), { code: 'unauthenticated' })
  const state = readState(dataDir)
  for (const file of [state?.credentials.operator, state?.credentials.reader]) {
    const { secret } = JSON.parse(readFileSync(String(file), 'utf8')) as { secret: string }
    await ask(secret)
    assert.ok(!JSON.stringify(state).includes(secret), 'the state names the file, not what is in it')
  }
})

test('nobody else may read anything in the data folder, but pass through to what PostgreSQL owns', () => {
  const others = (path: string) => statSync(path).mode & 0o077
  assert.equal(others(dataDir) & 0o066, 0)
  for (const name of ['secrets', 'logs', 'redis', 'nats']) assert.equal(others(join(dataDir, name)), 0, name)
  for (const name of readdirSync(join(dataDir, 'secrets'))) {
    assert.equal(others(join(dataDir, 'secrets', name)), 0, name)
  }
  assert.equal(others(join(dataDir, 'state.json')), 0)
  for (const config of ['redis/redis.conf', 'nats/nats.conf']) assert.equal(others(join(dataDir, config)), 0, config)
})

const noProc = existsSync('/proc/self/cmdline') ? false : 'arguments of processes can be read on Linux only'

test('no secret is in the arguments of a process, which every user of the machine sees', { skip: noProc }, () => {
  const urls = ['auth', 'billing', 'metering', 'oauth-server', 'console', 'edge-proxy'].flatMap(name =>
    Object.values(system.envOf(name as 'auth')).flatMap(value =>
      URL.canParse(value) ? [new URL(value).password] : [],
    ),
  )
  const owners = Object.values(system.servers).flatMap(value =>
    typeof value === 'string' ? [new URL(value).password] : [],
  )
  const identities = (['edge-proxy', 'billing', 'operator'] as const).map(caller => system.secretOf(caller))
  const secrets = [...urls, ...owners, ...identities].filter(secret => secret !== '')
  assert.ok(secrets.length > 10)
  for (const [name, pid] of Object.entries(system.pids())) {
    const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    for (const secret of secrets) assert.equal(text.includes(secret), false, name)
    assert.equal(statSync(`/proc/${pid}/environ`).mode & 0o077, 0)
  }
})

test('every service got all it needs from NATS and Redis: nothing was refused to any', () => {
  for (const name of ['auth', 'billing', 'metering', 'oauth-server', 'console', 'edge-proxy']) {
    const log = readFileSync(system.logFile(name), 'utf8')
    assert.doesNotMatch(log, /nats refused something|permissions violation|NOPERM|WRONGPASS/i, name)
  }
})
