import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type RunningServer, removeServerData, startNats, startPostgres, startRedis } from '@mtg/embedded'

/** Starts a server on first use, shared by all tests of the process, and stops it after them. */
function shared(variable: string, start: (dir: string) => Promise<RunningServer>, path = ''): () => Promise<string> {
  let url: Promise<string> | undefined
  return () => {
    url ??= given(variable) ?? startOwn(start).then(started => started + path)
    return url
  }
}

function given(variable: string): Promise<string> | undefined {
  const value = process.env[variable]
  return value === undefined || value === '' ? undefined : Promise.resolve(value)
}

async function startOwn(start: (dir: string) => Promise<RunningServer>): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'mtg-test-'))
  const server = await start(join(dir, 'data'))
  after(async () => {
    await server.stop()
    removeServerData(join(dir, 'data'))
    rmSync(dir, { recursive: true, force: true })
  })
  return server.url
}

/** URL of a PostgreSQL database by a role that may do everything: TEST_ADMIN_DATABASE_URL, else an own server. */
export const adminDatabaseUrl = shared(
  'TEST_ADMIN_DATABASE_URL',
  dir => startPostgres({ dir, durable: false }),
  '/postgres',
)

/** URL of a Redis: TEST_REDIS_URL, else an own server. Use a key prefix of your own. */
export const redisUrl = shared('TEST_REDIS_URL', dir => startRedis({ dir }))

/** URL of a NATS with JetStream: TEST_NATS_URL, else an own server. Use a subject prefix of your own. */
export const natsUrl = shared('TEST_NATS_URL', dir => startNats({ dir }))
