import { startNats, startPostgres, startRedis } from '@mtg/embedded'
import type { NatsService } from '@mtg/events'
import { cellDatabase } from './cells.ts'
import type { DataDir } from './data-dir.ts'
import { type GivenServers, refuseUnreachable } from './given-servers.ts'
import { type KeptServer, keepRunning } from './keep-running.ts'
import { natsUsers, postgresPassword, type RedisService, redisUsers, urlFor } from './server-users.ts'

/** The three servers everything stands on, embedded or given. */
export interface Servers {
  /** A role that may create roles and schemas, with a database. */
  databaseUrl: string
  /** A replica of it. */
  databaseReadUrl: string | undefined
  /** Of billing's cells past the first, by their names. */
  cellDatabaseUrls: ReadonlyMap<string, string>
  /** The login of whoever looks after it. */
  redisUrl: string
  natsUrl: string
  /** A service's own login; a given server's only one. */
  redisUrlFor: (service: RedisService) => string
  natsUrlFor: (service: NatsService) => string
  /** Process ids of the embedded ones. */
  pids: () => Record<string, number>
  stop: () => Promise<void>
  kill: () => void
}

/** What this instance's keys, subjects and streams begin with. */
interface KeyPrefixes {
  redisPrefix: string
  natsPrefix: string
}

/** What is kept apart on them, and what there is more than one of. */
export interface ServerLayout extends KeyPrefixes {
  /** Names of billing's cells, the home cell first. */
  cells: readonly string[]
}

/** Starts the servers that are not given, all at once, and keeps them running on the same ports and data. */
export async function startServers(
  given: GivenServers,
  dataDir: DataDir,
  { cells, ...prefixes }: ServerLayout,
  onChange: () => void,
): Promise<Servers> {
  await refuseUnreachable(given)
  const passwords = {
    postgres: { password: postgresPassword(dataDir) },
    redis: { users: redisUsers(dataDir, prefixes.redisPrefix) },
    nats: { users: natsUsers(dataDir, prefixes.natsPrefix) },
  }
  const at = (name: string) => ({ dir: dataDir.serverDir(name), logFile: dataDir.nextLogFile(name) })
  const furtherCells = given.databaseUrl ? [] : cells.slice(1)
  const startCell = (cell: string) =>
    keepRunning(port => startPostgres({ ...at(cellDatabase(cell)), ...passwords.postgres, ...port }), onChange)
  const started = await settleAll({
    ...Object.fromEntries(furtherCells.map(cell => [cellDatabase(cell), startCell(cell)])),
    postgres: given.databaseUrl
      ? undefined
      : keepRunning(port => startPostgres({ ...at('postgres'), ...passwords.postgres, ...port }), onChange),
    redis: given.redisUrl
      ? undefined
      : keepRunning(port => startRedis({ ...at('redis'), ...passwords.redis, ...port }), onChange),
    nats: given.natsUrl
      ? undefined
      : keepRunning(port => startNats({ ...at('nats'), ...passwords.nats, ...port }), onChange),
  })
  const running = [...started.values()]
  const redisUrl = given.redisUrl ?? String(started.get('redis')?.url)
  const natsUrl = given.natsUrl ?? String(started.get('nats')?.url)
  const databaseUrlOf = (cell: string) =>
    given.databaseUrl ? besideIt(given.databaseUrl, cell) : `${started.get(cellDatabase(cell))?.url}/mtg`
  return {
    cellDatabaseUrls: new Map(cells.slice(1).map(cell => [cell, databaseUrlOf(cell)])),
    databaseUrl: given.databaseUrl ?? `${started.get('postgres')?.url}/mtg`,
    databaseReadUrl: given.databaseReadUrl,
    redisUrl,
    natsUrl,
    redisUrlFor: service => (given.redisUrl ? redisUrl : urlFor(redisUrl, dataDir, service)),
    natsUrlFor: service => (given.natsUrl ? natsUrl : urlFor(natsUrl, dataDir, service)),
    pids: () => Object.fromEntries([...started].map(([name, server]) => [name, server.pid()])),
    stop: async () => void (await Promise.all(running.map(server => server.stop()))),
    kill: () => running.forEach(server => server.kill()),
  }
}

/** Another database of the same server. */
function besideIt(databaseUrl: string, cell: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `${url.pathname}_${cell.replaceAll('-', '_')}`
  return url.href
}

/** Waits for all; when one fails, stops those that did not, and fails. */
async function settleAll(
  starts: Readonly<Record<string, Promise<KeptServer> | undefined>>,
): Promise<Map<string, KeptServer>> {
  const started = new Map<string, KeptServer>()
  const waits = Object.entries(starts).map(async ([name, start]) => {
    const server = await start
    if (server !== undefined) started.set(name, server)
  })
  const failed = (await Promise.allSettled(waits)).find(result => result.status === 'rejected')
  if (failed === undefined) return started
  await Promise.all([...started.values()].map(server => server.stop()))
  throw failed.reason
}
