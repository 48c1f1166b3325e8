import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort, removeServerData, workspaceRoot } from '@mtg/embedded'
import type { InstanceState } from './state-file.ts'

const root = workspaceRoot()
const home = mkdtempSync(join(tmpdir(), 'mtg-start-'))
chmodSync(home, 0o755)
const dataDir = join(home, 'data')
const main = join(import.meta.dirname, 'main.ts')
let env: NodeJS.ProcessEnv
let launcher: ChildProcess
let banner = ''

before(async () => {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const [gateway, api, mcp, llm] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  env = {
    ...inherited,
    PATH: [join(root, 'node_modules/.bin'), inherited.PATH].join(delimiter),
    DATA_DIR: dataDir,
    GATEWAY_PORT: String(gateway),
    CONSOLE_PORT: String(api),
    SAMPLE_MCP_PORT: String(mcp),
    SAMPLE_LLM_PORT: String(llm),
  }
  launcher = spawn(process.execPath, [main], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  banner = await untilReady(launcher)
})
after(() => {
  launcher.kill('SIGKILL')
  for (const name of ['postgres', 'redis', 'nats']) removeServerData(join(dataDir, name))
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    let progress = ''
    child.stderr?.on('data', (data: Buffer) => (progress += data.toString()))
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString()
      if (output.includes('Ctrl-C stops everything.')) resolve(output)
    })
    child.once('exit', code => reject(new Error(`the launcher ended with ${code}:\n${progress}`)))
  })
}

/** The command printed under a title of the banner. */
function commandUnder(title: string): string {
  const [, command = ''] = new RegExp(`^# ${title}.*\n((?:.+\n)+)`, 'm').exec(banner) ?? []
  assert.notEqual(command, '', `the banner has no command for "${title}"`)
  return command.replaceAll('npm run mtg --', 'node tools/cli/src/main.ts')
}

function run(title: string): string {
  return execFileSync('/bin/sh', ['-c', commandUnder(title)], { cwd: root, env, encoding: 'utf8' })
}

function state(): InstanceState {
  const { stdout, status } = spawnSync(process.execPath, [main, '--state'], { cwd: root, env, encoding: 'utf8' })
  assert.equal(status, 0)
  return JSON.parse(stdout)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('the printed commands, copied as they are, succeed, and the wallet falls by exactly their price', () => {
  assert.match(run('What the wallet holds$'), /balance +25\.00 USD/)
  assert.match(run('List the tools'), /"convert_units"/)
  assert.match(run('Call a tool'), /42\.16/)
  assert.match(run('Chat'), /"total_tokens"/)
  assert.match(run('A short-lived token'), /"access_token"/)
  assert.match(run('What the wallet holds now'), /balance +24\.993 USD/)
})

test('--state tells the addresses of the running instance and processes that are alive', () => {
  const { gateway, pids } = state()
  assert.equal(gateway, `http://127.0.0.1:${env.GATEWAY_PORT}`)
  const names = [
    'auth',
    'billing',
    'console',
    'edge-proxy',
    'llm-publisher',
    'mcp-publisher',
    'metering',
    'nats',
    'oauth-server',
  ]
  assert.deepEqual(Object.keys(pids).toSorted(), [...names, 'postgres', 'redis'])
  for (const [name, pid] of Object.entries(pids)) assert.ok(isAlive(pid), name)
})

test('the banner and --state tell where each process tells its state and its metrics', async () => {
  const { operations } = state()
  const names = ['auth', 'billing', 'console', 'edge-proxy', 'metering', 'oauth-server']
  assert.deepEqual(Object.keys(operations).toSorted(), names)
  for (const [name, origin] of Object.entries(operations)) {
    assert.ok(banner.includes(`${name} ${new URL(origin).host}`), name)
    assert.deepEqual(
      await Promise.all(['/readyz', '/metrics'].map(async path => (await fetch(origin + path)).status)),
      [200, 200],
    )
  }
})

const noProc = existsSync('/proc/self/environ') ? false : 'environments of processes can be read on Linux only'

test('no log holds an API key, and no service knows the admin role of the database', { skip: noProc }, () => {
  const { pids, postgres } = state()
  for (const name of ['auth', 'billing', 'metering', 'oauth-server', 'console', 'edge-proxy']) {
    const log = readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8')
    assert.doesNotMatch(log, /v[na][bi]-sk-sample/)
    // Calls were made by now: every service has all it needs of the servers.
    assert.doesNotMatch(log, /nats refused something|NOPERM/, name)
    const environment = readFileSync(`/proc/${pids[name]}/environ`, 'utf8')
    assert.equal(environment.includes(postgres), false, name)
  }
})

test('SIGTERM stops every process that was started', async () => {
  const { pids } = state()
  const exit = new Promise(resolve => launcher.once('exit', resolve))
  launcher.kill('SIGTERM')
  assert.equal(await exit, 0)
  for (const [name, pid] of Object.entries(pids)) assert.equal(isAlive(pid), false, `${name} still runs`)
})
