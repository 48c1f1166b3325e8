import type { Logger, Metrics } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { Clock } from '@mtg/primitives'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { readCountedUntil } from '../store/quality.ts'
import { measureQuality, type QualityOptions } from '../use-cases/measure-quality.ts'

/** What is measured, how often, and where to tell of it. */
export interface QualityJobOptions extends QualityOptions {
  readonly db: Database
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
  readonly intervalMs: number
}

/** Measures how well apps do, at every interval. */
export function startQualityJob(options: QualityJobOptions): PeriodicJob {
  const { db, metrics, clock, log, intervalMs, ...quality } = options
  const failures = metrics
    .counter('mtg_metering_quality_failures_total', 'Runs of the job that measures the quality of apps that failed.')
    .bind({})
  // Goes on growing old by itself when the job hangs, or nobody can be asked.
  const countedAt = metrics.gauge(
    'mtg_metering_quality_counted_timestamp_seconds',
    "Unix time until when every call that was due has been counted for the quality of its app; at first the process's start.",
  )
  countedAt.set(clock.nowMs() / 1000)

  async function tellProgress(): Promise<void> {
    const countedUntil = await readCountedUntil(db)
    // A call is due so long after it was made.
    if (countedUntil !== undefined) countedAt.set((countedUntil.getTime() + quality.lagMs) / 1000)
  }

  async function run(): Promise<void> {
    try {
      await measureQuality(db, quality)
    } catch (thrown) {
      failures.inc(1)
      throw thrown
    } finally {
      await tellProgress()
    }
  }

  return startPeriodicJob({ name: 'measure-quality', intervalMs, run, log })
}
