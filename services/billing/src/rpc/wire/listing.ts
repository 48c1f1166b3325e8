import type { billing } from '@mtg/contracts'
import { fromBigint, invalidField, toTimestamp } from '@mtg/rpc'
import { type FoundOrder, type Listing, type ListingOrder } from '../../domain/listing.ts'
import type { ListingPosition } from '../../store/listings/find-listings.ts'
import { toTierMessage } from './tier.ts'

/** A listed app as a message. */
export function toListingMessage(listing: Listing): billing.Listing {
  const { promisedFirstByteMs = 0, priceLowMicros, priceHighMicros, createdAt, changedAt, ...rest } = listing
  return {
    ...rest,
    promisedFirstByteMs,
    priceLowMicros: fromBigint(priceLowMicros),
    priceHighMicros: fromBigint(priceHighMicros),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(changedAt),
    tiers: listing.tiers.map(({ tier, priceMicros, perMinute, perDay, monthly }) => ({
      tier: toTierMessage(tier),
      priceMicros: fromBigint(priceMicros),
      perMinute: fromBigint(perMinute),
      perDay: fromBigint(perDay),
      monthly: fromBigint(monthly),
    })),
    tools: listing.tools.map(({ name, title, description, inputSchema, outputSchema, priceMicros }) => ({
      name,
      title,
      description,
      inputSchemaJson: inputSchema,
      outputSchemaJson: outputSchema,
      ...(priceMicros !== undefined && { priceMicros: fromBigint(priceMicros) }),
    })),
    announcedPrices: listing.announcedPrices.map(({ tool, oldMicros, newMicros, announcedAt, effectiveAt }) => ({
      tool,
      oldMicros: fromBigint(oldMicros),
      newMicros: fromBigint(newMicros),
      announcedAt: toTimestamp(announcedAt),
      effectiveAt: toTimestamp(effectiveAt),
    })),
  }
}

const ORDER_OF: ReadonlyMap<string, ListingOrder> = new Map([
  ['LISTING_ORDER_RELEVANCE', 'relevance'],
  ['LISTING_ORDER_NAME', 'name'],
  ['LISTING_ORDER_PRICE', 'price'],
  ['LISTING_ORDER_NEWEST', 'newest'],
])

/** The order that a message names, or `invalid_argument`. */
export function orderOf(name: string, isQuery: boolean): ListingOrder {
  if (name === 'LISTING_ORDER_UNSPECIFIED') return isQuery ? 'relevance' : 'name'
  const order = ORDER_OF.get(name)
  if (order === undefined) throw invalidField('order', 'is not known')
  if (order === 'relevance' && !isQuery) throw invalidField('order', 'by relevance needs a query')
  return order
}

/** The adapter that a message names, undefined for none, or `invalid_argument`. */
export function adapterOf(name: string): 'mcp' | 'llm' | undefined {
  if (name === '') return undefined
  if (name === 'mcp' || name === 'llm') return name
  throw invalidField('adapter', 'must be mcp or llm')
}

/** A position as an opaque text, which says of which order it is. */
export function toPositionToken(order: FoundOrder, position: ListingPosition): string {
  return Buffer.from(JSON.stringify([order, ...position])).toString('base64url')
}

const TOKEN_LENGTH_MAX = 1024
const NUMBER = /^-?\d{1,18}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NAME = /^[^\p{Cc}\p{Cs}]{1,256}$/u

/** What each part of a position looks like. */
const PARTS: Readonly<Record<FoundOrder, readonly RegExp[]>> = {
  relevance: [NUMBER, UUID],
  resemblance: [NUMBER, UUID],
  name: [NAME, NAME],
  price: [NUMBER, NAME, NAME],
  newest: [NUMBER, UUID],
}

/** The position in a token, and its order; the first page for none; `invalid_argument` for what no page of this order ended with. */
export function positionIn(
  token: string,
  asked: ListingOrder,
  isQuery: boolean,
): { readonly order: FoundOrder; readonly after: ListingPosition | undefined } {
  if (token === '') return { order: asked, after: undefined }
  const [told, ...after] = token.length > TOKEN_LENGTH_MAX ? [] : textsIn(token)
  const order = told === 'resemblance' && isQuery ? 'resemblance' : asked
  const parts = PARTS[order]
  const isOurs = told === order && after.length === parts.length && parts.every((part, i) => part.test(after[i] ?? ''))
  if (!isOurs) throw invalidField('page_token', 'is not one that a page of this order ended with')
  return { order, after }
}

function textsIn(token: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    return Array.isArray(parts) && parts.every(part => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}
