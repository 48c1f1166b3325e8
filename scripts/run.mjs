// Runs a command on the pinned Node with the workspace installed, from whatever Node (20+) and npm the machine has.
// Plain JavaScript on purpose: it is the one file that must run before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PNPM = 'pnpm@12.21.0'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = name => join(root, 'node_modules', '.bin', name)

/** Every file whose change makes the installed packages stale. */
const installInputs = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of installInputs) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function runOrExit(command, args, env) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env })
  if (result.error) fail(`could not run ${command}: ${result.error.message}`)
  if (result.status !== 0) fail(`${command} ${args.join(' ')} ended with status ${result.status ?? result.signal}`)
}

function fail(reason) {
  console.error(`\nmtg: ${reason}`)
  console.error('mtg: check that this machine reaches the npm registry and has free disk space, then run the command again.')
  process.exit(1)
}

function install() {
  const stamp = join(root, 'node_modules', '.mtg-install')
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('mtg: installing packages (once; about half a minute) ...')
  runOrExit('npx', ['--yes', PNPM, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false'], process.env)
  writeFileSync(stamp, wanted)
}

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node ${process.versions.node} is too old: install Node 20 or newer (https://nodejs.org).`)

install()
const node = existsSync(bin('node')) ? bin('node') : process.execPath
const env = {
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH,
  PRISMA_SCHEMA_ENGINE_BINARY:
    process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? join(root, 'packages/migrations/bin/schema-engine.mjs'),
}
runOrExit(node, ['scripts/generate.mjs'], env)

const [command = 'node', ...args] = process.argv.slice(2)
const cwd = command === 'prisma' ? (process.env.INIT_CWD ?? root) : root
const child = spawn(command === 'node' ? node : bin(command), args, { cwd, stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', error => fail(error.message))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
