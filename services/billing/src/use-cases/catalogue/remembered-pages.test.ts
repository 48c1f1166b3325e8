import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberPages } from './remembered-pages.ts'
import type { ListingPage } from './search-listings.ts'

const KEPT_MS = 600_000
const pageOf = (): ListingPage => ({ listings: [], end: undefined })

test('a page is read once for all who ask at the same moment, and for who asks soon after', async () => {
  const pages = rememberPages(KEPT_MS)
  const asked = Promise.withResolvers<ListingPage>()
  let count = 0
  const read = () => {
    count += 1
    return asked.promise
  }
  const all = [pages.find('a', read), pages.find('a', read)]
  const page = pageOf()
  asked.resolve(page)
  assert.deepEqual([...new Set([...(await Promise.all(all)), await pages.find('a', read)])], [page])
  assert.equal(count, 1)
})

test('what was being read when something changed is neither kept nor given to who asks after it', async () => {
  const pages = rememberPages(KEPT_MS)
  const [old, fresh] = [pageOf(), pageOf()]
  const slow = Promise.withResolvers<ListingPage>()
  const before = pages.find('a', () => slow.promise)
  pages.forgetAll()
  const after = pages.find('a', async () => fresh)
  slow.resolve(old)
  assert.equal(await before, old)
  assert.equal(await after, fresh)
  assert.equal(await pages.find('a', async () => pageOf()), fresh)
})

test('a page that could not be read is asked for again', async () => {
  const pages = rememberPages(KEPT_MS)
  await assert.rejects(
    pages.find('a', () => Promise.reject(new Error('away'))),
    /away/,
  )
  const page = pageOf()
  assert.equal(await pages.find('a', async () => page), page)
})
