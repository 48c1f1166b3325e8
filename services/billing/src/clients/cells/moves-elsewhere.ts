import { services } from '@mtg/contracts'
import type { MoveState, MovesElsewhere, Transfer } from '../../domain/buyer-move.ts'
import type { Peers } from './peers.ts'

const ref = services.billing.CellPeerService
const LIMITS = { timeoutMs: 5_000 }
/** Nobody's call waits for copies. */
const COPY_LIMITS = { timeoutMs: 30_000 }
/** As many rows as a buyer has are written, and what the buyer called there before is counted. */
const ADMIT_LIMITS = { timeoutMs: 120_000 }
/** Who is at work on the buyer is waited for, and then the other cell. */
const SEND_LIMITS = { timeoutMs: 150_000 }
/** As many as a page has, unless it is the last one. */
export const TRANSFERS_PAGE = 1_000

/** The other cells, as this one sends buyers to them. */
export function movesElsewhere(peers: Peers, own: string, home: string): MovesElsewhere {
  return {
    async prepare(cell) {
      await peers.ask(cell, { ref, method: 'PullCatalogue' }, {}, LIMITS)
    },
    async takeIdempotencyCopies(cell, buyerId, rows) {
      await peers.ask(cell, { ref, method: 'TakeIdempotencyCopies' }, { buyerId, rows }, COPY_LIMITS)
    },
    async takePart(cell, moveId, part, { target, rows }) {
      await peers.ask(cell, { ref, method: 'TakeMovePart' }, { moveId, part, target, rows }, LIMITS)
    },
    async admit(cell, { id, buyerId, isWhole, walletMicros, owedMicros, hadOpening, partCount }) {
      const request = {
        moveId: id,
        buyerId,
        fromCell: own,
        whole: isWhole,
        walletMicros: walletMicros.toString(),
        owedMicros: owedMicros.toString(),
        hadOpening,
        partCount,
      }
      await peers.ask(cell, { ref, method: 'AdmitBuyer' }, request, ADMIT_LIMITS)
    },
    async noteMoved({ id, buyerId, cell }) {
      const request = { moveId: id, buyerId, fromCell: own, toCell: cell }
      await peers.ask(home, { ref, method: 'NoteBuyerMoved' }, request, LIMITS)
    },
  }
}

/** Has a cell send a buyer elsewhere. */
export async function sendFrom(
  peers: Peers,
  from: string,
  { id, buyerId, cell }: { readonly id: string; readonly buyerId: string; readonly cell: string },
): Promise<void> {
  await peers.ask(from, { ref, method: 'SendBuyer' }, { moveId: id, buyerId, cell }, SEND_LIMITS)
}

/** All that has left or arrived in a cell, page by page. */
export async function transfersIn(peers: Peers, cell: string): Promise<Transfer[]> {
  const found: Transfer[] = []
  for (;;) {
    const last = found.at(-1)
    const request = { afterMoveId: last?.id ?? '', afterOut: last?.isOut ?? false }
    const { transfers } = await peers.ask(cell, { ref, method: 'ListTransfers' }, request, LIMITS)
    for (const { moveId, out, arrived, walletMicros, owedMicros } of transfers) {
      const amounts = { walletMicros: BigInt(walletMicros), owedMicros: BigInt(owedMicros) }
      found.push({ id: moveId, isOut: out, hasArrived: arrived, ...amounts })
    }
    if (transfers.length < TRANSFERS_PAGE) return found
  }
}

/** How many have left a cell. */
export async function moveStateIn(peers: Peers, cell: string): Promise<MoveState> {
  return await peers.ask(cell, { ref, method: 'GetMoveState' }, {}, LIMITS)
}
