import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Supervised, supervise } from './supervisor.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-supervisor-'))
after(() => rmSync(home, { recursive: true, force: true }))

const STAYS = "process.stdin.resume(); process.stdin.on('end', () => process.exit(0)); console.log('up')"
const CRASHES = "console.log('up'); process.exit(3)"

function specOf(name: string, code: string) {
  const logFile = join(home, `${name}.log`)
  return { name, command: process.execPath, args: ['-e', code], cwd: home, env: process.env, logFile }
}

const starts = (name: string) => readFileSync(join(home, `${name}.log`), 'utf8').split('up').length - 1

async function until(holds: () => boolean, timeoutMs = 10_000): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs
  while (!holds()) {
    if (performance.now() > giveUpAt) throw new Error(`did not come true within ${timeoutMs} ms: ${String(holds)}`)
    await delay(5)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function replaced(process: Supervised, pid: number | undefined): Promise<void> {
  await until(() => process.pid() !== undefined && process.pid() !== pid, 2_000)
}

test('a killed process is back within two seconds, under a new process id that is announced', async () => {
  let announcements = 0
  const supervised = supervise(specOf('killed', STAYS), () => announcements++)
  for (let round = 1; round <= 3; round++) {
    await until(() => starts('killed') === round)
    const pid = supervised.pid()
    const before = announcements
    process.kill(Number(pid), 'SIGKILL')
    await replaced(supervised, pid)
    assert.ok(announcements > before)
  }
  assert.equal(supervised.crashes(), 3)
  await supervised.stop()
})

test('a process steps back when it is told to, and so does whatever is started in its place', async () => {
  const supervised = supervise({ ...specOf('modest', STAYS), niceness: 15 })
  await until(() => starts('modest') === 1)
  const before = supervised.pid()
  assert.equal(getPriority(Number(before)), getPriority())
  supervised.stepBack()
  assert.equal(getPriority(Number(before)), 15)
  process.kill(Number(before), 'SIGKILL')
  await replaced(supervised, before)
  await until(() => starts('modest') === 2)
  assert.equal(getPriority(Number(supervised.pid())), 15)
  await supervised.stop()
})

test('a restarted process ends in order and is back at once, once for all who ask meanwhile, and has not crashed', async () => {
  const supervised = supervise(specOf('restarted', STAYS))
  await until(() => starts('restarted') === 1)
  const pid = Number(supervised.pid())
  await Promise.all([supervised.restart(), supervised.restart()])
  assert.equal(isAlive(pid), false)
  assert.notEqual(supervised.pid(), pid)
  await until(() => starts('restarted') === 2)
  assert.equal(supervised.crashes(), 0)
  await supervised.stop()
})

test('a stopped process stays stopped', async () => {
  const supervised = supervise(specOf('stopped', STAYS))
  await until(() => starts('stopped') === 1)
  const pid = Number(supervised.pid())
  await supervised.stop()
  assert.equal(isAlive(pid), false)
  assert.equal(supervised.pid(), undefined)
  assert.equal(supervised.crashes(), 0)
})

test('a process that keeps crashing is started again and again, ever more slowly', async () => {
  const supervised = supervise(specOf('crashing', CRASHES))
  const startedAt = performance.now()
  await until(() => starts('crashing') >= 4)
  assert.ok(performance.now() - startedAt >= 50 + 100 + 200)
  await supervised.stop()
  const last = starts('crashing')
  assert.equal(supervised.pid(), undefined)
  assert.equal(starts('crashing'), last)
})

test('processes end when their launcher is killed without a chance to stop them', async () => {
  const module = JSON.stringify(new URL('./supervisor.ts', import.meta.url).href)
  const spec = JSON.stringify(specOf('orphan', STAYS))
  const script = join(home, 'launcher.ts')
  writeFileSync(
    script,
    `import { supervise } from ${module}\nconst p = supervise(${spec})\nconsole.log(p.pid())\nsetInterval(() => {}, 1e6)`,
  )
  const launcher = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  launcher.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await until(() => output.includes('\n'))
  const pid = Number(output)
  assert.ok(isAlive(pid))
  launcher.kill('SIGKILL')
  await until(() => !isAlive(pid))
})
