import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binary, findOnPath, workspaceRoot } from './binaries.ts'

const DEBIAN_KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** What to unpack, and where its program lies inside. */
export interface DebianProgram {
  /** Names the folder it is kept in. */
  name: string
  packages: string[]
  /** Path of the program inside the unpacked tree. */
  program: string
  /** A Debian suite with a better version, tried first; it must need nothing but libc. */
  newerSuite?: string
}

/** True on systems that have Debian's package tools (Debian, Ubuntu and their relatives). */
export function hasApt(): boolean {
  return findOnPath('apt-get') !== undefined && findOnPath('dpkg-deb') !== undefined
}

/**
 * Unpacks Debian packages, with the libraries this machine lacks, into a private folder: nothing is installed, no root
 * is needed, and the machine's own package sources are used. Kept for the next start and shared by all instances.
 */
export function unpackProgram(wanted: DebianProgram, runtimeDir = defaultRuntimeDir()): Binary {
  const kept = join(runtimeDir, wanted.name)
  if (!existsSync(join(kept, wanted.program))) makeTree(wanted, runtimeDir, kept)
  return { command: join(kept, wanted.program), env: { ...process.env, LD_LIBRARY_PATH: libraryPath(kept) } }
}

function makeTree(wanted: DebianProgram, runtimeDir: string, kept: string): void {
  mkdirSync(runtimeDir, { recursive: true })
  const work = mkdtempSync(join(runtimeDir, `.${wanted.name}-`))
  try {
    const tree = join(work, 'tree')
    unpack(download(wanted, work), tree)
    if (!existsSync(join(tree, wanted.program))) throw new Error(`${wanted.packages.join(', ')}: no ${wanted.program}`)
    putInPlace(tree, kept, wanted.program)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Two processes may get here at once: the rename is atomic, and the second one keeps the first one's tree. */
function putInPlace(tree: string, kept: string, program: string): void {
  try {
    renameSync(tree, kept)
  } catch (error) {
    if (!existsSync(join(kept, program))) throw error
  }
}

function download(wanted: DebianProgram, work: string): string[] {
  if (wanted.newerSuite !== undefined) {
    const files = tryDownloadFromSuite(wanted.packages, wanted.newerSuite, join(work, 'newer'))
    if (files.length > 0) return files
  }
  return downloadMissing(wanted.packages, join(work, 'own'))
}

/** From the machine's own sources, with the dependencies that are not installed. */
function downloadMissing(packages: string[], work: string): string[] {
  const options = aptOptions(work)
  apt([...options, 'update'], work) // One unreachable third-party source fails this, and does not matter.
  const args = ['-y', '--no-install-recommends', '--download-only', '-o', 'Debug::NoLocking=1', 'install', ...packages]
  const result = apt([...options, ...args], work)
  if (!result.ok) throw new Error(`apt-get could not download ${packages.join(', ')}:\n${result.output}`)
  return debsIn(join(work, 'cache/archives'))
}

/** From another suite of the Debian mirror this machine already uses; nothing when that is not possible. */
function tryDownloadFromSuite(packages: string[], suite: string, work: string): string[] {
  const mirror = debianMirror()
  if (mirror === undefined || !existsSync(DEBIAN_KEYRING)) return []
  const archives = join(work, 'cache/archives')
  const options = [...aptOptions(work), '-o', 'Dir::State::status=/dev/null']
  const source = join(work, 'sources.list')
  writeFileSync(source, `deb [signed-by=${DEBIAN_KEYRING}] ${mirror} ${suite} main\n`)
  options.push('-o', `Dir::Etc::sourcelist=${source}`, '-o', 'Dir::Etc::sourceparts=/dev/null')
  if (!apt([...options, 'update'], work).ok) return []
  return apt([...options, 'download', ...packages], archives).ok ? debsIn(archives) : []
}

function debianMirror(): string | undefined {
  const result = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' })
  return (result.stdout ?? '').split('\n').find(uri => /\/debian\/?$/.test(uri))
}

/** Own package lists and cache, so that neither root nor the system's state is needed. */
function aptOptions(work: string): string[] {
  for (const dir of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(work, dir), { recursive: true })
  const settings = [
    `Dir::State::lists=${work}/lists`,
    `Dir::Cache=${work}/cache`,
    'APT::Sandbox::User=',
    'APT::Keep-Downloaded-Packages=true',
    'Acquire::Languages=none',
    'Acquire::Retries=2',
  ]
  return ['-qq', ...settings.flatMap(setting => ['-o', setting])]
}

function apt(args: string[], cwd: string): { ok: boolean; output: string } {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const result = spawnSync('apt-get', args, { cwd, env, encoding: 'utf8' })
  return { ok: result.status === 0, output: `${result.stdout ?? ''}${result.stderr ?? ''}`.trim() }
}

const debsIn = (dir: string) =>
  readdirSync(dir)
    .filter(file => file.endsWith('.deb'))
    .map(file => join(dir, file))

function unpack(debs: string[], tree: string): void {
  mkdirSync(tree, { recursive: true })
  for (const deb of debs) {
    const result = spawnSync('dpkg-deb', ['-x', deb, tree], { encoding: 'utf8' })
    if (result.status !== 0) throw new Error(`dpkg-deb could not unpack ${deb}: ${result.stderr}`)
  }
}

function libraryPath(tree: string): string {
  const lib = join(tree, 'usr/lib')
  const triplets = existsSync(lib) ? readdirSync(lib).filter(name => name.includes('-linux-gnu')) : []
  const own = triplets.map(name => join(lib, name))
  return [...own, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
}

function defaultRuntimeDir(): string {
  const dir = join(workspaceRoot(), '.runtime')
  try {
    mkdirSync(dir, { recursive: true })
    return dir
  } catch {
    return join(tmpdir(), `mtg-runtime-${process.getuid?.() ?? 0}`) // A checkout that this user may not write to.
  }
}
