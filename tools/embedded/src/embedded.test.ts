import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { freePort, isListening, isPortFree, removeServerData, startNats, startPostgres, startRedis } from './index.ts'
import { claimPort } from './ports.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-embedded-'))
chmodSync(home, 0o755)
after(() => rmSync(home, { recursive: true, force: true }))

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a free port is below the range the kernel uses, and never given out twice', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  assert.equal(new Set(ports).size, ports.length)
  for (const port of ports) assert.ok(port < 32_768 && (await isPortFree(port)))
})

test('a port stays claimed for as long as the process that asked for it, and no longer', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CLAIMING])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line)
  assert.ok(await isPortFree(port))
  assert.equal(await canClaim(port), false)
  child.stdin.end()
  await once(child, 'exit')
  assert.equal(await canClaim(port), true)
})

const CLAIMING = `
  import { freePort } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
  process.stdin.resume()
  console.log(await freePort())`

async function canClaim(port: number): Promise<boolean> {
  const claim = await claimPort(port)
  claim?.close()
  return claim !== undefined
}

test('PostgreSQL keeps committed rows when it is killed and started again on the same port', async () => {
  const dir = join(home, 'pg')
  const first = await startPostgres({ dir })
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await startPostgres({ dir, port: first.port })
  assert.equal(second.url, first.url)
  assert.deepEqual(await query(second.url, 'select n from kept'), [{ n: 7 }])
  assert.deepEqual(await query(second.url, 'show synchronous_commit'), [{ synchronous_commit: 'on' }])
  await second.stop()
  assert.equal(await isListening(second.port), false)
})

test('a lock file that names some other live process does not keep PostgreSQL from starting', async () => {
  const dir = join(home, 'pg-foreign-lock')
  const first = await startPostgres({ dir, durable: false })
  await first.stop()
  writeFileSync(join(dir, 'data/postmaster.pid'), `${process.pid}\n`)
  const second = await startPostgres({ dir, durable: false })
  assert.match(second.version, /^\d+/)
  await second.stop()
})

test('PostgreSQL works in a folder that only its owner may enter', async () => {
  const dir = join(home, 'private', 'pg')
  mkdirSync(join(home, 'private'), { mode: 0o700 })
  const server = await startPostgres({ dir, durable: false })
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
  const again = await startPostgres({ dir, durable: false })
  await again.stop()
  removeServerData(dir)
})

test('a server that cannot start says why, with the end of its log', async () => {
  const dir = join(home, 'pg-broken')
  const settings = { max_connections: 'many' }
  await assert.rejects(startPostgres({ dir, durable: false, settings }), /max_connections/)
})

test('Redis keeps writes over a restart and refuses to evict', async () => {
  const server = await startRedis({ dir: join(home, 'redis') })
  assert.match(server.version, /^\d+\.\d+/)
  assert.equal(await isListening(server.port), true)
  process.kill(server.pid, 'SIGKILL')
  await server.exited
  const again = await startRedis({ dir: join(home, 'redis'), port: server.port })
  await again.stop()
  assert.equal(await isListening(server.port), false)
})

test('NATS offers JetStream, synced at every write where the version can', async () => {
  const server = await startNats({ dir: join(home, 'nats') })
  const config = readFileSync(join(home, 'nats/nats.conf'), 'utf8')
  const [major = 0, minor = 0] = server.version.split('.').map(Number)
  assert.equal(config.includes('sync_interval: always'), major > 2 || minor >= 10)
  assert.match(readFileSync(server.logFile, 'utf8'), /JetStream/)
  await server.stop()
})
