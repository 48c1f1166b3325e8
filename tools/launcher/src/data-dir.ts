import { spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { removeServerData } from '@mtg/embedded'
import { StartError } from './start-error.ts'

const LOG_BYTES_MAX = 10 * 1024 * 1024
const SERVER_DIRS = ['postgres', 'redis', 'nats']
/** Of cells past the first. */
const CELL_DIR = /^postgres-cell-\d+$/

/** One instance's folder: its servers' data, secrets, logs and state. Held by one launcher at a time. */
export interface DataDir {
  path: string
  /** The folder of an embedded server. */
  serverDir: (name: string) => string
  /** The log of a process. */
  logFile: (name: string) => string
  /** The same, for a process that starts now: one that has grown large is moved aside. */
  nextLogFile: (name: string) => string
  /** A secret of this instance, generated the first time and kept: 32 bytes in base64. */
  secret: (name: string) => string
  /** A password for a database role, always the same for the same role. */
  rolePassword: (role: string) => string
  /** A password for somebody at an embedded server, always the same for the same name: letters and digits. */
  password: (name: string) => string
  /** Lets another launcher have the folder. */
  release: () => void
}

/** Takes the folder for this process. `fresh` forgets everything in it first. */
export function openDataDir(path: string, options: { fresh?: boolean } = {}): DataDir {
  mkdirSync(path, { recursive: true })
  closeToOthers(path)
  const release = takeLock(path)
  if (options.fresh) forget(path)
  for (const name of ['secrets', 'logs']) {
    mkdirSync(join(path, name), { recursive: true })
    chmodSync(join(path, name), 0o700)
  }
  const logFile = (name: string) => join(path, 'logs', `${name}.log`)
  const secret = (name: string) => readOrMakeSecret(join(path, 'secrets', name))
  return {
    path,
    serverDir: name => join(path, name),
    logFile,
    nextLogFile: name => rotated(logFile(name)),
    secret,
    rolePassword: role => createHmac('sha256', secret('database-password')).update(role).digest('hex'),
    password: name => createHmac('sha256', secret('server-passwords')).update(name).digest('hex'),
    release,
  }
}

/**
 * Nobody else may look into the folder. Under root PostgreSQL runs as "nobody", who must pass through to its own data, and can
 * open nothing else on the way.
 */
function closeToOthers(path: string): void {
  chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** A process, told apart from a later one with the same id by when it started. */
interface Holder {
  pid: number
  startedAt: string
}

function takeLock(dir: string): () => void {
  const file = join(dir, 'lock')
  const own = JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid) } satisfies Holder)
  for (;;) {
    try {
      writeFileSync(file, own, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readHolder(file)
    if (holder !== undefined && isRunning(holder)) throw inUse(dir, holder.pid)
    rmSync(file, { force: true })
  }
}

function inUse(dir: string, pid: number): StartError {
  return new StartError(
    `${dir} is in use by a running instance (process ${pid}).`,
    'Stop that instance, or start this one beside it with another DATA_DIR and GATEWAY_PORT.',
  )
}

/** Whether the launcher that holds this folder, if any, is running. */
export function isHeld(dir: string): boolean {
  const holder = readHolder(join(dir, 'lock'))
  return holder !== undefined && isRunning(holder)
}

function readHolder(file: string): Holder | undefined {
  try {
    const { pid, startedAt }: Partial<Holder> = JSON.parse(readFileSync(file, 'utf8'))
    return pid === undefined || startedAt === undefined ? undefined : { pid, startedAt }
  } catch {
    return undefined
  }
}

const isRunning = (holder: Holder) => startTimeOf(holder.pid) === holder.startedAt

/** When a process started, in the system's own words; empty when it does not run. */
function startTimeOf(pid: number): string {
  if (!existsSync('/proc/self/stat')) {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || 'gone'
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command, in parentheses, may hold anything; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'gone'
  } catch {
    return 'gone'
  }
}

function forget(dir: string): void {
  const cells = readdirSync(dir).filter(name => CELL_DIR.test(name))
  for (const name of [...SERVER_DIRS, ...cells]) removeServerData(join(dir, name))
  for (const name of readdirSync(dir)) if (name !== 'lock') rmSync(join(dir, name), { recursive: true, force: true })
}

function readOrMakeSecret(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.new`
    writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 })
    renameSync(draft, file)
  }
  return readFileSync(file, 'utf8').trim()
}

function rotated(file: string): string {
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.1`)
  return file
}
