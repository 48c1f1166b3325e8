import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const home = mkdtempSync(join(tmpdir(), 'mtg-lock-'))
after(() => rmSync(home, { recursive: true, force: true }))

const lockModule = JSON.stringify(new URL('./lock.mjs', import.meta.url).href)

/** A process that does `work` while it holds the lock. */
function holder(file: string, work: string): Promise<number | null> {
  const code = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from ${lockModule}
    const pause = ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    withLock(${JSON.stringify(file)}, () => { ${work} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  return new Promise(resolve => child.once('exit', resolve))
}

test('commands of one checkout prepare it one after the other', async () => {
  const file = join(home, 'queue.lock')
  const log = JSON.stringify(join(home, 'queue.log'))
  const work = `appendFileSync(${log}, 'in '); pause(100); appendFileSync(${log}, 'out ')`
  await Promise.all([1, 2, 3].map(() => holder(file, work)))
  assert.equal(readFileSync(JSON.parse(log), 'utf8'), 'in out in out in out ')
  assert.equal(existsSync(file), false)
})

test('the lock of a command that was killed is taken over', async () => {
  const file = join(home, 'dead.lock')
  writeFileSync(file, '999999999')
  assert.equal(await holder(file, ''), 0)
})

test('a command that fails while it holds the lock gives it back', async () => {
  const file = join(home, 'failed.lock')
  assert.equal(await holder(file, 'process.exit(7)'), 7)
  assert.equal(existsSync(file), false)
})
