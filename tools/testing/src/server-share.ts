import { parseNatsUrls } from '@mtg/events'
import type { GivenServers } from '@mtg/launcher'
import { Redis } from 'ioredis'
import { connect } from 'nats'
import { Client } from 'pg'
import { createFromTemplate } from './database-template.ts'
import { adminDatabaseUrl, natsUrl, redisUrl } from './servers.ts'

/** One test's own part of the shared servers: nothing in it meets what other tests do. */
export interface ServerShare {
  servers: GivenServers
  redisPrefix: string
  natsPrefix: string
  /** Removes database, roles, keys and streams. */
  remove(): Promise<void>
}

/** More about the share. */
export interface ServerShareOptions {
  /** The database may hold the tables already: for tests that are not about migrating it. */
  migrated?: boolean
}

/** Makes a database, and prefixes for Redis and NATS, of this name. */
export async function provideSharedServers(name: string, options: ServerShareOptions = {}): Promise<ServerShare> {
  const [adminUrl, redis, nats] = await Promise.all([adminDatabaseUrl(), redisUrl(), natsUrl()])
  const { migrated = false } = options
  await runSql(adminUrl, client => {
    const quoted = client.escapeIdentifier(name)
    return client.query(migrated ? createFromTemplate(quoted) : `CREATE DATABASE ${quoted}`)
  })
  const database = new URL(adminUrl)
  database.pathname = `/${name}`
  const redisPrefix = `${name}:`
  const natsPrefix = `${name}_`
  return {
    servers: { databaseUrl: database.href, redisUrl: redis, natsUrl: nats },
    redisPrefix,
    natsPrefix,
    async remove() {
      await Promise.all([
        removeDatabase(adminUrl, name),
        removeRedisKeys(redis, redisPrefix),
        removeStreams(nats, natsPrefix),
      ])
    },
  }
}

async function runSql(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function removeDatabase(adminUrl: string, name: string): Promise<void> {
  return runSql(adminUrl, async client => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)
    const roles = await client.query<{ rolname: string }>(
      'SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)',
      [`mtg_${name}_`],
    )
    for (const { rolname } of roles.rows) await client.query(`DROP ROLE ${client.escapeIdentifier(rolname)}`)
  })
}

async function removeRedisKeys(url: string, prefix: string): Promise<void> {
  const client = new Redis(url)
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 500 })) {
    if ((keys as string[]).length > 0) await client.unlink(...(keys as string[]))
  }
  await client.quit()
}

async function removeStreams(url: string, prefix: string): Promise<void> {
  const connection = await connect(parseNatsUrls(url))
  const manager = await connection.jetstreamManager()
  for await (const name of manager.streams.names()) {
    if (name.startsWith(prefix)) await manager.streams.delete(name)
  }
  await connection.close()
}
