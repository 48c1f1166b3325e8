import { parseMicros } from '@mtg/marketplace'
import type { Constellation } from '@mtg/testing'

/** What some work cost a buyer, in micro-USD. Nothing may be held afterwards. */
export async function costOf(gateway: Constellation, email: string, work: () => Promise<unknown>): Promise<bigint> {
  const before = await gateway.wallet(email)
  await work()
  const after = await gateway.wallet(email)
  if (after.held !== '0.00') throw new Error(`${after.held} USD are still held`)
  return parseMicros(before.balance) - parseMicros(after.balance)
}
