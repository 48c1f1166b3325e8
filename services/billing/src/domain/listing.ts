import type { Tier } from './purchase.ts'

/** Orders of the catalogue. */
export type ListingOrder = 'relevance' | 'name' | 'price' | 'newest'

/** How what was found is ordered: as asked, or by how much it resembles a query that nothing fits as it is. */
export type FoundOrder = ListingOrder | 'resemblance'

/** Which apps of the catalogue; undefined: all. */
export interface ListingFilter {
  /** Words, as people type them. */
  readonly query: string | undefined
  readonly adapter: 'mcp' | 'llm' | undefined
  readonly tier: Tier | undefined
  readonly publisher: string | undefined
  readonly priceMinMicros: bigint | undefined
  readonly priceMaxMicros: bigint | undefined
  readonly changedSince: Date | undefined
}

/** An app as the catalogue shows it. */
export interface Listing {
  readonly appId: string
  readonly publisher: string
  readonly name: string
  readonly adapter: 'mcp' | 'llm'
  readonly title: string
  readonly description: string
  readonly tiers: readonly ListedTier[]
  readonly toolCount: number
  readonly tools: readonly ListedTool[]
  readonly announcedPrices: readonly AnnouncedPrice[]
  readonly priceLowMicros: bigint
  readonly priceHighMicros: bigint
  readonly promisesOutputSchema: boolean
  readonly promisedFirstByteMs: number | undefined
  readonly chargesToolErrors: boolean
  readonly chargesAbandoned: boolean
  readonly chargesTasksOnAcceptance: boolean
  /** Whether its publisher can be paid. */
  readonly payable: boolean
  /** Whether its publisher's server can be asked at all. */
  readonly hasCredential: boolean
  readonly createdAt: Date
  readonly changedAt: Date
}

/** A tier of a listed app; limits of 0 are none. */
export interface ListedTier {
  readonly tier: Tier
  readonly priceMicros: bigint
  readonly perMinute: bigint
  readonly perDay: bigint
  readonly monthly: bigint
}

/** A tool of a listed app. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON; empty: not known, or not asked for. */
  readonly inputSchema: string
  readonly outputSchema: string
  /** Undefined without a paid tier. */
  readonly priceMicros: bigint | undefined
}

/** A rise of a price that was announced. */
export interface AnnouncedPrice {
  /** Empty: of every tool that has no price of its own. */
  readonly tool: string
  readonly oldMicros: bigint
  readonly newMicros: bigint
  readonly announcedAt: Date
  readonly effectiveAt: Date
}
