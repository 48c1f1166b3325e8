import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type ClusterMember, freePort, type RedisCluster, startRedis, startRedisCluster } from '@mtg/embedded'
import { createLogger } from '@mtg/observability'
import { eventually } from '@mtg/testing'
import { Redis } from 'ioredis'
import { openRedisFunctions, type RedisFunctions } from './index.ts'

const SOURCE = `#!lua name=@LIBRARY@
redis.register_function('@LIBRARY@_add', function(keys, args)
  return redis.call('INCRBY', keys[1], args[1])
end)
redis.register_function('@LIBRARY@_add_each', function(keys, args)
  local replies = {}
  for place, key in ipairs(keys) do replies[place] = redis.pcall('INCRBY', key, args[place]) end
  return replies
end)`
const KEYS = Array.from({ length: 200 }, (_, index) => `{buyer${index}}`)
const TIMEOUT_MS = 1000
const PATIENCE_MS = 30_000

const home = mkdtempSync(join(tmpdir(), 'mtg-redis-'))
const log = createLogger({ service: 'redis-test', level: 'silent' })
const cleanups: (() => unknown)[] = []
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
  rmSync(home, { recursive: true, force: true })
})

function open(url: string, timeoutMs = TIMEOUT_MS): RedisFunctions {
  const functions = openRedisFunctions({ url, library: 'counting', source: SOURCE, timeoutMs, log })
  cleanups.push(() => functions.close())
  return functions
}

async function openReady(url: string, timeoutMs?: number): Promise<RedisFunctions> {
  const functions = open(url, timeoutMs)
  await eventually(() => functions.check())
  return functions
}

async function startCluster(name: string, replicas: number, nodeTimeoutMs = 500): Promise<RedisCluster> {
  const cluster = await startRedisCluster({ dir: join(home, name), masters: 3, replicas, nodeTimeoutMs })
  cleanups.push(() => cluster.stop())
  return cluster
}

/** How each key's call ended: its new value, or "away". */
function addToAll(functions: RedisFunctions, amount = 1): Promise<(number | 'away')[]> {
  const add = (key: string) => functions.call('add', [key], [amount]).then(Number, () => 'away' as const)
  return Promise.all(KEYS.map(add))
}

/** Resolves with every key's value as soon as all can be read. */
function readAll(functions: RedisFunctions): Promise<(number | 'away')[]> {
  return eventually(async () => {
    const values = await addToAll(functions, 0)
    assert.ok(!values.includes('away'))
    return values
  }, 30_000)
}

test('calls of one turn find their nodes, and each master gets the functions with its first call', async () => {
  const cluster = await startCluster('spread', 0)
  const functions = await openReady(cluster.url)
  for (const value of [1, 2, 3]) assert.deepEqual(new Set(await addToAll(functions)), new Set([value]))
})

test('what is asked for many keys in one turn is one command to a server, and what fails for one fails for it alone', async () => {
  const server = await startRedis({ dir: join(home, 'each') })
  cleanups.push(() => server.stop())
  const functions = await openReady(server.url)
  const client = new Redis(server.url)
  cleanups.push(() => client.disconnect())
  await client.set(KEYS[3] ?? '', 'not a number')
  const addEach = async () =>
    (await Promise.allSettled(KEYS.map(key => functions.callEach('add_each', key, [1])))).map(outcome =>
      outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason),
    )
  const expected = (value: number) =>
    KEYS.map((_, place) => (place === 3 ? 'ReplyError: ERR value is not an integer or out of range' : value))
  assert.deepEqual(await addEach(), expected(1))
  await client.config('RESETSTAT')
  assert.deepEqual(await addEach(), expected(2))
  assert.match(await client.info('commandstats'), /cmdstat_fcall:calls=2,/)
})

test('what is asked for many keys in one turn finds the nodes of a Cluster', async () => {
  const cluster = await startCluster('each-of-many', 0)
  const functions = await openReady(cluster.url)
  const values = await Promise.all(KEYS.map(key => functions.callEach('add_each', key, [3])))
  assert.deepEqual(new Set(values), new Set([3]))
})

test('a master that restarts takes its keys with it and nobody else’s, and counts on where it was', async () => {
  const cluster = await startCluster('restart', 0)
  const functions = await openReady(cluster.url)
  assert.deepEqual(new Set(await addToAll(functions)), new Set([1]))
  const [first] = cluster.members as [ClusterMember]
  await first.kill()
  const without = await addToAll(functions)
  assert.deepEqual(new Set(without), new Set([2, 'away']))
  const lost = without.filter(value => value === 'away').length
  assert.ok(lost > KEYS.length / 6 && lost < KEYS.length / 2, `${lost} of ${KEYS.length} keys were away`)
  await first.start()
  const expected = without.map(value => (value === 'away' ? 1 : 2))
  assert.deepEqual(await readAll(functions), expected)
  await functions.check()
})

test('masters that hand over to their replicas in order lose no call and no count', async () => {
  // On a busy machine a master may be silent for a while, which is no reason to take its place out of order; and a
  // failover that is not voted for in time keeps its callers waiting until it is given up.
  const cluster = await startCluster('handover', 1, 2000)
  const functions = await openReady(cluster.url, PATIENCE_MS)
  assert.deepEqual(new Set(await addToAll(functions, 0)), new Set([0]))
  const rounds: Promise<(number | 'away')[]>[] = []
  const load = new AbortController()
  const loading = (async () => {
    while (!load.signal.aborted) {
      const round = addToAll(functions)
      rounds.push(round)
      await round
    }
  })()
  for (const replica of cluster.members.slice(3)) await cluster.promote(replica)
  load.abort()
  await loading
  const expected = rounds.map((_, index) => index + 1)
  const results = await Promise.all(rounds)
  assert.deepEqual(
    results.map(round => [...new Set(round)].join()),
    expected.map(String),
  )
})

test('Sentinels are asked for the master, and a failover is followed', async () => {
  const [masterPort, replicaPort, sentinelPort] = await Promise.all([freePort(), freePort(), freePort()])
  const master = await startRedis({ dir: join(home, 'master'), port: masterPort })
  cleanups.push(() => master.stop())
  const settings = { replicaof: `127.0.0.1 ${masterPort}`, 'repl-diskless-sync-delay': '0' }
  const replica = await startRedis({ dir: join(home, 'replica'), port: replicaPort, settings })
  cleanups.push(() => replica.stop())
  const sentinel = await startRedis({ dir: join(home, 'sentinel'), port: sentinelPort, watches: masterPort })
  cleanups.push(() => sentinel.stop())
  const functions = await openReady(`redis+sentinel://127.0.0.1:${sentinelPort}/main`)
  const follower = new Redis(replica.url)
  cleanups.push(() => follower.disconnect())
  await eventually(async () => assert.match(await follower.info('replication'), /master_link_status:up/))
  assert.deepEqual(new Set(await addToAll(functions)), new Set([1]))
  await master.stop()
  assert.deepEqual(new Set(await readAll(functions)), new Set([1]))
})

test('a Cluster that nobody answers for is refused at once', async () => {
  const functions = open(`redis+cluster://127.0.0.1:${await freePort()}`)
  await assert.rejects(functions.call('add', ['{x}'], [1]))
  await assert.rejects(functions.check())
})
