import type { PurchaseStatus, Tier } from './purchase.ts'

/** What a marketplace file says of publishers, apps and buyers. */
export interface Catalogue {
  readonly publishers: readonly PublisherEntry[]
  readonly buyers: readonly BuyerEntry[]
}

/** A publisher with its apps. */
export interface PublisherEntry {
  readonly username: string
  readonly suspended: boolean
  readonly payoutConnected: boolean
  /** What the gateway presents to the publisher; empty: nothing. */
  readonly apiKey: string
  readonly apps: readonly AppEntry[]
}

/** What a publisher says of an app, but for its prices. */
export interface AppTerms {
  readonly description: string
  readonly published: boolean
  readonly adapter: 'mcp' | 'llm'
  readonly upstreamUrl: string
  readonly timeoutMs: number
  readonly chargeToolErrors: boolean
  readonly chargeAbandoned: boolean
  readonly chargeTasksOnAcceptance: boolean
  readonly promiseOutputSchema: boolean
  /** Null: an answer may begin whenever it does. */
  readonly promiseFirstByteMs: number | null
}

/** An app with its prices and limits. */
export interface AppEntry extends AppTerms {
  readonly name: string
  readonly tiers: readonly TierEntry[]
  readonly tools: readonly { readonly name: string; readonly priceMicros: bigint }[]
  /** The entry as it was sent, which tells whether it was applied before. */
  readonly asSent: unknown
}

/** A tier that an app is offered in; limits of 0 are none. */
export interface TierEntry {
  readonly tier: Tier
  readonly priceMicros: bigint
  readonly perMinute: bigint
  readonly perDay: bigint
  readonly monthly: bigint
}

/** A buyer's opening balance and purchases. */
export interface BuyerEntry {
  /** Undefined where a file is only validated: nobody has given the buyer an id yet. */
  readonly buyerId: string | undefined
  readonly email: string
  readonly openingBalanceMicros: bigint
  readonly purchases: readonly PurchaseEntry[]
}

/** A buyer's purchase of an app. */
export interface PurchaseEntry {
  /** "publisher/app" */
  readonly app: string
  readonly tier: Tier
  readonly status: PurchaseStatus
  readonly renews: boolean
  /** Calls in the window that is running. */
  readonly used: bigint
  /** Undefined: now. */
  readonly startedAt: Date | undefined
  /** The entry as it was sent, which tells whether it was applied before. */
  readonly asSent: unknown
}

/** What applying a catalogue, or a part of it, came to. */
export interface ApplyOutcome {
  /** Entries that were new or changed. */
  readonly changedCount: number
  /** What was not done because it would undo something that was ended since: a sentence each. */
  readonly keptBack: readonly string[]
}

/** Outcomes of several parts as one. */
export function sumOutcomes(outcomes: readonly ApplyOutcome[]): ApplyOutcome {
  return {
    changedCount: outcomes.reduce((sum, { changedCount }) => sum + changedCount, 0),
    keptBack: outcomes.flatMap(({ keptBack }) => keptBack),
  }
}
