import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startPostgres } from '@mtg/embedded'
import { Client } from 'pg'
import { backUp } from './backup.ts'
import { StartError } from './start-error.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-backup-'))
chmodSync(home, 0o755) // An embedded PostgreSQL may run as another user.
const cleanups: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })]
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

async function startOn(folder: string) {
  const server = await startPostgres({ dir: join(folder, 'postgres'), password: 'secret' })
  cleanups.push(() => server.stop())
  return server
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: `${url}/postgres` })
  client.on('error', () => {})
  await client.connect()
  cleanups.push(() => client.end())
  return client
}

async function pairsIn(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM pairs GROUP BY half')
  return rows.map(({ count }) => count)
}

test('a copy of a running instance is whole: its secrets, what was committed before, and of every transaction all or nothing', async () => {
  const dataDir = join(home, 'data')
  for (const name of ['secrets', 'logs', 'redis']) mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 })
  for (const name of ['secrets/key', 'logs/edge.log', 'state.json']) {
    writeFileSync(join(dataDir, name), name, { mode: 0o600 })
  }
  const server = await startOn(dataDir)
  const client = await connect(server.url)
  await client.query('CREATE TABLE pairs (half int)')
  const written = { pairs: 0 }
  const over = new AbortController()
  const writePair = async () => {
    await client.query('INSERT INTO pairs VALUES (1), (2)')
    written.pairs += 1
  }
  while (written.pairs < 100) await writePair()
  const before = written.pairs
  const goOn = async () => {
    while (!over.signal.aborted) await writePair()
  }
  const writing = goOn()
  const copy = join(home, 'copy')
  await backUp(dataDir, `${server.url}/postgres`, copy)
  over.abort()
  await writing

  assert.equal(readFileSync(join(copy, 'secrets/key'), 'utf8'), 'secrets/key')
  assert.equal(statSync(join(copy, 'secrets')).mode & 0o777, 0o700)
  for (const name of ['logs', 'redis', 'state.json']) assert.ok(!existsSync(join(copy, name)), name)
  const copied = await connect((await startOn(copy)).url)
  const [ones = 0, twos] = await pairsIn(copied)
  assert.equal(ones, twos)
  assert.ok(before <= ones && ones <= written.pairs, `${before} <= ${ones} <= ${written.pairs}`)
  await copied.query('INSERT INTO pairs VALUES (1), (2)')
  assert.deepEqual(await pairsIn(client), [written.pairs, written.pairs], 'the instance has gone on by itself')
})

test('nothing is copied over what is there, and nothing that cannot be copied whole', async () => {
  const dataDir = join(home, 'other')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  const refused = (folder: string) =>
    assert.rejects(backUp(dataDir, 'postgresql://127.0.0.1:1/mtg', folder), StartError)
  await refused(home)
  mkdirSync(join(dataDir, 'postgres-cell-2'))
  await refused(join(home, 'cells'))
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  rmSync(join(dataDir, 'postgres-cell-2'), { recursive: true })
  await refused(join(home, 'elsewhere'))
  assert.ok(!existsSync(join(home, 'cells')) && !existsSync(join(home, 'elsewhere')))
})
