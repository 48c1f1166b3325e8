import { createHmac } from 'node:crypto'
import type { BuyerId } from '@mtg/primitives'

/**
 * The name by which one publisher knows a buyer: always the same there, and another one at every other publisher, so
 * that publishers cannot find out which buyers they share.
 */
export function pseudonymOf(key: Buffer, buyerId: BuyerId, publisherUsername: string): string {
  return createHmac('sha256', key).update(`${publisherUsername}\n${buyerId}`).digest('base64url')
}
