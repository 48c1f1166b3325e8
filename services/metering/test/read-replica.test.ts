import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningServer, removeServerData, startPostgres, startPostgresReplica } from '@mtg/embedded'
import { type Database, openDatabase } from '@mtg/postgres'
import { systemClock } from '@mtg/primitives'
import { eventually } from '@mtg/testing'
import { openReader, type Reader } from '../src/store/reader.ts'
import { log } from './harness.ts'

const LAG_MAX_MS = 200
const WHERE = { name: 'where', text: 'SELECT pg_is_in_recovery() AS replica' }

const home = mkdtempSync(join(tmpdir(), 'mtg-replica-'))
chmodSync(home, 0o755)
let primaryServer: RunningServer
let replicaServer: RunningServer
let primary: Database
let reader: Reader

const open = (url: string) => openDatabase({ url: `${url}/postgres`, poolMax: 2, applicationName: 'test', log })
const startReplica = (port?: number) =>
  startPostgresReplica({
    dir: join(home, 'replica'),
    durable: false,
    primaryUrl: primaryServer.url,
    ...(port !== undefined && { port }),
  })

before(async () => {
  primaryServer = await startPostgres({ dir: join(home, 'primary'), durable: false })
  replicaServer = await startReplica()
  primary = open(primaryServer.url)
  await primary.query({ name: 'make', text: 'CREATE TABLE ticks (n serial)' })
  reader = openReader({
    primary,
    url: `${replicaServer.url}/postgres`,
    poolMax: 2,
    lagMaxMs: LAG_MAX_MS,
    lookIntervalMs: 20,
    clock: systemClock,
    log,
  })
})
after(async () => {
  await reader?.close()
  await primary?.close()
  await replicaServer?.stop()
  await primaryServer?.stop()
  for (const name of ['primary', 'replica']) removeServerData(join(home, name))
  rmSync(home, { recursive: true, force: true })
})

/** Which of both answers. */
async function answeredBy(): Promise<'replica' | 'primary'> {
  const [row] = await reader.query<{ replica: boolean }>(WHERE)
  return row?.replica === true ? 'replica' : 'primary'
}

const untilAnsweredBy = (which: 'replica' | 'primary') =>
  eventually(async () => assert.equal(await answeredBy(), which))

const tick = () => primary.query({ name: 'tick', text: 'INSERT INTO ticks DEFAULT VALUES' })

test('a replica that keeps up answers', () => untilAnsweredBy('replica'))

test('a replica that falls behind is passed over until it has caught up', async () => {
  await untilAnsweredBy('replica')
  const replica = open(replicaServer.url)
  await replica.query({ name: 'pause', text: 'SELECT pg_wal_replay_pause()' })
  await tick()
  await untilAnsweredBy('primary')
  await replica.query({ name: 'resume', text: 'SELECT pg_wal_replay_resume()' })
  await replica.close()
  await untilAnsweredBy('replica')
})

test('no query fails when the replica goes away, and it is used again when it is back', async () => {
  await untilAnsweredBy('replica')
  const { port } = replicaServer
  const stopped = replicaServer.stop()
  for (let count = 0; count < 50; count += 1) await answeredBy()
  await stopped
  assert.equal(await answeredBy(), 'primary')
  await tick()
  replicaServer = await startReplica(port)
  await untilAnsweredBy('replica')
  await eventually(async () => {
    const rows = await reader.query<{ count: string }>({ name: 'count', text: 'SELECT count(*) FROM ticks' })
    assert.deepEqual(rows, [{ count: '2' }])
  })
})

test('while the primary is away the replica goes on', async () => {
  await untilAnsweredBy('replica')
  const { port } = primaryServer
  await primaryServer.stop()
  // On a busy machine it may have been late just then.
  await untilAnsweredBy('replica')
  const answers = await Promise.all(Array.from({ length: 20 }, () => answeredBy()))
  assert.deepEqual(new Set(answers), new Set(['replica']))
  primaryServer = await startPostgres({ dir: join(home, 'primary'), durable: false, port })
  await eventually(tick)
  await untilAnsweredBy('replica')
})
