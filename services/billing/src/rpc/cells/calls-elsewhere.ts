import type { billing } from '@mtg/contracts'
import type { CallsElsewhere } from '../reservation-service.ts'
import type { CellLinks } from './route.ts'

/**
 * Items of streams that are for another cell: an edge goes by a map that is old, or has none yet. What is settled without a buyer's
 * name was reserved here, by whoever asks.
 */
export function callsElsewhere({ book, peers }: CellLinks): CallsElsewhere {
  const otherOf = (buyerId: string | undefined): string | undefined => {
    const owner = buyerId === undefined || buyerId === '' ? book.name : book.ownerOf(buyerId)
    return owner === book.name ? undefined : owner
  }
  return {
    reserve(item) {
      const cell = otherOf(item.buyerId)
      return cell === undefined ? undefined : peers.reserve(cell, item)
    },
    settle(item: billing.SettleItem__Output) {
      const cell = otherOf((item.capture ?? item.release)?.buyerId)
      return cell === undefined ? undefined : peers.settle(cell, item)
    },
  }
}
