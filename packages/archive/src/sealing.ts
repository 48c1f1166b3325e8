import type { Logger, Metrics } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import type { Archive } from './archive.ts'

/** Which months were sealed, and why the next one was not. */
export interface Sealing {
  readonly sealed: readonly string[]
  /** Undefined when all that are due are sealed. */
  readonly next: { readonly month: string; readonly refusal: string } | undefined
}

/** What becomes of a service's months, and when. Each step may be done by several processes at once; it answers with the months. */
export interface SealingOptions {
  /** Names the metrics, such as "billing". */
  readonly service: string
  readonly intervalMs: number
  /** Where files go; undefined: nothing is exported. */
  readonly archive: Archive | undefined
  readonly seal: () => Promise<readonly string[]>
  readonly exportTo: (archive: Archive) => Promise<readonly string[]>
  /** Drops what is past its retention. */
  readonly drop: () => Promise<readonly string[]>
  /** For how long the oldest month that is not sealed should have been. */
  readonly overdueSeconds: () => Promise<number>
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
}

/** Seals months that are over, exports them, and drops those past their retention, again and again; tells of it in metrics. */
export function startSealing(options: SealingOptions): PeriodicJob {
  const { service, archive, metrics, clock, log } = options
  const overdue = metrics.gauge(
    `mtg_${service}_seal_overdue_seconds`,
    'For how long the oldest month that is not sealed should have been; 0 when none is late.',
  )
  const failures = metrics
    .counter(`mtg_${service}_sealing_failures_total`, 'Runs of the sealing job that failed.')
    .bind({})
  const finishedAt = metrics.gauge(
    `mtg_${service}_sealing_timestamp_seconds`,
    "Unix time of the sealing job's last run without a failure, or of the process's start.",
  )
  finishedAt.set(clock.nowMs() / 1000)

  async function work(): Promise<void> {
    const sealed = await options.seal()
    if (sealed.length > 0) log.info({ months: sealed }, 'months were sealed')
    if (archive !== undefined) {
      const exported = await options.exportTo(archive)
      if (exported.length > 0) log.info({ months: exported, location: archive.location }, 'sealed months were exported')
    }
    const dropped = await options.drop()
    if (dropped.length > 0) log.info({ months: dropped }, 'months past their retention were dropped')
  }

  async function run(): Promise<void> {
    try {
      await work()
      finishedAt.set(clock.nowMs() / 1000)
    } catch (thrown) {
      failures.inc(1)
      throw thrown
    } finally {
      overdue.set(await options.overdueSeconds())
    }
  }

  return startPeriodicJob({ name: 'seal months', intervalMs: options.intervalMs, run, log })
}
