import { type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findOnPath } from '@mtg/embedded'
import { root } from '../helm.ts'

const PROGRAMS = ['buildah', 'podman', 'runc', 'nsenter', 'iptables', 'mmdebstrap', 'openssl']
const PACKAGES = 'buildah podman runc netavark aardvark-dns iptables mmdebstrap openssl'

/** Folder for what is kept between runs: base images, and files that containers mount. */
export const kept = join(root, '.runtime/images')

/** Why containers cannot be run here; undefined when they can. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux') return `containers are run on Linux, and this is ${process.platform}`
  if (process.getuid?.() !== 0) return 'network policies are enforced in the containers, which takes root'
  const missing = PROGRAMS.filter(program => findOnPath(program) === undefined)
  if (missing.length === 0) return undefined
  return `${missing.join(', ')} is missing; on Debian: apt-get install --no-install-recommends ${PACKAGES}`
}

/** What a program came to. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  /** Both its outputs. */
  readonly output: string
}

/** Runs a program to its end, with this on its standard input. */
export async function tryRun(command: string, args: readonly string[], input = ''): Promise<Outcome> {
  const options: SpawnOptions = { stdio: 'pipe', env: { ...process.env, CONTAINERS_CONF: configuration() } }
  const child = spawn(findOnPath(command)?.command ?? command, [...args], options)
  child.stdin?.on('error', () => {}) // A program that reads nothing.
  child.stdin?.end(input)
  const read = async (stream: typeof child.stdout) => (stream === null ? '' : await text(stream))
  const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  const [stdout, stderr, code] = await Promise.all([read(child.stdout), read(child.stderr), ended])
  return { code, stdout: stdout.trim(), output: `${stdout}${stderr}`.trim() }
}

/** The same, and answers with its standard output; throws an Error with what it said when it failed. */
export async function run(command: string, args: readonly string[], input = ''): Promise<string> {
  const { code, stdout, output } = await tryRun(command, args, input)
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 4).join(' ')} …: ${output}`)
  return stdout
}

/** A podman command. */
export const podman = (...args: string[]): Promise<string> => run('podman', args)

let written: string | undefined

/** Settings of the engine for machines that lack what it expects: systemd, a journal, high limits. */
function configuration(): string {
  if (written !== undefined) return written
  mkdirSync(kept, { recursive: true })
  written = join(kept, 'containers.conf')
  const lines = [
    '[containers]',
    'default_ulimits = ["nofile=16384:16384", "nproc=32768:32768"]',
    '[engine]',
    'cgroup_manager = "cgroupfs"',
    'events_logger = "file"',
    '[network]',
    'network_backend = "netavark"',
  ]
  writeFileSync(written, `${lines.join('\n')}\n`)
  return written
}

/** Where the kernel weighs all containers together against what else runs, in either version of its control groups. */
const weights = [
  { file: '/sys/fs/cgroup/cpu/libpod_parent/cpu.shares', most: '262144', usual: '1024' },
  { file: '/sys/fs/cgroup/libpod_parent/cpu.weight', most: '10000', usual: '100' },
]

/**
 * A node keeps for its pods the CPU that they request. Here they go before what else runs while they are preferred: all containers
 * together would have the weight of one process, and on a busy machine the database would not answer for seconds.
 */
export function preferContainers(arePreferred: boolean): void {
  for (const { file, most, usual } of weights) if (existsSync(file)) writeFileSync(file, arePreferred ? most : usual)
}
