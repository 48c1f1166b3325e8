import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isHeld, openDataDir } from './data-dir.ts'
import { readState, writeState } from './state-file.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-data-dir-'))
after(() => rmSync(home, { recursive: true, force: true }))

test('a folder in use is refused with the process that uses it, and free again afterwards', () => {
  const path = join(home, 'used')
  const first = openDataDir(path)
  assert.equal(isHeld(path), true)
  assert.throws(() => openDataDir(path), new RegExp(`in use by a running instance \\(process ${process.pid}\\)`))
  first.release()
  assert.equal(isHeld(path), false)
  openDataDir(path).release()
})

test('the lock of a process that is gone, or whose id another process has now, does not hold', () => {
  const path = join(home, 'stale')
  openDataDir(path).release()
  for (const stale of ['', '{"pid":999999999,"startedAt":"1"}', `{"pid":${process.pid},"startedAt":"1"}`]) {
    writeFileSync(join(path, 'lock'), stale)
    assert.equal(isHeld(path), false)
    openDataDir(path).release()
  }
})

test('secrets are made once, kept, and readable by nobody else', () => {
  const path = join(home, 'secrets')
  const dir = openDataDir(path)
  const secret = dir.secret('key-pepper')
  assert.equal(Buffer.from(secret, 'base64').length, 32)
  assert.equal(dir.secret('key-pepper'), secret)
  assert.notEqual(dir.secret('other'), secret)
  assert.equal(statSync(join(path, 'secrets/key-pepper')).mode & 0o777, 0o600)
  assert.notEqual(dir.rolePassword('a'), dir.rolePassword('b'))
  dir.release()
})

test('a fresh start forgets everything but its own lock', () => {
  const path = join(home, 'fresh')
  const before = openDataDir(path)
  const secret = before.secret('key-pepper')
  writeFileSync(join(path, 'redis'), 'data')
  before.release()
  const fresh = openDataDir(path, { fresh: true })
  assert.equal(existsSync(join(path, 'redis')), false)
  assert.notEqual(fresh.secret('key-pepper'), secret)
  assert.equal(isHeld(path), true)
  fresh.release()
})

test('a large log is moved aside for a process that starts, and never while one writes it', () => {
  const dir = openDataDir(join(home, 'logs'))
  const file = dir.logFile('edge-proxy')
  writeFileSync(file, Buffer.alloc(10 * 1024 * 1024 + 1))
  assert.equal(dir.logFile('edge-proxy'), file)
  assert.equal(existsSync(file), true)
  assert.equal(dir.nextLogFile('edge-proxy'), file)
  assert.deepEqual([existsSync(file), existsSync(`${file}.1`)], [false, true])
  dir.release()
})

test('the state file is replaced whole', () => {
  const path = join(home, 'state')
  openDataDir(path).release()
  const state = {
    gateway: 'http://127.0.0.1:8080',
    console: null,
    grpc: { auth: 'a:1', billing: 'b:1', metering: 'm:1', oauth: 'o:1', edge: '' },
    postgres: 'p',
    redis: 'r',
    nats: 'n',
    credentials: { operator: '/o', reader: '/r' },
    operations: { auth: 'http://127.0.0.1:1' },
    pids: { auth: 1 },
  }
  assert.equal(readState(path), undefined)
  writeState(path, state)
  assert.deepEqual(readState(path), state)
})
