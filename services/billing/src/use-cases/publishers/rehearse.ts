import type { Database } from '@mtg/postgres'
import { REHEARSED_BUYERS_MIN, type Rehearsal, rehearsedFrom } from '../../domain/rehearsal.ts'
import { databaseNowMs } from '../../store/database-clock.ts'
import { sumAtPrices, type TriedPrices } from '../../store/rehearse-prices.ts'
import { getApp } from './read-apps.ts'

/** Prices of an app to try. */
export interface RehearsalWish {
  readonly username: string
  readonly name: string
  readonly prices: TriedPrices
}

/** What the paid calls of the last 30 days, today's among them, would have come to at these prices. */
export async function rehearsePrices(
  { db, rehearsalDb }: { readonly db: Database; readonly rehearsalDb: Database },
  { username, name, prices }: RehearsalWish,
): Promise<Rehearsal> {
  const app = await getApp(db, username, name)
  const to = new Date(await databaseNowMs(rehearsalDb))
  const from = rehearsedFrom(to.getTime())
  const sums = await sumAtPrices(rehearsalDb, app.id, from, prices)
  const isTold = sums.buyers >= REHEARSED_BUYERS_MIN
  return {
    from,
    to,
    callCount: sums.calls,
    buyerCount: sums.buyers,
    beforeMicros: sums.beforeMicros,
    afterMicros: sums.afterMicros,
    cappedBuyerCount: isTold ? sums.cappedBuyers : undefined,
    shortBuyerCount: isTold ? sums.shortBuyers : undefined,
  }
}
