import { type billing, services } from '@mtg/contracts'
import { createClient, fromBigint, toBigint, toTimestamp } from '@mtg/rpc'
import type { AnnouncedPrice, ListedTier, ListedTool, Listing, ListingOrder, ListingQuery } from '../domain/listing.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { Tier } from '../domain/purchase.ts'
import type { ServiceOptions } from './auth.ts'
import { presentIn, timeIn } from './service-times.ts'

/** Apps that everybody may see. */
export interface Catalogue {
  list(query: ListingQuery, page: PageRequest): Promise<Page<Listing>>
  /** With all of its tools. Rejects with `app_not_found` when there is no such app, or it is not shown. */
  find(publisher: string, app: string): Promise<Listing>
  close(): void
}

/** Opens the connection to billing's catalogue. */
export function openCatalogue({ address, token, timeoutMs }: ServiceOptions): Catalogue {
  const client = createClient(services.billing.CatalogService, { address, token })
  const limits = { timeoutMs }
  return {
    async list(query, page) {
      const { listings, nextPageToken } = await client.ListListings({ ...toRequest(query), ...page }, limits)
      return { items: listings.map(toListing), nextPageToken: nextPageToken || null }
    },
    async find(publisher, app) {
      return toListing(presentIn((await client.GetListing({ publisher, app }, limits)).listing))
    },
    close: () => client.close(),
  }
}

const WIRE_ORDER_OF = {
  relevance: 'LISTING_ORDER_RELEVANCE',
  name: 'LISTING_ORDER_NAME',
  price: 'LISTING_ORDER_PRICE',
  newest: 'LISTING_ORDER_NEWEST',
} as const satisfies Record<ListingOrder, billing.ListingOrder__Output>

const WIRE_TIER_OF = { free: 'TIER_FREE', paid: 'TIER_PAID' } as const satisfies Record<Tier, billing.Tier__Output>

function toRequest(wanted: ListingQuery): billing.ListListingsRequest {
  const { query = '', adapter = '', publisher = '', tier, order, priceMinMicros, priceMaxMicros, changedSince } = wanted
  return {
    query,
    adapter,
    publisher,
    ...(tier !== undefined && { tier: WIRE_TIER_OF[tier] }),
    ...(order !== undefined && { order: WIRE_ORDER_OF[order] }),
    ...(priceMinMicros !== undefined && { priceMinMicros: fromBigint(priceMinMicros) }),
    ...(priceMaxMicros !== undefined && { priceMaxMicros: fromBigint(priceMaxMicros) }),
    ...(changedSince !== undefined && { changedSince: toTimestamp(changedSince) }),
  }
}

function toListing(sent: billing.Listing__Output): Listing {
  const { tiers, tools, announcedPrices, createdAt, updatedAt, adapter, ...rest } = sent
  const tierIn = (name: billing.Tier__Output) => {
    const found = tiers.find(({ tier }) => tier === name)
    return found && toTier(found)
  }
  return {
    ...rest,
    adapter: adapter === 'llm' ? 'llm' : 'mcp',
    free: tierIn('TIER_FREE'),
    paid: tierIn('TIER_PAID'),
    priceLowMicros: toBigint(sent.priceLowMicros),
    priceHighMicros: toBigint(sent.priceHighMicros),
    tools: tools.map(toTool),
    announcedPrices: announcedPrices.map(toAnnouncement),
    createdAt: timeIn(createdAt),
    updatedAt: timeIn(updatedAt),
  }
}

function toTier({ priceMicros, perMinute, perDay, monthly }: billing.ListedTier__Output): ListedTier {
  return {
    priceMicros: toBigint(priceMicros),
    perMinute: Number(perMinute),
    perDay: Number(perDay),
    monthly: Number(monthly),
  }
}

function toTool({ name, title, description, priceMicros, ...schemas }: billing.ListedTool__Output): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: jsonIn(schemas.inputSchemaJson),
    outputSchema: jsonIn(schemas.outputSchemaJson),
    priceMicros: priceMicros === undefined ? undefined : toBigint(priceMicros),
  }
}

const jsonIn = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

function toAnnouncement(sent: billing.AnnouncedPrice__Output): AnnouncedPrice {
  return {
    tool: sent.tool || undefined,
    oldMicros: toBigint(sent.oldMicros),
    newMicros: toBigint(sent.newMicros),
    announcedAt: timeIn(sent.announcedAt),
    effectiveAt: timeIn(sent.effectiveAt),
  }
}
