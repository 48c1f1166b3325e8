import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

const FIRST_DELAY_MS = 50
const DELAY_MS_MAX = 2_000
/** A process that lived this long has recovered: its next crash is a first one again. */
const HEALTHY_AFTER_MS = 10_000
const STOP_TIMEOUT_MS = 30_000

/** What to run, and where its output goes. */
export interface ProcessSpec {
  name: string
  command: string
  args: string[]
  cwd: string
  /** The caller when left out. */
  user?: { uid: number; gid: number }
  env: NodeJS.ProcessEnv
  logFile: string
  /** How far it steps back, once it is told to, where processes want more of the machine than there is. */
  niceness?: number
}

/** A process that is started again whenever it ends, until it is stopped. */
export interface Supervised {
  name: string
  logFile: string
  /** Undefined for the moment between an end and the next start. */
  pid: () => number | undefined
  /** How often it has ended without being asked to. */
  crashes: () => number
  /** Ends it in order, or by force after half a minute, and starts it at once. */
  restart: () => Promise<void>
  /** Ends it in order, or by force after half a minute; it does not come back. */
  stop: () => Promise<void>
  /** Ends it by force, at once; it does not come back. */
  kill: () => void
  /**
   * Takes on its niceness, if it has one: for a process that has started, since one that steps back while all others start
   * hardly gets to the machine. Whatever is started in its place has it from the beginning.
   */
  stepBack: () => void
}

/** Starts a process and keeps it running. `onChange` is told whenever its process id has changed. */
export function supervise(spec: ProcessSpec, onChange: () => void = () => {}): Supervised {
  const supervisor = new Supervisor(spec, onChange)
  return {
    name: spec.name,
    logFile: spec.logFile,
    pid: () => supervisor.child?.pid,
    crashes: () => supervisor.crashes,
    restart: () => supervisor.restart(),
    stop: async () => endInOrder(supervisor.dismiss()),
    kill: () => void supervisor.dismiss()?.kill('SIGKILL'),
    stepBack: () => supervisor.stepBack(),
  }
}

class Supervisor {
  readonly #spec: ProcessSpec
  readonly #onChange: () => void
  child: ChildProcess | undefined
  crashes = 0
  #isDismissed = false
  #isBack = false
  #restart: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #delayMs = FIRST_DELAY_MS

  constructor(spec: ProcessSpec, onChange: () => void) {
    this.#spec = spec
    this.#onChange = onChange
    this.#start()
  }

  /** Nothing is started any more; answers with what still runs. */
  dismiss(): ChildProcess | undefined {
    this.#isDismissed = true
    clearTimeout(this.#retry)
    return this.child
  }

  /** Who asks while it ends already waits for the same start. */
  restart(): Promise<void> {
    this.#restart ??= endInOrder(this.child).finally(() => {
      this.#restart = undefined
      clearTimeout(this.#retry)
      this.#delayMs = FIRST_DELAY_MS
      if (!this.#isDismissed) this.#start()
    })
    return this.#restart
  }

  stepBack(): void {
    this.#isBack = true
    const { niceness } = this.#spec
    if (this.child?.pid !== undefined && niceness !== undefined) takeNiceness(this.child.pid, niceness)
  }

  #start(): void {
    const startedAt = performance.now()
    const started = spawnLogged(this.#spec)
    this.child = started
    const ended = (): void => {
      if (this.child === started) this.#onEnd(performance.now() - startedAt) // An error may come on top of an exit.
    }
    started.once('exit', ended)
    started.once('error', ended)
    if (this.#isBack) this.stepBack()
    this.#onChange()
  }

  #onEnd(livedMs: number): void {
    this.child = undefined
    this.#onChange()
    if (this.#isDismissed || this.#restart !== undefined) return
    this.crashes++
    if (livedMs > HEALTHY_AFTER_MS) this.#delayMs = FIRST_DELAY_MS
    this.#retry = setTimeout(() => this.#start(), this.#delayMs)
    this.#delayMs = Math.min(this.#delayMs * 2, DELAY_MS_MAX)
  }
}

function spawnLogged(spec: ProcessSpec): ChildProcess {
  const log = openSync(spec.logFile, 'a', 0o600)
  try {
    return spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      ...(spec.user !== undefined && { uid: spec.user.uid, gid: spec.user.gid }),
      env: { ...spec.env, SUPERVISED: '1' },
      // Its own process group, so that Ctrl-C leaves the order of stopping to the launcher; and a pipe as its input,
      // whose end tells it that the launcher is gone.
      detached: true,
      stdio: ['pipe', log, log],
    })
  } finally {
    closeSync(log)
  }
}

/** Each thread has a niceness of its own, and later ones take after the one that starts them. */
function takeNiceness(pid: number, niceness: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), niceness)
  } catch {
    // It has ended already.
  }
}

async function endInOrder(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>(resolve => {
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
