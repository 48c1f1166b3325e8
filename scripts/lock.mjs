// A lock between processes of one checkout: a file that holds the owner's process id. Plain JavaScript for any Node 20+.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const POLL_MS = 100

/** Waits until nobody else holds `file`, runs `action`, and gives the lock back. A dead owner's lock is taken over. */
export function withLock(file, action) {
  mkdirSync(dirname(file), { recursive: true })
  let told = false
  while (!take(file)) {
    if (!told) console.error('mtg: another command is preparing this checkout; waiting for it ...')
    told = true
    pause(POLL_MS)
  }
  // An exit inside `action` (a failed install) must not leave the lock to a process id that may come back.
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return action()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isAlive(ownerOf(file))) rmSync(file, { force: true })
    return false
  }
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return Number.NaN
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return true // Being written, or just gone: look again.
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
