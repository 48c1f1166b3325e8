/** What calls of an app's tools cost its buyer at one moment. */
export interface PriceList {
  /** Of a tool that has no price of its own; 0 in the free tier. */
  readonly priceMicros: bigint
  readonly tools: readonly ListedPrice[]
  /** What is announced and has not come yet. */
  readonly rises: readonly ListedRise[]
  readonly meter: MeterReading
}

/** A tool that has a price of its own. */
interface ListedPrice {
  readonly tool: string
  readonly priceMicros: bigint
}

/** A price that a tool will have; one of no tool is that of all tools without a price of their own. */
interface ListedRise extends ListedPrice {
  readonly effectiveAt: Date
}

/** The meter of a purchase. */
interface MeterReading {
  /** Calls in a window. */
  readonly quota: bigint
  readonly used: bigint
  readonly windowEndsAt: Date
  readonly renews: boolean
}
