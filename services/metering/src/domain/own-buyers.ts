import { asBuyerId, hasFields } from '@mtg/primitives'
import { isCanonicalId, isText } from './fields.ts'

/** A publisher and its own account as a buyer. */
export interface OwnBuyer {
  readonly publisherUsername: string
  readonly buyerId: string
}

/** What events say of publishers that call their own apps; what cannot be read says nothing. */
export function ownBuyersIn(events: readonly unknown[]): OwnBuyer[] {
  return events.flatMap(event => {
    if (!hasFields(event) || event.isOwn !== true) return []
    const { publisherUsername = publisherOf(event.app), buyerId } = event
    const isReadable = isText(publisherUsername, 256, 1) && isCanonicalId(buyerId, asBuyerId)
    return isReadable ? [{ publisherUsername, buyerId }] : []
  })
}

/** An observation names "publisher/app". */
function publisherOf(app: unknown): unknown {
  return typeof app === 'string' ? app.split('/')[0] : undefined
}
