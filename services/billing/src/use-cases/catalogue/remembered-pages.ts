import { LRUCache } from 'lru-cache'
import type { ListingPage } from './search-listings.ts'

/** Pages of the catalogue, kept for a moment: what many ask for is looked up once. */
export interface RememberedPages {
  /** The page of this key; who asks while it is being read waits for the same reading. */
  find(key: string, read: () => Promise<ListingPage>): Promise<ListingPage>
  /** What was read before, or is being read, is not answered any more. */
  forgetAll(): void
}

/** Of all pages together: an app in a list is a few kilobytes at most. */
const LISTINGS_MAX = 5_000

/** Keeps pages for so long; 0 keeps none, and still reads once for all who ask at the same moment. */
export function rememberPages(keepMs: number): RememberedPages {
  const pages = new LRUCache<string, ListingPage>({
    maxSize: LISTINGS_MAX,
    sizeCalculation: ({ listings }) => 1 + listings.length,
    ttl: Math.max(1, keepMs),
  })
  let readings = new Map<string, Promise<ListingPage>>()

  async function readPage(key: string, read: () => Promise<ListingPage>, own: typeof readings): Promise<ListingPage> {
    try {
      const page = await read()
      if (readings === own && keepMs > 0) pages.set(key, page)
      return page
    } finally {
      own.delete(key)
    }
  }

  return {
    async find(key, read) {
      const known = pages.get(key)
      if (known !== undefined) return known
      const own = readings
      const reading = own.get(key) ?? readPage(key, read, own)
      own.set(key, reading)
      return await reading
    },
    forgetAll() {
      readings = new Map()
      pages.clear()
    },
  }
}
