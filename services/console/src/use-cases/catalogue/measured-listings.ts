import { itemAt } from '@mtg/primitives'
import type { Catalogue } from '../../clients/catalogue.ts'
import type { Qualities } from '../../clients/quality.ts'
import type { Listing, ListingQuery, MeasuredListing } from '../../domain/listing.ts'
import type { Page, PageRequest } from '../../domain/page.ts'

/** What is listed, and how well it does: two services know it. */
export interface CatalogueSources {
  readonly catalogue: Catalogue
  readonly qualities: Qualities
}

/** Apps of the catalogue with their quality. */
export async function listMeasured(
  sources: CatalogueSources,
  query: ListingQuery,
  page: PageRequest,
): Promise<Page<MeasuredListing>> {
  const { items, nextPageToken } = await sources.catalogue.list(query, page)
  return { items: await measure(sources, items), nextPageToken }
}

/** One app with its quality. */
export async function findMeasured(
  sources: CatalogueSources,
  publisher: string,
  app: string,
): Promise<MeasuredListing> {
  return itemAt(await measure(sources, [await sources.catalogue.find(publisher, app)]), 0)
}

async function measure({ qualities }: CatalogueSources, listings: readonly Listing[]): Promise<MeasuredListing[]> {
  const found = await qualities.of(listings.map(({ publisher, name }) => `${publisher}/${name}`))
  return listings.map((listing, index) => ({ listing, quality: itemAt(found, index) }))
}
