import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startRedis } from '@mtg/embedded'
import { createLogger } from '@mtg/observability'
import { eventually } from '@mtg/testing'
import { Redis } from 'ioredis'
import { openRedisPlaces } from './redis-places.ts'

const LIMITS = { perMinute: 5n, perDay: 1000n }

test('buyers who ask in one turn each get places of their own windows, and one whose window cannot be read fails alone', async context => {
  const home = mkdtempSync(join(tmpdir(), 'mtg-places-'))
  const server = await startRedis({ dir: home })
  const places = openRedisPlaces({
    url: server.url,
    prefix: 'p:',
    timeoutMs: 1000,
    log: createLogger({ service: 'places-test', level: 'silent' }),
  })
  const client = new Redis(server.url)
  context.after(async () => {
    places.close()
    client.disconnect()
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  })
  await eventually(() => places.check())
  await client.set('p:rl:{broken}', 'no window')
  const take = (buyerAndApp: string, wanted: number) =>
    places.take(buyerAndApp, LIMITS, wanted).then(
      ({ count, left }) => ({ count, left: left.inMinute }),
      (failure: Error) => failure.message,
    )
  assert.deepEqual(await Promise.all([take('first', 2), take('broken', 1), take('greedy', 9), take('other', 1)]), [
    { count: 2, left: 3 },
    'WRONGTYPE Operation against a key holding the wrong kind of value',
    { count: 5, left: 0 },
    { count: 1, left: 4 },
  ])
})
