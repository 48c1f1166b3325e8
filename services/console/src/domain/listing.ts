import type { Tier } from './purchase.ts'
import type { Quality } from './quality.ts'

/** Orders of the catalogue. */
export type ListingOrder = 'relevance' | 'name' | 'price' | 'newest'

/** Which apps; undefined: all. */
export interface ListingQuery {
  readonly query?: string | undefined
  readonly adapter?: 'mcp' | 'llm' | undefined
  readonly tier?: Tier | undefined
  readonly publisher?: string | undefined
  readonly priceMinMicros?: bigint | undefined
  readonly priceMaxMicros?: bigint | undefined
  readonly changedSince?: Date | undefined
  readonly order?: ListingOrder | undefined
}

/** An app of the catalogue. */
export interface Listing {
  readonly appId: string
  readonly publisher: string
  readonly name: string
  readonly adapter: 'mcp' | 'llm'
  readonly title: string
  readonly description: string
  readonly free: ListedTier | undefined
  readonly paid: ListedTier | undefined
  /** Prices of the paid tier, by tool. */
  readonly priceLowMicros: bigint
  readonly priceHighMicros: bigint
  readonly toolCount: number
  readonly tools: readonly ListedTool[]
  readonly announcedPrices: readonly AnnouncedPrice[]
  readonly promisesOutputSchema: boolean
  /** 0: nothing is promised. */
  readonly promisedFirstByteMs: number
  readonly chargesToolErrors: boolean
  readonly chargesAbandoned: boolean
  readonly chargesTasksOnAcceptance: boolean
  readonly payable: boolean
  readonly hasCredential: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A tier of it; limits of 0 are none. */
export interface ListedTier {
  readonly priceMicros: bigint
  readonly perMinute: number
  readonly perDay: number
  readonly monthly: number
}

/** A tool of it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema; undefined where it is not known, and in lists. */
  readonly inputSchema: unknown
  readonly outputSchema: unknown
  /** Undefined without a paid tier. */
  readonly priceMicros: bigint | undefined
}

/** A rise of a price that was announced. */
export interface AnnouncedPrice {
  /** Undefined: of every tool that has no price of its own. */
  readonly tool: string | undefined
  readonly oldMicros: bigint
  readonly newMicros: bigint
  readonly announcedAt: Date
  readonly effectiveAt: Date
}

/** An app, and how well it does. */
export interface MeasuredListing {
  readonly listing: Listing
  readonly quality: Quality
}
