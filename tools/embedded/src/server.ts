import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { guard } from './guard.ts'

const READY_TIMEOUT_MS = 20_000
const READY_POLL_MS = 15
const STOP_TIMEOUT_MS = 10_000
const LOG_TAIL_LINES = 25

/** A server that runs as a child process of this one. */
export interface RunningServer {
  /** How clients reach it, without a database or path. */
  url: string
  port: number
  pid: number
  version: string
  /** File that holds what the server printed. */
  logFile: string
  /** Settles when the process has ended, whatever the reason. */
  exited: Promise<void>
  /** Stops it in order; kills it when it has not ended after ten seconds. */
  stop(): Promise<void>
}

/** What `launch` needs to know about a server. */
export interface LaunchPlan {
  name: string
  command: string
  args: string[]
  options?: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>
  logFile: string
  stopSignal: NodeJS.Signals
  isReady(): Promise<boolean>
}

export interface Launched {
  pid: number
  exited: Promise<void>
  stop(): Promise<void>
}

/** Starts a server and waits until it answers; a server that ends first becomes an error that quotes its log. */
export async function launch(plan: LaunchPlan): Promise<Launched> {
  const child = spawnDetached(plan)
  const exited = exitOf(child)
  const pid = child.pid
  if (pid === undefined) {
    await exited
    throw new Error(`${plan.name} could not be started: ${plan.command} is not executable`)
  }
  const dismissGuard = guard(pid, plan.stopSignal)
  void exited.then(dismissGuard)
  const stop = stopper(child, plan.stopSignal, exited)
  const ready = await waitUntilReady(plan, child)
  if (ready) return { pid, exited, stop }
  await stop()
  throw new Error(`${plan.name} did not start. Its log ${plan.logFile} ends with:\n${tailOf(plan.logFile)}`)
}

/** The last lines of a log file, or a note that there are none. */
export function tailOf(logFile: string, lines = LOG_TAIL_LINES): string {
  const text = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd() : ''
  return text === '' ? '(nothing was logged)' : text.split('\n').slice(-lines).join('\n')
}

function spawnDetached(plan: LaunchPlan): ChildProcess {
  const log = openSync(plan.logFile, 'a', 0o600)
  try {
    // Its own process group: Ctrl-C in the terminal must reach the services first, and the servers only through stop().
    return spawn(plan.command, plan.args, { ...plan.options, detached: true, stdio: ['ignore', log, log] })
  } finally {
    closeSync(log)
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function waitUntilReady(plan: LaunchPlan, child: ChildProcess): Promise<boolean> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < giveUpAt && !hasEnded(child)) {
    if (await plan.isReady()) return !hasEnded(child)
    await delay(READY_POLL_MS)
  }
  return false
}

function stopper(child: ChildProcess, signal: NodeJS.Signals, exited: Promise<void>): () => Promise<void> {
  return async () => {
    if (hasEnded(child)) return
    child.kill(signal)
    const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(killer)
  }
}
