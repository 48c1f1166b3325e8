import type { LimitRefusals } from '../limit-refusals.ts'
import { createPlaces } from '../places.ts'

/** Bounds what is under way at publishers, so that one that is slow, or busy, keeps no other waiting. */
export interface PublisherPlaces {
  /** Takes a place at the publisher, and one at its app, or throws `overloaded` and takes none. */
  enter(call: CallKind, app: AppKey, buyerId: string): void
  /** Gives back what `enter` with the same arguments has taken. */
  leave(call: CallKind, app: AppKey, buyerId: string): void
}

/** Subscriptions have places of their own. */
interface CallKind {
  readonly isSubscription: boolean
}

/** The app that a call is for, and its publisher. */
interface AppKey {
  /** "publisher/app". */
  readonly name: string
  readonly username: string
}

/** How many places there are. */
export interface PublisherPlacesOptions {
  readonly publisherCallsMax: number
  readonly appCallsMax: number
  readonly appSubscriptionsMax: number
  readonly buyerSubscriptionsMax: number
  readonly refusals: LimitRefusals
}

/** Makes the places. Subscriptions, which last, have some of their own at an app, and of those a buyer gets a few. */
export function createPublisherPlaces(options: PublisherPlacesOptions): PublisherPlaces {
  const { refusals } = options
  const ofPublisher = createPlaces({ limit: 'publisher_calls', perKeyMax: options.publisherCallsMax }, refusals)
  const ofApp = createPlaces({ limit: 'app_calls', perKeyMax: options.appCallsMax }, refusals)
  const subscriptions = createPlaces({ limit: 'app_subscriptions', perKeyMax: options.appSubscriptionsMax }, refusals)
  const ofBuyer = createPlaces({ limit: 'buyer_subscriptions', perKeyMax: options.buyerSubscriptionsMax }, refusals)

  function subscribe(app: string, buyerId: string): void {
    ofBuyer.enter(buyerId)
    try {
      subscriptions.enter(app)
    } catch (thrown) {
      ofBuyer.leave(buyerId)
      throw thrown
    }
  }

  return {
    enter({ isSubscription }, { name, username }, buyerId) {
      ofPublisher.enter(username)
      try {
        if (isSubscription) subscribe(name, buyerId)
        else ofApp.enter(name)
      } catch (thrown) {
        ofPublisher.leave(username)
        throw thrown
      }
    },
    leave({ isSubscription }, { name, username }, buyerId) {
      ofPublisher.leave(username)
      if (!isSubscription) return ofApp.leave(name)
      subscriptions.leave(name)
      ofBuyer.leave(buyerId)
    },
  }
}
