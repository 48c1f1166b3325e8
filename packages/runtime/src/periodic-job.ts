import type { Logger } from '@mtg/observability'
import { type Clock, systemClock } from '@mtg/primitives'
import type { Closable } from './service.ts'

/** What to do, and how often. */
export interface PeriodicJobOptions {
  /** Names the job in log lines. */
  readonly name: string
  /** From the end of one run to the beginning of the next. */
  readonly intervalMs: number
  /** From the start to the first run; `intervalMs` unless given, 0: at once. */
  readonly firstAfterMs?: number
  /** From the end of a run that failed to the next; `intervalMs` unless given. */
  readonly retryMs?: number
  readonly run: () => Promise<void>
  readonly log: Logger
  /** Default: the machine's. */
  readonly clock?: Clock
}

/** Work that is done again and again. Closing waits for the run under way; none comes after it. */
export interface PeriodicJob extends Closable {
  /** Runs now, or right after the present run, which may have looked already. Resolves when that run has ended. */
  wake(): Promise<void>
}

const TOLD_AGAIN_AFTER_MS = 60_000

/** Tells of failures without repeating itself: a job that comes twice a second fails as often while a dependency is away. */
class Outcomes {
  readonly #options: PeriodicJobOptions
  readonly #clock: Clock
  #failures = 0
  #toldAtMs = 0

  constructor(options: PeriodicJobOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  succeeded(): void {
    const failures = this.#failures
    this.#failures = 0
    if (failures > 1) this.#options.log.info({ job: this.#options.name, failures }, 'a job succeeds again')
  }

  failed(err: unknown): void {
    const { log, name } = this.#options
    const nowMs = this.#clock.monotonicMs()
    this.#failures += 1
    if (this.#failures > 1 && nowMs - this.#toldAtMs < TOLD_AGAIN_AFTER_MS) return
    this.#toldAtMs = nowMs
    if (this.#failures === 1) return log.warn({ err, job: name }, 'a job failed')
    log.warn({ reason: String(err), job: name, failures: this.#failures }, 'a job still fails')
  }
}

/** Repeats work until closed, one run at a time. The first run that fails is logged, then one a minute; the next one comes all the same. */
export function startPeriodicJob(options: PeriodicJobOptions): PeriodicJob {
  const { intervalMs, firstAfterMs = intervalMs, retryMs = intervalMs } = options
  const outcomes = new Outcomes(options)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let closed = false

  async function runOnce(): Promise<number> {
    // Work that begins at once could wake a job that does not know yet that it runs.
    await Promise.resolve()
    try {
      await options.run()
      outcomes.succeeded()
      return intervalMs
    } catch (err) {
      outcomes.failed(err)
      return retryMs
    }
  }

  function start(): Promise<void> {
    clearTimeout(timer)
    running = runOnce().then(pauseMs => {
      running = undefined
      schedule(pauseMs)
    })
    return running
  }

  function schedule(pauseMs: number): void {
    if (!closed) timer = setTimeout(() => void start(), pauseMs).unref()
  }

  async function startNext(): Promise<void> {
    await running
    next = undefined
    if (!closed) await start()
  }

  if (firstAfterMs === 0) void start()
  else schedule(firstAfterMs)
  return {
    wake() {
      if (closed) return Promise.resolve()
      // First: it may be about to begin although nothing runs.
      if (next !== undefined) return next
      if (running === undefined) return start()
      next = startNext()
      return next
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await (next ?? running)
    },
  }
}
