import type { billing } from '@mtg/contracts'
import { toTimestamp } from '@mtg/rpc'
import type { PriceList } from '../../domain/price-list.ts'

/** What calls of an app's tools cost, for the wire. */
export function toPriceListMessage({ priceMicros, tools, rises, meter }: PriceList): billing.PriceList {
  return {
    priceMicros: priceMicros.toString(),
    tools: tools.map(({ tool, priceMicros: micros }) => ({ toolName: tool, priceMicros: micros.toString() })),
    rises: rises.map(({ tool, priceMicros: micros, effectiveAt }) => ({
      toolName: tool,
      priceMicros: micros.toString(),
      effectiveAt: toTimestamp(effectiveAt),
    })),
    meter: {
      quota: meter.quota.toString(),
      used: meter.used.toString(),
      windowEndsAt: toTimestamp(meter.windowEndsAt),
      renews: meter.renews,
    },
  }
}
