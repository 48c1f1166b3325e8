import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const WAIT_MS = 10_000
const POLL_MS = 50

/**
 * Waits for the server that used this folder before. It may still be shutting down after its owner was killed;
 * one that stays is another instance, and two servers on the same files would ruin them.
 */
export async function waitForPrevious(pidFile: string, dir: string): Promise<void> {
  const pid = pidIn(pidFile)
  if (pid === undefined) return
  const giveUpAt = Date.now() + WAIT_MS
  while (runsFor(pid, dir)) {
    if (Date.now() > giveUpAt) throw new Error(`process ${pid} already runs on ${dir}; stop it, or use another folder`)
    await delay(POLL_MS)
  }
  rmSync(pidFile, { force: true })
}

/** Remembers which process uses the folder now. */
export function rememberPid(pidFile: string, pid: number): void {
  writeFileSync(pidFile, `${pid}\n`)
}

/** The process id on the first line of a file, if there is one. */
export function pidIn(pidFile: string): number | undefined {
  if (!existsSync(pidFile)) return undefined
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

/** A process id alone proves nothing (they are reused, always in containers): the command must name the folder. */
export function runsFor(pid: number, dir: string): boolean {
  return commandOf(pid).includes(dir)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    if (existsSync('/proc/self/cmdline')) return ''
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
}
