import { setTimeout as delay } from 'node:timers/promises'
import { isListening, type RunningServer, startNats, startPostgres, startRedis } from '@mtg/embedded'
import type { NatsService } from '@mtg/events'
import type { DataDir } from './data-dir.ts'
import { natsUsers, postgresPassword, type RedisService, redisUsers, urlFor } from './server-users.ts'
import { StartError } from './start-error.ts'

const RESTART_DELAY_MS = 100
const RESTART_DELAY_MS_MAX = 2_000

/** The three servers everything stands on, embedded or given. */
export interface Servers {
  /** A role that may create roles and schemas, with a database. */
  databaseUrl: string
  /** A replica of it. */
  databaseReadUrl: string | undefined
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

/** Servers that exist already; an embedded one takes the place of each that is left out. */
export interface GivenServers {
  databaseUrl?: string | undefined
  /** A streaming replica of `databaseUrl`, for what may be read a moment late. */
  databaseReadUrl?: string | undefined
  redisUrl?: string | undefined
  natsUrl?: string | undefined
}

/** What this instance's keys, subjects and streams begin with. */
export interface KeyPrefixes {
  redisPrefix: string
  natsPrefix: string
}

/** Starts the servers that are not given, all at once, and keeps them running on the same ports and data. */
export async function startServers(
  given: GivenServers,
  dataDir: DataDir,
  prefixes: KeyPrefixes,
  onChange: () => void,
): Promise<Servers> {
  await refuseUnreachable(given)
  const passwords = {
    postgres: { password: postgresPassword(dataDir) },
    redis: { users: redisUsers(dataDir, prefixes.redisPrefix) },
    nats: { users: natsUsers(dataDir, prefixes.natsPrefix) },
  }
  const at = (name: string) => ({ dir: dataDir.serverDir(name), logFile: dataDir.nextLogFile(name) })
  const started = await settleAll({
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
  const running = Object.entries(started).flatMap(([name, server]) => (server ? [{ name, server }] : []))
  const redisUrl = given.redisUrl ?? String(started.redis?.url)
  const natsUrl = given.natsUrl ?? String(started.nats?.url)
  return {
    databaseUrl: given.databaseUrl ?? `${started.postgres?.url}/mtg`,
    databaseReadUrl: given.databaseReadUrl,
    redisUrl,
    natsUrl,
    redisUrlFor: service => (given.redisUrl ? redisUrl : urlFor(redisUrl, dataDir, service)),
    natsUrlFor: service => (given.natsUrl ? natsUrl : urlFor(natsUrl, dataDir, service)),
    pids: () => Object.fromEntries(running.map(({ name, server }) => [name, server.pid()])),
    stop: async () => void (await Promise.all(running.map(({ server }) => server.stop()))),
    kill: () => running.forEach(({ server }) => server.kill()),
  }
}

/** The servers that will be embedded. */
export function embeddedNames(given: GivenServers = {}): string[] {
  const rows: [string, string | undefined][] = [
    ['PostgreSQL', given.databaseUrl],
    ['Redis', given.redisUrl],
    ['NATS', given.natsUrl],
  ]
  return rows.filter(([, url]) => !url).map(([name]) => name)
}

const DEFAULT_PORTS: Record<string, number> = { 'postgres:': 5432, 'postgresql:': 5432, 'nats:': 4222, 'tls:': 4222 }
const REDIS_PORT = 6379
const SENTINEL_PORT = 26_379

/** A wrong address is told at once and by the name of its setting, not by services that wait for it. */
async function refuseUnreachable(given: GivenServers): Promise<void> {
  const settings = {
    DATABASE_URL: given.databaseUrl,
    DATABASE_READ_URL: given.databaseReadUrl,
    REDIS_URL: given.redisUrl,
    NATS_URL: given.natsUrl,
  }
  for (const [setting, text] of Object.entries(settings)) {
    if (!text) continue
    const addresses = serversIn(text)
    const answers = await Promise.all(addresses.map(({ host, port }) => isListening(port, host)))
    if (answers.includes(true)) continue
    throw new StartError(
      `Nothing answers at ${addresses.map(({ host, port }) => `${host}:${port}`).join(' or ')}, which ${setting} names.`,
      `Start that server or correct ${setting}; without ${setting} an embedded server is used.`,
    )
  }
}

/** Every server that a setting names: a URL, several with commas between, or one URL with several hosts. */
function serversIn(text: string): { host: string; port: number }[] {
  const protocol = /^([a-z]+)(\+[a-z]+)?:\/\//.exec(text)
  const fallback = protocol?.[2] === '+sentinel' ? SENTINEL_PORT : (DEFAULT_PORTS[`${protocol?.[1]}:`] ?? REDIS_PORT)
  return text.split(',').map(part => {
    const url = new URL(/^[a-z+]+:\/\//.test(part.trim()) ? part.trim() : `server://${part.trim()}`)
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || fallback }
  })
}

interface KeptServer {
  url: string
  pid: () => number
  stop: () => Promise<void>
  kill: () => void
}

type Start = (port: { port?: number }) => Promise<RunningServer>

/** Starts a server and starts it again, on the same port, whenever it ends. */
async function keepRunning(start: Start, onChange: () => void): Promise<KeptServer> {
  const stopping = new AbortController()
  let current = await start({})
  const { url, port } = current

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await current.exited
      const next = await startAgain(() => start({ port }), stopping.signal)
      if (next === undefined) return
      current = next
      onChange()
    }
    await current.stop() // It came back at the moment of stopping.
  }
  const watching = watch()

  return {
    url,
    pid: () => current.pid,
    stop: async () => {
      stopping.abort()
      await current.stop()
      await watching
    },
    kill: () => {
      stopping.abort()
      endNow(current.pid)
    },
  }
}

/** Tries until the server runs; gives up only when asked to stop. */
async function startAgain(
  start: () => Promise<RunningServer>,
  stopping: AbortSignal,
): Promise<RunningServer | undefined> {
  for (let delayMs = RESTART_DELAY_MS; !stopping.aborted; delayMs = Math.min(delayMs * 2, RESTART_DELAY_MS_MAX)) {
    const started = await start().catch(() => undefined)
    if (started !== undefined) return started
    await delay(delayMs, undefined, { signal: stopping }).catch(() => undefined)
  }
  return undefined
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Waits for all; when one fails, stops those that did not, and fails. */
async function settleAll<K extends string>(
  starts: Record<K, Promise<KeptServer> | undefined>,
): Promise<Record<K, KeptServer | undefined>> {
  const names = Object.keys(starts) as K[]
  const results = await Promise.allSettled(names.map(name => starts[name]))
  const failed = results.find(result => result.status === 'rejected')
  const servers = results.map(result => (result.status === 'fulfilled' ? result.value : undefined))
  if (failed !== undefined) {
    await Promise.all(servers.flatMap(server => (server ? [server.stop()] : [])))
    throw failed.reason
  }
  return Object.fromEntries(names.map((name, index) => [name, servers[index]])) as Record<K, KeptServer | undefined>
}
