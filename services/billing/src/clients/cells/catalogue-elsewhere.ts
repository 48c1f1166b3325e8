import { services } from '@mtg/contracts'
import type { Logger } from '@mtg/observability'
import { fromTimestamp } from '@mtg/rpc'
import type { AppUse } from '../../domain/cells.ts'
import type { Peers } from './peers.ts'

const { CellPeerService, PublisherAccountService } = services.billing
const LIMITS = { timeoutMs: 5_000 }
/** Whoever changes the catalogue waits no longer for a cell that is away. */
const PULL_LIMITS = { timeoutMs: 2_000 }

/** Tells other cells to take over what has changed; one that is away does so when it is back. */
export async function haveCatalogueTaken(peers: Peers, others: readonly string[], log: Logger): Promise<void> {
  const asked = others.map(async cell => {
    try {
      await peers.ask(cell, { ref: CellPeerService, method: 'PullCatalogue' }, {}, PULL_LIMITS)
    } catch (err) {
      log.warn({ err, cell }, 'a cell has not taken over the catalogue yet')
    }
  })
  await Promise.all(asked)
}

/** What of an app buyers have in other cells. */
export async function appUseIn(peers: Peers, others: readonly string[], appId: string): Promise<AppUse> {
  const uses = await Promise.all(
    others.map(cell => peers.ask(cell, { ref: CellPeerService, method: 'CountAppUse' }, { appId }, LIMITS)),
  )
  const ends = uses.flatMap(use => fromTimestamp(use.lastWindowEndsAt)?.getTime() ?? [])
  return {
    freeCount: uses.reduce((sum, { freeCount }) => sum + Number(freeCount), 0),
    paidCount: uses.reduce((sum, { paidCount }) => sum + Number(paidCount), 0),
    lastWindowEndsAt: ends.length === 0 ? undefined : new Date(Math.max(...ends)),
  }
}

/** What a cell owes a publisher, micro-USD. */
export async function payableIn(peers: Peers, cell: string, username: string): Promise<bigint> {
  const method = { ref: PublisherAccountService, method: 'GetEarnings' } as const
  return BigInt((await peers.ask(cell, method, { username }, LIMITS)).payableMicros)
}

/** Has a cell hand over what it owes a publisher. */
export async function handOverFrom(
  peers: Peers,
  { id, publisherId, cell, amountMicros }: Required<CollectionMessage>,
): Promise<void> {
  const request = { collectionId: id, publisherId, amountMicros: amountMicros.toString() }
  await peers.ask(cell, { ref: CellPeerService, method: 'CollectPayable' }, request, LIMITS)
}

interface CollectionMessage {
  readonly id: string
  readonly publisherId: string
  readonly cell: string
  readonly amountMicros: bigint
}
