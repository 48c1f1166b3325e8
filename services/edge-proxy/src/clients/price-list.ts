import type { billing } from '@mtg/contracts'
import { fromTimestamp, toBigint } from '@mtg/rpc'

/** What calls of an app's tools cost a buyer at one moment. */
export interface PriceList {
  /** Of a tool that has no price of its own, micro-USD. */
  readonly priceMicros: bigint
  /** By tool, micro-USD. */
  readonly toolPrices: ReadonlyMap<string, bigint>
  /** By tool; the one of no name is for all tools without a price of their own. */
  readonly rises: ReadonlyMap<string, PriceRise>
  readonly meter: MeterReading
}

/** A price that was announced. */
export interface PriceRise {
  readonly priceMicros: bigint
  readonly effectiveAt: Date
}

/** Calls of a purchase. */
export interface MeterReading {
  /** In a window of 30 days. */
  readonly quota: bigint
  /** In the window that is running. */
  readonly used: bigint
  readonly windowEndsAt: Date
  /** Whether another window follows. */
  readonly renews: boolean
}

/** Reads billing's list; undefined when it lacks what every list has. */
export function toPriceList(message: billing.PriceList__Output): PriceList | undefined {
  const { meter } = message
  const windowEndsAt = fromTimestamp(meter?.windowEndsAt ?? null)
  if (meter === null || windowEndsAt === undefined) return undefined
  const rises = message.rises.flatMap(({ toolName, priceMicros, effectiveAt }) => {
    const from = fromTimestamp(effectiveAt)
    return from === undefined ? [] : [[toolName, { priceMicros: toBigint(priceMicros), effectiveAt: from }] as const]
  })
  return {
    priceMicros: toBigint(message.priceMicros),
    toolPrices: new Map(message.tools.map(({ toolName, priceMicros }) => [toolName, toBigint(priceMicros)])),
    rises: new Map(rises),
    meter: { quota: toBigint(meter.quota), used: toBigint(meter.used), windowEndsAt, renews: meter.renews },
  }
}
