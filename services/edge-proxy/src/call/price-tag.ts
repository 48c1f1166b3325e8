import { formatMicros } from '@mtg/primitives'
import type { MeterReading, PriceRise } from '../clients/price-list.ts'
import type { AppPromises, ReservationTerms } from '../clients/reservation-terms.ts'

/** What a tool's price tag says, as JSON; undefined when billing has told of no prices. */
export function priceTagsOf({ prices, tier, upstream }: ReservationTerms): ((tool: string) => string) | undefined {
  if (prices === undefined) return undefined
  const meter = toMeter(prices.meter)
  const chargedWhen = {
    result: 'complete',
    toolErrors: upstream.chargeToolErrors,
    abandonedCalls: upstream.chargeAbandoned,
    tasks: upstream.chargeTasksOnAcceptance ? 'on_acceptance' : 'on_delivery',
  }
  const promises = toPromises(upstream.promises)
  return tool => {
    const own = prices.toolPrices.get(tool)
    const rise = prices.rises.get(tool) ?? (own === undefined ? prices.rises.get('') : undefined)
    return JSON.stringify({
      price: formatMicros(own ?? prices.priceMicros),
      currency: 'USD',
      tier,
      chargedWhen,
      ...promises,
      meter,
      ...(rise !== undefined && { announcedPrice: toAnnouncement(rise) }),
    })
  }
}

/** Nothing where nothing is promised. */
function toPromises({ outputSchema, firstByteMs }: AppPromises) {
  if (!outputSchema && firstByteMs === undefined) return {}
  return { promises: { outputSchema, firstByteMs: firstByteMs ?? null } }
}

function toMeter({ quota, used, windowEndsAt, renews }: MeterReading) {
  const remaining = used < quota ? quota - used : 0n
  const endsAt = windowEndsAt.toISOString()
  return {
    quota: Number(quota),
    used: Number(used),
    remaining: Number(remaining),
    ...(renews ? { renewsAt: endsAt } : { endsAt }),
  }
}

function toAnnouncement({ priceMicros, effectiveAt }: PriceRise) {
  return { price: formatMicros(priceMicros), effectiveAt: effectiveAt.toISOString() }
}
