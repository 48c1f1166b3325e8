import type { billing } from '@mtg/contracts'
import { appError, toAppError } from '@mtg/errors'
import type { CallsElsewhere, IsKnown } from '../reservation-service.ts'
import type { CellLinks } from './route.ts'

/** For who is on the way; edges ask again. */
const CALL_WAIT_MS = 400

/**
 * Items of streams that are for another cell: an edge goes by a map that is old, or has none yet, or the buyer has just moved. What is
 * settled without a buyer's name was reserved here, by whoever asks.
 */
export function callsElsewhere({ book, peers, whereabouts }: CellLinks): CallsElsewhere {
  const otherOf = (buyerId: string | undefined): string | undefined => {
    const owner = buyerId === undefined || buyerId === '' ? book.name : book.ownerOf(buyerId)
    return owner === book.name ? undefined : owner
  }
  const others = book.names.filter(name => name !== book.name)
  const reserveOnce = async (cell: string, item: billing.ReserveRequest__Output, isKnownHere: IsKnown) => {
    if (await isKnownHere()) throw appError('reservation_resolved', { detail: { callId: item.callId } })
    return await peers.reserve(cell, item)
  }
  return {
    reserve(item, isKnownHere) {
      const cell = otherOf(item.buyerId)
      if (cell === undefined) return undefined
      const hasMoved = book.current().moved.has(item.buyerId.toLowerCase())
      return hasMoved ? reserveOnce(cell, item, isKnownHere) : peers.reserve(cell, item)
    },
    settle(item) {
      const cell = otherOf((item.capture ?? item.release)?.buyerId)
      return cell === undefined ? undefined : peers.settle(cell, item)
    },
    async reserveMoved(item, isKnownHere) {
      const { away } = await whereabouts(item.buyerId, CALL_WAIT_MS)
      return away === undefined ? undefined : await reserveOnce(away, item, isKnownHere)
    },
    async settleMoved(item, isForwarded) {
      const buyerId = (item.capture ?? item.release)?.buyerId ?? ''
      if (buyerId === '') return undefined
      const { away, hasCome } = await whereabouts(buyerId, CALL_WAIT_MS)
      if (away !== undefined) return await peers.settle(away, item)
      // The cell that hands it on has said already that it does not know the call.
      if (!hasCome || isForwarded) return undefined
      for (const former of others) {
        const result = await peers.settle(former, item).catch(unlessUnknown)
        if (result !== undefined && isSettled(result)) return result
      }
      return undefined
    },
  }
}

function unlessUnknown(thrown: unknown): undefined {
  if (toAppError(thrown).code !== 'reservation_not_found') throw thrown
}

/** Whether it was known: a release of an unknown call gives nothing back. */
function isSettled({ released }: billing.SettleResult): boolean {
  return !released || String(released.releasedMicros) !== '0'
}
