import type { Logger } from '@mtg/observability'

/** Work that is done again and again. */
export interface RepeatOptions {
  readonly name: string
  /** From the end of one run to the start of the next. */
  readonly intervalMs: number
  readonly work: () => Promise<void>
  readonly log: Logger
}

/** A running job. */
export interface Job {
  /** Does the next run now, or right after the present one. */
  wake(): void
  /** No further run; resolves when the present one has ended. */
  close(): Promise<void>
}

/** Repeats work until closed, one run at a time. A run that fails is logged, and the next one comes all the same. */
export function repeat(options: RepeatOptions): Job {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let closed = false
  let woken = false

  async function run(): Promise<void> {
    // Work that begins at once could wake a job that does not know yet that it runs.
    await Promise.resolve()
    try {
      await options.work()
    } catch (err) {
      options.log.warn({ err, job: options.name }, 'a job failed')
    }
  }

  function start(): void {
    clearTimeout(timer)
    woken = false
    running = run().finally(() => {
      running = undefined
      if (woken && !closed) start()
      else schedule()
    })
  }

  function schedule(): void {
    if (!closed) timer = setTimeout(start, options.intervalMs).unref()
  }

  schedule()
  return {
    wake() {
      if (running !== undefined) woken = true
      else if (!closed) start()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
