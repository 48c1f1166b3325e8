import type { Database } from '@mtg/postgres'
import type { QualityTerms } from '../domain/app-quality.ts'
import { countCalls, forgetQuality, listStale, sumUpQuality, takeSpan } from '../store/quality.ts'

/** What is measured, and from when on a call can be taken to have arrived. */
export interface QualityOptions extends QualityTerms {
  readonly lagMs: number
}

/** So many calls of a busy gateway are counted within a statement's time. */
const SPAN_MAX_MS = 10 * 60_000
const STALE_MAX = 1000

/** Counts the calls since the last time, and sums up the apps that this concerns. */
export async function measureQuality(db: Database, { lagMs, windowDays }: QualityOptions): Promise<void> {
  let counted: Counted
  do {
    counted = await countSpan(db, lagMs)
    await sumUpQuality(db, counted.apps, windowDays)
  } while (counted.isMoreLeft)
  let stale: string[]
  do {
    stale = await listStale(db, STALE_MAX)
    await sumUpQuality(db, stale, windowDays)
  } while (stale.length === STALE_MAX)
  await forgetQuality(db, windowDays)
}

interface Counted {
  /** Called in the span. */
  readonly apps: readonly string[]
  readonly isMoreLeft: boolean
}

/** Counts the next span, unless all has been counted or somebody else counts. */
function countSpan(db: Database, lagMs: number): Promise<Counted> {
  return db.transaction(async tx => {
    const span = await takeSpan(tx, lagMs, SPAN_MAX_MS)
    if (span === undefined) return { apps: [], isMoreLeft: false }
    const isMoreLeft = span.to.getTime() - span.from.getTime() >= SPAN_MAX_MS
    return { apps: await countCalls(tx, span), isMoreLeft }
  })
}
