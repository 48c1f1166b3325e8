import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type Closable, startPeriodicJob } from '@mtg/runtime'
import { measureQuality, type QualityOptions } from '../use-cases/measure-quality.ts'

/** What is measured, and how often. */
export interface QualityJobOptions extends QualityOptions {
  readonly db: Database
  readonly log: Logger
  readonly intervalMs: number
}

/** Measures how well apps do, at every interval. */
export function startQualityJob({ db, log, intervalMs, ...options }: QualityJobOptions): Closable {
  return startPeriodicJob({ name: 'measure-quality', intervalMs, run: () => measureQuality(db, options), log })
}
