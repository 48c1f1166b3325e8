import type { AppEntry } from './catalogue.ts'

/** A tool that an app's server said it has. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON. */
  readonly inputSchema: string
  /** JSON; null: it says nothing of its results. */
  readonly outputSchema: string | null
}

/** What an app's server said that it offers. */
export interface AppListing {
  readonly title: string
  readonly description: string
  readonly tools: readonly ListedTool[]
}

/** Bounds of what is kept of an app. */
export const appBounds = {
  appsMax: 500,
  titleLengthMax: 200,
  descriptionLengthMax: 2000,
  toolsMax: 500,
  toolDescriptionBytesMax: 2000,
  toolTitleLengthMax: 200,
  schemaBytesMax: 32 * 1024,
  listingBytesMax: 1024 * 1024,
} as const

/** A rise of a price that does not hold yet. */
interface AnnouncedPrice {
  readonly tool: string
  readonly oldMicros: bigint
  readonly newMicros: bigint
  readonly announcedAt: Date
  readonly effectiveAt: Date
}

/** An app as its publisher sees it. */
export interface OwnApp {
  readonly id: string
  /** What was asked for, prices that are announced among them. */
  readonly entry: Omit<AppEntry, 'asSent'>
  readonly title: string
  readonly version: bigint
  readonly tools: readonly ListedTool[]
  readonly probedAt: Date | null
  readonly announced: readonly AnnouncedPrice[]
  readonly freeBuyerCount: number
  readonly paidBuyerCount: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A publisher as its owner sees it. */
export interface PublisherProfile {
  readonly id: string
  readonly username: string
  readonly suspended: boolean
  readonly payoutConnected: boolean
  readonly payoutAccount: string | null
  readonly hasCredential: boolean
  readonly createdAt: Date
}
