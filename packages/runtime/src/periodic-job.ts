import type { Logger } from '@mtg/observability'
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
}

/** Work that is done again and again. Closing waits for the run under way; none comes after it. */
export interface PeriodicJob extends Closable {
  /** Runs now, or right after the present run, which may have looked already. Resolves when that run has ended. */
  wake(): Promise<void>
}

/** Repeats work until closed, one run at a time. A run that fails is logged, and the next one comes all the same. */
export function startPeriodicJob(options: PeriodicJobOptions): PeriodicJob {
  const { name, intervalMs, firstAfterMs = intervalMs, retryMs = intervalMs, log } = options
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let closed = false

  async function runOnce(): Promise<number> {
    // Work that begins at once could wake a job that does not know yet that it runs.
    await Promise.resolve()
    try {
      await options.run()
      return intervalMs
    } catch (err) {
      log.warn({ err, job: name }, 'a job failed')
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
