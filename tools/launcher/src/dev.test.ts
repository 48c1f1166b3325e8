import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort, removeServerData, workspaceRoot } from '@mtg/embedded'
import { readState } from './state-file.ts'

const root = workspaceRoot()
const home = mkdtempSync(join(tmpdir(), 'mtg-dev-'))
chmodSync(home, 0o755)
const dataDir = join(home, 'data')
const main = join(import.meta.dirname, 'dev.ts')
const running: ChildProcess[] = []
after(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const name of ['postgres', 'redis', 'nats']) removeServerData(join(dataDir, name))
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

const dev = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { cwd: root, encoding: 'utf8' })

/** Starts the whole system, and collects all it prints. */
async function startDev(
  ...args: string[]
): Promise<{ child: ChildProcess; printed: (text: RegExp) => Promise<string> }> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const ports = { GATEWAY_PORT: String(await freePort()), CONSOLE_PORT: String(await freePort()) }
  const env = { ...inherited, DATA_DIR: dataDir, MARKETPLACE_FILE: 'none', ...ports }
  const child = spawn(process.execPath, [main, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  let output = ''
  let onOutput = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString()
      onOutput()
    })
  }
  const printed = (text: RegExp) =>
    new Promise<string>((resolve, reject) => {
      onOutput = () => void (text.test(output) && resolve(output))
      onOutput()
      child.once('exit', code => reject(new Error(`it ended with ${code}:\n${output}`)))
    })
  return { child, printed }
}

test('an unknown service is told which there are, and nothing is started', () => {
  const { status, stderr } = dev('biling')
  assert.equal(status, 2)
  assert.match(stderr, /no service "biling"; there are auth, metering, billing, oauth-server, console, edge-proxy/)
  assert.equal(dev().status, 2)
  assert.match(dev('--help').stdout, /SERVICE[^]*--inspect[^]*GATEWAY_PORT/)
})

test('the service starts again when a source changes, a debugger may attach to it, and the others go on', async () => {
  const { child, printed } = await startDev('auth', '--inspect')
  const banner = await printed(/Ctrl-C stops everything/)
  const [, inspector] = /debugger can attach at (127\.0\.0\.1:\d+)/.exec(banner) ?? []
  const before = readState(dataDir)
  const now = new Date()
  utimesSync(join(root, 'services/auth/src/main.ts'), now, now)
  await printed(/auth is ready/)
  const after = readState(dataDir)
  assert.notEqual(after?.pids['auth'], before?.pids['auth'])
  assert.equal(after?.pids['billing'], before?.pids['billing'])
  assert.equal((await fetch(`http://${inspector}/json/version`)).status, 200)
  const exit = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  assert.equal(await exit, 0)
})
