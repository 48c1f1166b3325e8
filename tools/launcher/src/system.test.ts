import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, isListening } from '@mtg/embedded'
import { Client } from 'pg'
import type { RunningSystem } from './running-system.ts'
import { readState } from './state-file.ts'
import { startSystem } from './system.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-system-'))
chmodSync(home, 0o755)
const dataDir = join(home, 'data')
let system: RunningSystem

before(async () => {
  system = await startSystem({ dataDir, env: process.env, services: [] })
})
after(async () => {
  await system.stop()
  rmSync(home, { recursive: true, force: true })
})

async function queryOnce(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function eventually<T>(attempt: () => Promise<T> | T, timeoutMs = 20_000): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
      await delay(20)
    }
  }
}

const portOf = (url: string) => Number(new URL(url).port)

test('the state file tells addresses and process ids', () => {
  const state = readState(dataDir)
  assert.equal(state?.postgres, system.servers.databaseUrl)
  assert.deepEqual(state?.pids, system.pids())
  assert.deepEqual(Object.keys(system.pids()).toSorted(), ['nats', 'postgres', 'redis'])
})

for (const name of ['postgres', 'redis', 'nats']) {
  test(`a killed ${name} comes back on the same port, and the state file has its new process id`, async () => {
    const { databaseUrl, redisUrl, natsUrl } = system.servers
    const port = portOf({ postgres: databaseUrl, redis: redisUrl, nats: natsUrl }[name] ?? '')
    const before = system.kill(name)
    await eventually(async () => {
      assert.notEqual(system.pids()[name], before)
      assert.equal(await isListening(port), true)
      assert.equal(readState(dataDir)?.pids[name], system.pids()[name])
    })
    assert.deepEqual(await queryOnce(databaseUrl, 'SELECT 1 AS one'), [{ one: 1 }])
  })
}

test('a second instance on the same folder is refused and leaves the first alone', async () => {
  await assert.rejects(startSystem({ dataDir, env: process.env, services: [] }), /in use by a running instance/)
  assert.equal(await isListening(portOf(system.servers.redisUrl)), true)
  assert.notEqual(readState(dataDir), undefined)
})

test('a taken port is refused with the setting that names it, before anything is started', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  const addresses = { 'edge-proxy:http': { address: `127.0.0.1:${port}`, setting: 'GATEWAY_PORT' } }
  const own = join(home, 'taken')
  await assert.rejects(
    startSystem({ dataDir: own, env: process.env, services: ['edge-proxy'], addresses }),
    (error: Error & { advice?: string }) =>
      error.message.includes(`:${port} is in use`) && /GATEWAY_PORT=/.test(error.advice ?? ''),
  )
  assert.equal(existsSync(join(own, 'lock')), false)
  other.close()
})

test('a given server that does not answer is told by the setting that names it', async () => {
  const servers = { redisUrl: `redis://127.0.0.1:${await freePort()}` }
  const starting = startSystem({ dataDir: join(home, 'unreachable'), env: process.env, services: [], servers })
  await assert.rejects(starting, /Nothing answers at 127\.0\.0\.1:\d+, which REDIS_URL names/)
})

test('a service that cannot start ends the start with its log, and nothing stays behind', async () => {
  const own = join(home, 'failing')
  const { databaseUrl, redisUrl, natsUrl } = system.servers
  const failing = startSystem({
    dataDir: own,
    env: process.env,
    servers: { databaseUrl, redisUrl, natsUrl },
    services: ['metering'],
    serviceEnv: { metering: { NODE_OPTIONS: '--import=data:text/javascript,throw(new(Error)("no-luck"))' } },
  })
  await assert.rejects(failing, /metering keeps ending[^]*no-luck/)
  assert.equal(existsSync(join(own, 'lock')), false)
})

test('an interrupted start stops what it started', async () => {
  const own = join(home, 'interrupted')
  const interrupt = new AbortController()
  const onProgress = (line: string): void => {
    if (line.startsWith('preparing')) interrupt.abort(new Error('interrupted'))
  }
  const starting = startSystem({ dataDir: own, env: process.env, services: [], signal: interrupt.signal, onProgress })
  await assert.rejects(starting, /interrupted/)
  assert.equal(existsSync(join(own, 'lock')), false)
})

test('a stopped instance leaves no state, and its data is there at the next start', async () => {
  const own = join(home, 'twice')
  const first = await startSystem({ dataDir: own, env: process.env, services: [] })
  await queryOnce(first.servers.databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.stop()
  assert.equal(readState(own), undefined)
  const second = await startSystem({ dataDir: own, env: process.env, services: [] })
  assert.deepEqual(await queryOnce(second.servers.databaseUrl, 'SELECT n FROM kept'), [{ n: 7 }])
  await second.stop()
})
