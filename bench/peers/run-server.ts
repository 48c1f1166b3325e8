import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { guard, tailOf } from '@mtg/embedded'
import type { CallShape } from '../edge/orders.ts'

/** A program that serves on a port. */
export interface ServerPlan {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Its working folder, which gets its log. */
  readonly work: string
  readonly port: number
  /** What it must answer before it counts as started. */
  readonly call: CallShape
}

const START_TIMEOUT_MS = 120_000
const POLL_MS = 250

/** Starts it and asks until it passes a call on; a server that does not is an error that quotes its log. */
export async function runServer(plan: ServerPlan): Promise<{ pid: number; stop: () => void }> {
  const logFile = join(plan.work, 'server.log')
  const log = openSync(logFile, 'w')
  const child = spawn(plan.command, [...plan.args], {
    cwd: plan.work,
    env: { ...process.env, ...plan.env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', () => {}) // Told by the log, or by what follows.
  const { pid } = child
  if (pid === undefined) throw new Error(`${plan.command} cannot be started`)
  const dismissGuard = guard(pid, 'SIGKILL')
  child.once('exit', dismissGuard)
  // Nothing that it keeps is needed any more.
  const stop = () => void child.kill('SIGKILL')
  const why = await untilAnswering(plan, child)
  if (why === undefined) return { pid, stop }
  stop()
  throw new Error(`${why}; its log ends with: ${tailOf(logFile)}`)
}

async function untilAnswering(plan: ServerPlan, child: ChildProcess): Promise<string | undefined> {
  const giveUpAtMs = performance.now() + START_TIMEOUT_MS
  let answer = 'nothing'
  while (performance.now() < giveUpAtMs) {
    if (child.exitCode !== null || child.signalCode !== null) return `it ended with ${child.exitCode}`
    answer = await askOnce(plan)
    if (answer === '') return undefined
    await pause(POLL_MS)
  }
  return `it did not pass a call on, but answered ${answer}`
}

/** What is wrong with the answer; empty when nothing is. */
async function askOnce({ port, call }: ServerPlan): Promise<string> {
  const { path, headers, body } = call
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
    const text = await response.text()
    return response.status === 200 && text.includes('xxx') ? '' : `${response.status} ${text.slice(0, 300)}`
  } catch (thrown) {
    return String(thrown)
  }
}
