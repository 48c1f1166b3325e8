import type { Tier } from './purchase.ts'

/** A publisher as its owner sees it. */
export interface Publisher {
  readonly username: string
  readonly isSuspended: boolean
  readonly isPayoutConnected: boolean
  /** Undefined when none was named. */
  readonly payoutAccount: string | undefined
  readonly hasCredential: boolean
  readonly createdAt: Date
}

/** Limits of a tier. */
export interface TierTerms {
  readonly perMinute: number
  readonly perDay: number
  readonly monthly: number
}

/** What is promised of answers: what is not kept is not charged. */
export interface Promises {
  /** Results follow the output schema of their tool. */
  readonly outputSchema: boolean
  /** An answer begins within so many milliseconds; undefined: nothing is promised. */
  readonly firstByteMs: number | undefined
}

/** What a publisher says of an app. */
export interface AppWish {
  readonly name: string
  readonly adapter: 'mcp' | 'llm'
  readonly upstream: string
  readonly timeoutMs: number
  readonly title: string
  readonly description: string
  readonly isPublished: boolean
  readonly chargeToolErrors: boolean
  readonly chargeAbandoned: boolean
  readonly chargeTasks: 'completion' | 'acceptance'
  readonly promises: Promises
  readonly free: TierTerms | undefined
  readonly paid: (TierTerms & { readonly priceMicros: bigint }) | undefined
  /** Prices of tools that have one of their own, micro-USD. */
  readonly tools: ReadonlyMap<string, bigint>
}

/** A tool that an app's server said it has. */
export interface AppTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON. */
  readonly inputSchema: string
  /** JSON; empty: it says nothing of its results. */
  readonly outputSchema: string
}

/** What a server offers. */
export interface Probed {
  readonly title: string
  readonly description: string
  readonly tools: readonly AppTool[]
}

/** An app as its publisher sees it. */
export interface OwnApp extends AppWish {
  readonly version: bigint
  readonly probedAt: Date | undefined
  readonly listedTools: readonly AppTool[]
  readonly announced: readonly AnnouncedRise[]
  readonly buyers: Readonly<Record<Tier, number>>
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A rise of a price that does not hold yet. */
interface AnnouncedRise {
  /** Undefined: the price of the tier. */
  readonly tool: string | undefined
  readonly oldMicros: bigint
  readonly newMicros: bigint
  readonly announcedAt: Date
  readonly effectiveAt: Date
}

/** What the paid calls of 30 days would have come to at other prices. */
export interface Rehearsal {
  readonly from: Date
  readonly to: Date
  readonly calls: number
  readonly buyers: number
  readonly beforeMicros: bigint
  readonly afterMicros: bigint
  /** Undefined where too few have called. */
  readonly capped: number | undefined
  readonly short: number | undefined
}

/** What a publisher has earned, and where it goes. */
export interface Earnings {
  readonly payableMicros: bigint
  readonly earnedMicros: bigint
  readonly paidOutMicros: bigint
  readonly isConnected: boolean
  readonly account: string | undefined
}

/** Earnings on their way. */
export interface Payout {
  readonly id: string
  readonly amountMicros: bigint
  readonly status: 'requested' | 'paid' | 'returned'
  readonly account: string
  readonly createdAt: Date
}

/** Whether calls of an app are let through. */
export interface Circuit {
  readonly app: string
  readonly state: 'closed' | 'open' | 'half_open'
  /** For the calls of one buyer alone. */
  readonly isOfOneBuyer: boolean
  readonly consecutiveFailures: number
  readonly retryInMs: number
}
