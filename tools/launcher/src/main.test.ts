import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const home = mkdtempSync(join(tmpdir(), 'mtg-main-'))
after(() => rmSync(home, { recursive: true, force: true }))

function launcher(args: string[], env: Record<string, string> = {}) {
  const main = join(import.meta.dirname, 'main.ts')
  const options = { encoding: 'utf8', env: { ...process.env, DATA_DIR: join(home, 'data'), ...env } } as const
  return spawnSync(process.execPath, [main, ...args], options)
}

test('--help tells options and settings', () => {
  const { status, stdout } = launcher(['--help'])
  assert.equal(status, 0)
  assert.match(stdout, /--fresh[^]*--state[^]*GATEWAY_PORT[^]*MARKETPLACE_FILE/)
})

test('an unknown option and a bad setting are bad usage, and nothing is started', () => {
  const option = launcher(['--frsh'])
  assert.equal(option.status, 2)
  assert.match(option.stderr, /--frsh/)
  const setting = launcher([], { GATEWAY_PORT: 'http' })
  assert.equal(setting.status, 2)
  assert.match(setting.stderr, /GATEWAY_PORT/)
})

test('--state without a running instance says how to start one', () => {
  const { status, stdout, stderr } = launcher(['--state'])
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /No instance is running[^]*npm start/)
})

test('a faulty marketplace file is refused with file, line and reason before anything is started', () => {
  const file = join(home, 'faulty.yaml')
  writeFileSync(file, 'publishers:\n  - username: acme\n    nmae: x\n')
  const { status, stderr } = launcher([], { MARKETPLACE_FILE: file })
  assert.equal(status, 1)
  assert.match(stderr, /faulty\.yaml:3: [^]*nmae/)
  assert.doesNotMatch(stderr, /preparing the database/)
})

test('a marketplace file that is not there is told by name', () => {
  const { status, stderr } = launcher([], { MARKETPLACE_FILE: join(home, 'absent.yaml') })
  assert.equal(status, 1)
  assert.match(stderr, /absent\.yaml[^]*MARKETPLACE_FILE/)
})
