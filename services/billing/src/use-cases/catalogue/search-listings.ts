import type { Database } from '@mtg/postgres'
import type { FoundOrder, Listing } from '../../domain/listing.ts'
import { findListings, type ListingPosition, type ListingSearch } from '../../store/listings/find-listings.ts'
import { readListings } from '../../store/listings/read-listings.ts'

/** A page of the catalogue. */
export interface ListingPage {
  readonly listings: readonly Listing[]
  /** Where the page ends, and in which order; undefined on the last one. */
  readonly end: { readonly order: FoundOrder; readonly position: ListingPosition } | undefined
}

// Who quotes words or excludes them wants just that.
const IS_EXACT = /"|(^|\s)-/

/** The apps that match, and where to go on. Where nothing has the words of a query as they are, apps with words that resemble them. */
export async function searchListings(db: Database, search: ListingSearch): Promise<ListingPage> {
  const { order, query, after } = search
  const page = await findPage(db, search)
  const isInVain = page.listings.length === 0 && after === undefined && order !== 'resemblance'
  return isInVain && query !== undefined && !IS_EXACT.test(query)
    ? await findPage(db, { ...search, order: 'resemblance' })
    : page
}

async function findPage(db: Database, search: ListingSearch): Promise<ListingPage> {
  const { limit, order } = search
  // One more than asked for tells whether there is another page.
  const found = await findListings(db, { ...search, limit: limit + 1 })
  const page = found.slice(0, limit)
  const listings = await readListings(
    db,
    page.map(({ appId }) => appId),
  )
  const last = found.length > limit ? page.at(-1) : undefined
  return { listings, end: last && { order, position: last.position } }
}
