import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { implement, int64Of, nameOf, pageSizeOf, textOf, timeOf } from '@mtg/rpc'
import type { ListingFilter } from '../domain/listing.ts'
import { readListing } from '../store/listings/read-listings.ts'
import type { RememberedPages } from '../use-cases/catalogue/remembered-pages.ts'
import { searchListings } from '../use-cases/catalogue/search-listings.ts'
import { adapterOf, orderOf, positionIn, toListingMessage, toPositionToken } from './wire/listing.ts'
import { tierOf } from './wire/tier.ts'

const QUERY_BYTES_MAX = 200
const PAGE_SIZE_MAX = 200

/** Where apps are, and pages of them that were read a moment ago. */
export interface CatalogDeps {
  readonly db: Database
  readonly pages: RememberedPages
}

/** CatalogService: what everybody may read of published apps. */
export function catalogService({ db, pages }: CatalogDeps) {
  return implement(services.billing.CatalogService, {
    ListListings: request => list({ db, pages }, request),
    GetListing: request => get(db, request),
  })
}

async function list(
  { db, pages }: CatalogDeps,
  request: billing.ListListingsRequest__Output,
): Promise<billing.ListListingsResponse> {
  const filter = filterOf(request)
  const isQuery = filter.query !== undefined
  const search = {
    ...filter,
    ...positionIn(request.pageToken, orderOf(request.order, isQuery), isQuery),
    limit: pageSizeOf(request.pageSize, PAGE_SIZE_MAX),
  }
  const { listings, end } = await pages.find(JSON.stringify(request), () => searchListings(db, search))
  return {
    listings: listings.map(toListingMessage),
    nextPageToken: end === undefined ? '' : toPositionToken(end.order, end.position),
  }
}

function filterOf(request: billing.ListListingsRequest__Output): ListingFilter {
  const { tier, priceMinMicros, priceMaxMicros } = request
  return {
    query: textOf(request.query, 'query', QUERY_BYTES_MAX).trim() || undefined,
    adapter: adapterOf(request.adapter),
    tier: tier === 'TIER_UNSPECIFIED' ? undefined : tierOf(tier, 'is not known'),
    publisher: textOf(request.publisher, 'publisher') || undefined,
    priceMinMicros: priceMinMicros === undefined ? undefined : int64Of(priceMinMicros, 'price_min_micros'),
    priceMaxMicros: priceMaxMicros === undefined ? undefined : int64Of(priceMaxMicros, 'price_max_micros'),
    changedSince: timeOf(request.changedSince, 'changed_since'),
  }
}

async function get(db: Database, request: billing.GetListingRequest__Output): Promise<billing.GetListingResponse> {
  const publisher = nameOf(request.publisher, 'publisher')
  const app = nameOf(request.app, 'app')
  const listing = await readListing(db, publisher, app)
  if (listing === undefined) throw appError('app_not_found', { detail: { publisher, app } })
  return { listing: toListingMessage(listing) }
}
