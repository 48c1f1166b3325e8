// Runs a command on the pinned Node with the workspace installed, from whatever Node (20+) and npm the machine has.
// Plain JavaScript on purpose: with lock.mjs and pnpm.mjs it is all that must run before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { PNPM } from './pnpm.mjs'

const OWN_NODE_MIN = 20
const PINNED_NODE_MIN = 24
const NPM_POLL_MS = 1_000
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = name => join(root, 'node_modules', '.bin', name)
const stamp = join(root, 'node_modules', '.mtg-install')

/** Every file whose change makes the installed packages stale. */
const installInputs = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']

function fail(reason, advice) {
  console.error(`\nmtg: ${reason}\nmtg: ${advice}`)
  process.exit(1)
}

const majorOf = version => Number(version.replace(/^v/, '').split('.')[0])

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of installInputs) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

function install() {
  if (isInstalled()) return
  withLock(join(root, '.runtime', 'install.lock'), () => {
    if (isInstalled()) return // By the command that held the lock.
    const wanted = fingerprint()
    console.error('mtg: installing packages (once; about half a minute) ...')
    const args = ['--yes', PNPM, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false']
    const result = spawnSync('npx', args, { cwd: root, stdio: ['ignore', 2, 2] })
    if (result.status !== 0) {
      const how = result.error?.message ?? `status ${result.status ?? result.signal}`
      fail(
        `installing the packages failed (npx ${args.join(' ')}: ${how}).`,
        'check that this machine reaches the npm registry and has a gigabyte of free disk space, then run the command again.',
      )
    }
    writeFileSync(stamp, wanted)
  })
}

/** The Node that came with the packages; on systems for which none comes, the one this runs on must do. */
function findNode() {
  if (existsSync(bin('node'))) return bin('node')
  if (majorOf(process.version) >= PINNED_NODE_MIN) return process.execPath
  return fail(
    `no Node ${PINNED_NODE_MIN} comes from npm for ${process.platform} on ${process.arch}, and this is ${process.version}.`,
    `install Node ${PINNED_NODE_MIN} or newer from https://nodejs.org, then run the command again.`,
  )
}

function generate(node, env) {
  const result = spawnSync(node, ['scripts/generate.mjs'], { cwd: root, stdio: ['ignore', 2, 2], env })
  if (result.status !== 0) {
    fail('generating code from the schemas failed.', 'the message above names the schema at fault.')
  }
}

function runCommand(node, env, [command = 'node', ...args]) {
  // The Prisma CLI belongs to the service whose folder it was called in; everything else to the root.
  const cwd = command === 'prisma' ? (process.env.INIT_CWD ?? root) : root
  const child = spawn(command === 'node' ? node : bin(command), args, { cwd, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  stopWithNpm(child)
  child.on('error', error => fail(`could not run ${command}: ${error.message}`, 'remove node_modules and try again.'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** npm killed outright passes no signal on; without this, what it started would go on unseen. */
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, NPM_POLL_MS)
  watch.unref()
}

if (majorOf(process.version) < OWN_NODE_MIN) {
  fail(`Node ${process.version} is too old.`, `install Node ${OWN_NODE_MIN} or newer from https://nodejs.org.`)
}
install()
const node = findNode()
const env = {
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH,
  // What was compiled once is kept, which saves each process a good part of its start.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.runtime/compile-cache'),
  PRISMA_SCHEMA_ENGINE_BINARY:
    process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? join(root, 'tools/migrations/bin/schema-engine.mjs'),
}
generate(node, env)
runCommand(node, env, process.argv.slice(2))
