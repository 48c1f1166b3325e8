import { join, resolve } from 'node:path'
import { type Binary, findOnPath, versionOf } from './binaries.ts'
import { hasApt, unpackProgram } from './debian.ts'
import { freePort, isListening } from './ports.ts'
import { rememberPid, waitForPrevious } from './previous.ts'
import { loginIn, makePrivateDir, writePrivately } from './private-files.ts'
import type { ServerOptions } from './redis.ts'
import { launch, type RunningServer } from './server.ts'

/** A server's place in a cluster. */
interface NatsClusterMember {
  /** Names the cluster. */
  cluster: string
  /** Unique in it. */
  name: string
  /** Where this server listens for the others. */
  routePort: number
  /** The others' `routePort`s. */
  routes: number[]
  /** Serves /healthz: 200 once JetStream has a leader and this server is up to date. */
  healthPort: number
}

/** Somebody who may log in to NATS, and on which subjects they may do what; on all when nothing is said. */
export interface NatsUser {
  name: string
  password: string
  publish?: readonly string[]
  subscribe?: readonly string[]
}

/** Options of `startNats`. */
export interface NatsServerOptions extends ServerOptions {
  member?: NatsClusterMember
  /** Who may log in; nobody else may do anything. The first one's login is part of `url`. Without any, everybody may do everything. */
  users?: readonly NatsUser[]
  /** Lines of its configuration besides, such as those for TLS. */
  furtherConfig?: string
}

/** Starts a NATS server with JetStream on disk, synced at every write where the version can do that. */
export async function startNats(options: NatsServerOptions): Promise<RunningServer> {
  const dir = resolve(options.dir)
  makePrivateDir(dir)
  const pidFile = join(dir, 'server.pid')
  await waitForPrevious(pidFile, dir)
  const binary = natsBinary(options)
  const version = versionOf(binary)
  const port = options.port ?? (await freePort())
  const logFile = options.logFile ?? join(dir, 'server.log')
  const config = join(dir, 'nats.conf')
  const own = natsConfig(port, dir, version) + clusterConfig(options.member) + usersConfig(options.users)
  writePrivately(config, own + (options.furtherConfig ?? ''))
  const started = await launch({
    name: 'NATS',
    command: binary.command,
    args: ['-c', config],
    options: { cwd: dir, env: binary.env },
    logFile,
    stopSignal: 'SIGTERM',
    isReady: () => isListening(port),
  })
  rememberPid(pidFile, started.pid)
  return { url: `nats://${loginIn(options.users?.[0])}127.0.0.1:${port}`, port, version, logFile, ...started }
}

function natsConfig(port: number, dir: string, version: string): string {
  const sync = knowsSyncAlways(version) ? ', sync_interval: always' : ''
  return `host: "127.0.0.1"\nport: ${port}\njetstream { store_dir: ${JSON.stringify(dir)}${sync} }\n`
}

function clusterConfig(member: NatsClusterMember | undefined): string {
  if (member === undefined) return ''
  const routes = member.routes.map(port => `nats://127.0.0.1:${port}`)
  return [
    `server_name: ${member.name}`,
    `http: "127.0.0.1:${member.healthPort}"`,
    `cluster { name: ${member.cluster}, listen: "127.0.0.1:${member.routePort}", routes: ${JSON.stringify(routes)} }`,
    '',
  ].join('\n')
}

function usersConfig(users: readonly NatsUser[] = []): string {
  if (users.length === 0) return ''
  const rows = users.map(({ name, password, publish, subscribe }) => ({
    user: name,
    password,
    ...((publish ?? subscribe) !== undefined && {
      permissions: { publish: { allow: publish ?? [] }, subscribe: { allow: subscribe ?? [] } },
    }),
  }))
  return `authorization { users: ${JSON.stringify(rows)} }\n`
}

/** `sync_interval: always` came with 2.10; older servers refuse to start with it. */
function knowsSyncAlways(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 10)
}

function natsBinary(options: ServerOptions): Binary {
  const found = options.ignorePath ? undefined : findOnPath('nats-server')
  if (found) return found
  if (!hasApt()) {
    throw new Error(
      'nats-server is not installed. Install it (macOS: brew install nats-server; others: https://docs.nats.io), or set NATS_URL to a server with JetStream, then start again.',
    )
  }
  const wanted = { name: 'nats', packages: ['nats-server'], program: 'usr/sbin/nats-server', newerSuite: 'trixie' }
  return unpackProgram(wanted, options.runtimeDir)
}
