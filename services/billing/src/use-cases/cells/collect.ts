import { appError, toAppError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { netMicros } from '../../domain/journal.ts'
import { type Collection, insertCollection, resolveCollection } from '../../store/cells/collections.ts'
import { post } from '../../store/ledger/post.ts'
import { sumPayable } from '../../store/ledger/sums.ts'
import { findPayout } from '../../store/payouts.ts'
import { lockPublisherById, requirePublisher } from '../../store/publisher-accounts.ts'

/** What other cells owe publishers, and how they hand it over. */
export interface PayablesElsewhere {
  readonly cells: readonly string[]
  /** Micro-USD. */
  payable(cell: string, username: string): Promise<bigint>
  /** Takes it from that cell's books; rejects with `nothing_to_pay_out` when less is owed. */
  handOver(collection: Collection): Promise<void>
}

/** The home cell's books, and the other cells. */
export interface CollectDeps {
  readonly db: Database
  readonly elsewhere: PayablesElsewhere
}

/** For what is collected. */
export interface CollectWish {
  readonly username: string
  /** 0: all that is owed. */
  readonly amountMicros: bigint
  readonly requestId: string
}

/** Brings what other cells owe a publisher into the home cell's books, as far as a payout needs it. */
export async function collectFor(deps: CollectDeps, wish: CollectWish): Promise<void> {
  const { db, elsewhere } = deps
  const publisher = await requirePublisher(db, wish.username)
  if ((await findPayout(db, publisher.id, wish.requestId)) !== undefined) return
  let missing = wish.amountMicros - netMicros(await sumPayable(db, publisher.id))
  for (const cell of elsewhere.cells) {
    if (wish.amountMicros !== 0n && missing <= 0n) return
    const payable = await elsewhere.payable(cell, wish.username)
    const amountMicros = wish.amountMicros === 0n || payable < missing ? payable : missing
    if (amountMicros <= 0n) continue
    const collection = { id: uuidv7(systemClock.nowMs()), publisherId: publisher.id, cell, amountMicros }
    await insertCollection(db, collection)
    await collect(deps, collection)
    missing -= amountMicros
  }
}

/** Has a cell hand over what was noted, and enters it. Both are done once, however often it is tried. */
export async function collect({ db, elsewhere }: CollectDeps, collection: Collection): Promise<void> {
  const { id, publisherId, amountMicros } = collection
  try {
    await elsewhere.handOver(collection)
  } catch (thrown) {
    // Somebody else has collected it meanwhile.
    if (toAppError(thrown).code !== 'nothing_to_pay_out') throw thrown
    await resolveCollection(db, id, 'refused')
    return
  }
  await db.transaction(async tx => {
    if (!(await resolveCollection(tx, id, 'entered'))) return
    await post(tx, {
      kind: 'cell_transfer',
      debit: { type: 'between_cells' },
      credit: { type: 'publisher_payable', owner: publisherId },
      amountMicros,
      reference: `collection:${id}:in`,
    })
  })
}

/** Takes what a publisher is owed here from the books, for the home cell; what was taken once is not taken again. */
export async function handOver(
  db: Database,
  { id, publisherId, amountMicros }: Omit<Collection, 'cell'>,
): Promise<void> {
  const reference = `collection:${id}:out`
  await db.transaction(async tx => {
    await lockPublisherById(tx, publisherId)
    const isFirst = await post(tx, {
      kind: 'cell_transfer',
      debit: { type: 'publisher_payable', owner: publisherId },
      credit: { type: 'between_cells' },
      amountMicros,
      reference,
    })
    if (!isFirst) return
    if (netMicros(await sumPayable(tx, publisherId)) >= 0n) return
    throw appError('nothing_to_pay_out', { detail: { publisherId, amountMicros } })
  })
}
