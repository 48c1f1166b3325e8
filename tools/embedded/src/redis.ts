import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Binary, findOnPath, versionOf } from './binaries.ts'
import { hasApt, unpackProgram } from './debian.ts'
import { freePort, isListening } from './ports.ts'
import { rememberPid, waitForPrevious } from './previous.ts'
import { loginIn, makePrivateDir, writePrivately } from './private-files.ts'
import { launch, type RunningServer } from './server.ts'

/** Options of `startRedis` and `startNats`. */
export interface ServerOptions {
  /** Folder for its data. Kept between starts. */
  dir: string
  /** A free port when left out. */
  port?: number
  /** `dir/server.log` when left out. */
  logFile?: string
  /** Use an unpacked Debian package even when the program is on PATH. */
  ignorePath?: boolean
  /** Where unpacked Debian packages are kept; `.runtime` in the workspace when left out. */
  runtimeDir?: string
}

/** Somebody who may log in to Redis. */
export interface RedisUser {
  name: string
  /** Letters and digits. */
  password: string
  /** What they may do, in the words of Redis's ACLs: "~prefix:*", "+@read". */
  rules: readonly string[]
}

/** Options of `startRedis`. */
export interface RedisServerOptions extends ServerOptions {
  /** More server settings, such as `cluster-enabled`. */
  settings?: Record<string, string>
  /** Who may log in; nobody else may do anything. The first one's login is part of `url`. Without any, everybody may do everything. */
  users?: readonly RedisUser[]
  /** Makes it a Sentinel that alone decides about the master on this port, called "main". */
  watches?: number
}

/** Starts a Redis (or Valkey) server that keeps every write and evicts nothing. */
export async function startRedis(options: RedisServerOptions): Promise<RunningServer> {
  const dir = resolve(options.dir)
  makePrivateDir(dir)
  const pidFile = join(dir, 'server.pid')
  await waitForPrevious(pidFile, dir)
  const binary = redisBinary(options)
  const port = options.port ?? (await freePort())
  const logFile = options.logFile ?? join(dir, 'server.log')
  const started = await launch({
    name: 'Redis',
    command: binary.command,
    args: options.watches ? sentinelArguments(port, dir, options.watches) : redisArguments(port, dir, options),
    options: { cwd: dir, env: binary.env },
    logFile,
    stopSignal: 'SIGTERM',
    isReady: () => isListening(port),
  })
  rememberPid(pidFile, started.pid)
  return {
    url: `redis://${loginIn(options.users?.[0])}127.0.0.1:${port}`,
    port,
    version: versionOf(binary),
    logFile,
    ...started,
  }
}

/** In a file that only its owner may read: arguments are seen by every user of the machine. */
function redisArguments(port: number, dir: string, { settings: more = {}, users = [] }: RedisServerOptions): string[] {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir,
    save: '',
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  if (users.length > 0) lines.push('user default off')
  for (const { name, password, rules } of users) lines.push(`user ${name} reset on >${password} ${rules.join(' ')}`)
  const file = join(dir, 'redis.conf')
  writePrivately(file, `${lines.join('\n')}\n`)
  return [file]
}

/** Sentinels keep what they learn in their configuration, so it is a file. */
function sentinelArguments(port: number, dir: string, masterPort: number): string[] {
  const file = join(dir, 'sentinel.conf')
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${JSON.stringify(dir)}`,
    `sentinel monitor main 127.0.0.1 ${masterPort} 1`,
    'sentinel down-after-milliseconds main 1000',
    'sentinel failover-timeout main 5000',
  ]
  if (!existsSync(file)) writeFileSync(file, `${lines.join('\n')}\n`)
  return [file, '--sentinel']
}

function redisBinary(options: ServerOptions): Binary {
  const found = options.ignorePath ? undefined : findOnPath('redis-server', 'valkey-server')
  if (found) return found
  if (!hasApt()) {
    throw new Error(
      'Redis is not installed. Install it (macOS: brew install redis; Fedora: dnf install valkey; Alpine: apk add redis), or set REDIS_URL to a server you have, then start again.',
    )
  }
  return unpackProgram(
    { name: 'redis', packages: ['redis-server'], program: 'usr/bin/redis-server' },
    options.runtimeDir,
  )
}
