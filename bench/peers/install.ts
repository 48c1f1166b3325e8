import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Peer } from './peer.ts'

const TIMEOUT_MS = 20 * 60_000
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
const REASON_LINES = 3
const REASON_LINE_LENGTH = 200
const DONE = 'installed'

/** Peers that can be started, and why the others cannot. */
export interface Installed {
  readonly peers: readonly Peer[]
  readonly missing: ReadonlyMap<string, string>
}

/** Where a peer of this name lies below the cache. */
export function homeOf(cache: string, { folder }: Peer): string {
  return join(cache, folder)
}

/** Installs what is not there yet, one after the other; without `mayInstall` only looks. */
export async function installAll(
  all: readonly Peer[],
  cache: string,
  options: { mayInstall: boolean; progress: (line: string) => void },
): Promise<Installed> {
  const missing = new Map<string, string>()
  for (const peer of all) {
    const home = homeOf(cache, peer)
    if (peer.isHere(home)) continue
    if (!options.mayInstall) {
      missing.set(peer.name, 'not on this machine, and nothing is installed in this form')
      continue
    }
    options.progress(`installing ${peer.name} into ${home} (once; minutes)`)
    try {
      rmSync(home, { recursive: true, force: true })
      mkdirSync(home, { recursive: true })
      await peer.install(home)
      markInstalled(home)
    } catch (thrown) {
      const reason = reasonOf(thrown)
      options.progress(`${peer.name} cannot be installed: ${reason}`)
      missing.set(peer.name, `cannot be installed: ${reason}`)
    }
  }
  return { peers: all.filter(({ name }) => !missing.has(name)), missing }
}

/** Whether an installation came to its end there. */
export function isInstalled(home: string): boolean {
  return existsSync(join(home, DONE))
}

function markInstalled(home: string): void {
  writeFileSync(join(home, DONE), '')
}

/** Runs a program of the machine; throws with the end of what it said. */
export async function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<void> {
  const { cwd, env = process.env } = options
  const settings = { cwd, env, timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX }
  await promisify(execFile)(command, [...args], settings)
}

/** The end of what a program said, or the error's own words, in one line. */
export function reasonOf(thrown: unknown): string {
  const { message, stderr } = thrown as { message?: string; stderr?: string }
  const said = stderr?.trim() || message || String(thrown)
  const lines = said.split('\n').slice(-REASON_LINES)
  return lines.map(line => line.trim().slice(0, REASON_LINE_LENGTH)).join(' | ')
}
