import { parseMicros } from '@mtg/marketplace'
import { type Constellation, eventually } from '@mtg/testing'

/** Less than a reservation lasts that nobody settles, and more than one that was made ahead. */
const HELD_AHEAD_MS = 20_000

/** What some work cost a buyer, in micro-USD. Nothing may be held afterwards, but for a moment what was held ahead of calls that did not come. */
export async function costOf(gateway: Constellation, email: string, work: () => Promise<unknown>): Promise<bigint> {
  const before = await gateway.wallet(email)
  await work()
  return await eventually(async () => {
    const after = await gateway.wallet(email)
    if (after.held !== '0.00') throw new Error(`${after.held} USD are still held`)
    return parseMicros(before.balance) - parseMicros(after.balance)
  }, HELD_AHEAD_MS)
}
