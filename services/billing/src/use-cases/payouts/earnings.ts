import type { Queryable } from '@mtg/postgres'
import { type KindSum, netMicros } from '../../domain/journal.ts'
import type { PublisherAccount } from '../../domain/payout.ts'
import { sumPayable } from '../../store/ledger/sums.ts'
import { requirePublisher } from '../../store/publisher-accounts.ts'

/** What a publisher has earned so far, and where it goes. */
export interface Earnings extends PublisherAccount {
  readonly payableMicros: bigint
  readonly earnedMicros: bigint
  readonly paidOutMicros: bigint
}

/** What a publisher has earned, what of it was paid out, and what is left. */
export async function getEarnings(db: Queryable, username: string): Promise<Earnings> {
  const publisher = await requirePublisher(db, username)
  const sums = await sumPayable(db, publisher.id)
  return {
    ...publisher,
    payableMicros: netMicros(sums),
    earnedMicros: netMicros(sums.filter(sum => !isPayout(sum))),
    paidOutMicros: -netMicros(sums.filter(isPayout)),
  }
}

function isPayout(sum: KindSum): boolean {
  return sum.kind === 'payout'
}
