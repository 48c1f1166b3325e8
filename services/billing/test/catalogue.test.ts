import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { uuidv7 } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { fillCatalogue } from '@mtg/testing/generated-catalogue'
import { type ListingSearch, listingQuery } from '../src/store/listings/find-listings.ts'
import { appEntry, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

let harness: Harness
let catalogue: ReturnType<typeof openCatalogue>

const openCatalogue = (address: string) => createClient(services.billing.CatalogService, { address })

before(async () => {
  harness = await startHarness({ env: { LISTING_WORDS_INTERVAL_MS: '50', LISTINGS_CACHE_MS: '0' } })
  catalogue = openCatalogue(harness.address)
  await fillCatalogue(harness.sql, { publishers: 1000, appsEach: 10, toolsEach: 3 })
  await harness.catalog.ApplyCatalog({ publishers }, LIMITS)
})
after(async () => {
  catalogue?.close()
  await harness?.stop()
})

const pathOf = ({ publisher, name }: billing.Listing__Output) => `${publisher}/${name}`
const found = async (request: billing.ListListingsRequest) =>
  (await catalogue.ListListings(request, LIMITS)).listings.map(pathOf)

describe('what is shown', () => {
  test('are published apps of publishers that are not suspended, from the moment that this changes', async () => {
    const mine = () => found({ publisher: 'acme' })
    const all = ['acme/daily', 'acme/quota', 'acme/search', 'acme/tight']
    assert.deepEqual(await mine(), all)
    assert.deepEqual(await found({ publisher: 'banned' }), [])
    await assert.rejects(catalogue.GetListing({ publisher: 'banned', app: 'search' }, LIMITS), {
      code: 'app_not_found',
    })
    await harness.catalog.SetPublisherStatus({ username: 'acme', suspended: true }, LIMITS)
    assert.deepEqual(await mine(), [])
    await harness.catalog.SetPublisherStatus({ username: 'acme', suspended: false }, LIMITS)
    assert.deepEqual(await mine(), all)
    await harness.sql.query("UPDATE apps SET published = false WHERE name = 'daily'")
    assert.deepEqual(await mine(), all.slice(1))
    await harness.sql.query("UPDATE apps SET published = true WHERE name = 'daily'")
    assert.deepEqual(await mine(), all)
  })

  test('and who publishes is found by what a name begins with, and by being suspended', async () => {
    const publishers = async (request: billing.ListPublishersRequest) =>
      (await harness.catalog.ListPublishers(request, LIMITS)).publishers
    const [acme] = await publishers({ search: 'acm' })
    const count = await harness.sql.query<{ count: string }>(
      "SELECT count(*) FROM apps WHERE publisher_id = (SELECT id FROM publishers WHERE username = 'acme')",
    )
    assert.deepEqual([acme?.username, String(acme?.appCount), acme?.suspended], ['acme', count.rows[0]?.count, false])
    const suspended = (await publishers({ suspendedOnly: true })).map(({ username }) => username)
    assert.ok(suspended.includes('banned') && !suspended.includes('acme'))
    assert.deepEqual(await publishers({ search: 'ACM' }), [])
    const all = (await publishers({ pageSize: 500 })).map(({ username }) => username)
    assert.deepEqual(all, all.toSorted())
    const { nextPageToken } = await harness.catalog.ListPublishers({ pageSize: 1 }, LIMITS)
    assert.equal((await publishers({ pageSize: 1, pageToken: nextPageToken }))[0]?.username, all[1])
  })

  test('an app comes with tiers, limits, prices of its tools, rises that were announced, and what is charged', async () => {
    await harness.sql.query(`
      INSERT INTO app_tools (app_id, name, description, input_schema, output_schema, position)
        SELECT id, tool, 'Looks ' || tool, '{"type":"object"}', '{"type":"object"}', place
        FROM apps, (VALUES ('shallow', 1), ('deep', 2)) AS tools (tool, place)
        WHERE name = 'search' AND publisher_id = (SELECT id FROM publishers WHERE username = 'acme');
      INSERT INTO price_changes (id, app_id, tool, old_micros, new_micros, effective_at)
        SELECT gen_random_uuid(), id, 'deep', 20000, 30000, now() + interval '7 days'
        FROM apps WHERE name = 'search' AND publisher_id = (SELECT id FROM publishers WHERE username = 'acme')`)
    const { listing } = await catalogue.GetListing({ publisher: 'acme', app: 'search' }, LIMITS)
    assert.ok(listing)
    const { tiers, tools, announcedPrices, priceLowMicros, priceHighMicros } = listing
    assert.deepEqual(
      tiers.map(({ tier, priceMicros, monthly }) => [tier, priceMicros, monthly]),
      [
        ['TIER_FREE', '0', '1000000'],
        ['TIER_PAID', '2000', '1000000'],
      ],
    )
    assert.deepEqual(
      tools.map(tool => [tool.name, tool.description, tool.priceMicros, tool.inputSchemaJson]),
      [
        ['shallow', 'Looks shallow', '2000', '{"type": "object"}'],
        ['deep', 'Looks deep', '20000', '{"type": "object"}'],
      ],
    )
    assert.deepEqual([priceLowMicros, priceHighMicros], ['2000', '20000'])
    assert.deepEqual(
      announcedPrices.map(({ tool, oldMicros, newMicros }) => [tool, oldMicros, newMicros]),
      [['deep', '20000', '30000']],
    )
    assert.deepEqual([listing.payable, listing.hasCredential, listing.chargesToolErrors], [true, true, false])
    await harness.sql.query(
      "UPDATE price_changes SET announced_at = now() - interval '8 days', effective_at = now() WHERE tool = 'deep'",
    )
    const due = (await catalogue.GetListing({ publisher: 'acme', app: 'search' }, LIMITS)).listing
    assert.deepEqual([due?.tools[1]?.priceMicros, due?.announcedPrices], ['30000', []])
    await harness.sql.query("UPDATE price_changes SET cancelled_at = now() WHERE tool = 'deep'")
    const changed = async () =>
      (await catalogue.GetListing({ publisher: 'acme', app: 'search' }, LIMITS)).listing?.updatedAt
    const before = await changed()
    await harness.sql.query("UPDATE apps SET timeout_ms = timeout_ms WHERE name = 'search'")
    assert.deepEqual(await changed(), before)
    await harness.sql.query("UPDATE app_tools SET description = 'Looks hard' WHERE name = 'shallow'")
    assert.notDeepEqual(await changed(), before)
  })

  test('of an app without a paid tier no tool has a price', async () => {
    const { listing } = await catalogue.GetListing({ publisher: 'acme', app: 'tight' }, LIMITS)
    assert.deepEqual([listing?.priceLowMicros, listing?.priceHighMicros], ['0', '0'])
    assert.deepEqual(
      listing?.tiers.map(({ tier }) => tier),
      ['TIER_FREE'],
    )
  })
})

describe('search', () => {
  test('finds by name, tool, description, stem, another spelling and the beginning of a word, the best first', async () => {
    const entry = appEntry('shipment-tracker', {
      description: 'Follows parcels that cross borders',
      tools: [{ name: 'customsDuty', priceMicros: '9' }],
    })
    await harness.catalog.ApplyCatalog(
      { publishers: [{ username: 'harbour', payoutConnected: true, apiKey: 'k', apps: [entry] }] },
      LIMITS,
    )
    for (const query of [
      'shipment tracker',
      'harbour/shipment-tracker',
      'shipment',
      'tracker',
      'customs duty',
      'customsduty',
      'crossed border parcels',
      'following border',
      'shipm',
      '"cross borders"',
      'SHIPMENT',
    ]) {
      assert.equal((await found({ query }))[0], 'harbour/shipment-tracker', query)
    }
    assert.deepEqual(await found({ query: 'harbour -shipment' }), [])
    for (const query of ['zzzzqqqq', '!!!', '-', '"', ':*', "a'b", 'the', '\\', '%', '(&|!)']) await found({ query })
  })

  test('finds what is misspelt in one word of several, and nothing where a word resembles none', async () => {
    const entry = appEntry('kettle', {
      description: 'Boils excellent marmalade',
      tools: [{ name: 'boilWater', priceMicros: '9' }],
    })
    await harness.catalog.ApplyCatalog(
      { publishers: [{ username: 'kitchen', payoutConnected: true, apiKey: 'k', apps: [entry] }] },
      LIMITS,
    )
    for (const query of ['ketle', 'marmelade', 'excelent ketle', 'boil watr for kettel', 'kitchen marmalad']) {
      await eventually(async () => assert.deepEqual(await found({ query }), ['kitchen/kettle'], query))
    }
    assert.deepEqual(await found({ query: 'kettle zzzzqqqq' }), [])
    assert.deepEqual(await found({ query: '"ketle"' }), [])
    await harness.sql.query("UPDATE apps SET published = false WHERE name = 'kettle'")
    await harness.sql.query(
      "UPDATE listing_words SET checked_at = now() - interval '2 days' WHERE word IN ('marmalade', 'search')",
    )
    await eventually(async () => {
      const { rows } = await harness.sql.query("SELECT word FROM listing_words WHERE word IN ('marmalade', 'search')")
      assert.deepEqual(rows, [{ word: 'search' }])
    })
  })

  test('finds by its whole name an app that is older than a thousand others with that word, before all of these', async () => {
    const entry = appEntry('Data', { description: 'Old' })
    await harness.catalog.ApplyCatalog(
      { publishers: [{ username: 'first-comer', payoutConnected: true, apiKey: 'k', apps: [entry] }] },
      LIMITS,
    )
    await harness.sql.query("UPDATE apps SET created_at = '2020-01-01' WHERE name = 'Data'")
    await harness.sql.query("UPDATE listings SET created_at = '2020-01-01' WHERE name = 'Data'")
    assert.equal((await found({ query: 'data' }))[0], 'first-comer/Data')
    assert.equal((await found({ query: 'First-Comer' }))[0], 'first-comer/Data')
  })

  test('narrows by adapter, tier, publisher and price, and pages come once: all of them, or the best of a thousand', async () => {
    const narrow = { query: 'search', adapter: 'mcp', tier: 'TIER_PAID', priceMaxMicros: '20000' } as const
    for (const order of [
      'LISTING_ORDER_RELEVANCE',
      'LISTING_ORDER_NAME',
      'LISTING_ORDER_PRICE',
      'LISTING_ORDER_NEWEST',
    ] as const) {
      const seen: billing.Listing__Output[] = []
      let pageToken = ''
      do {
        const page = await catalogue.ListListings({ ...narrow, order, pageSize: 200, pageToken }, LIMITS)
        seen.push(...page.listings)
        pageToken = page.nextPageToken
      } while (pageToken !== '')
      assert.equal(new Set(seen.map(pathOf)).size, seen.length)
      const { rows } = await harness.sql.query<{ count: number; namesakes: number }>(
        `SELECT count(*)::int, (count(*) FILTER (WHERE name = 'search'))::int AS namesakes FROM listings WHERE adapter = 'mcp' AND is_paid AND price_low_micros <= 20000
         AND document @@ listing_query('search')`,
      )
      const [{ count, namesakes } = { count: 0, namesakes: 0 }] = rows
      assert.ok(count > 1000 + namesakes)
      assert.equal(seen.length, order === 'LISTING_ORDER_RELEVANCE' ? 1000 + namesakes : count)
      for (const listing of seen) {
        assert.ok(
          listing.adapter === 'mcp' &&
            Number(listing.priceLowMicros) <= 20_000 &&
            listing.tiers.some(({ tier }) => tier === 'TIER_PAID'),
        )
      }
      if (order === 'LISTING_ORDER_PRICE') {
        const prices = seen.map(({ priceLowMicros }) => Number(priceLowMicros))
        assert.deepEqual(
          prices,
          prices.toSorted((a, b) => a - b),
        )
      }
    }
    assert.deepEqual(
      await found({ publisher: 'maker-7', pageSize: 3 }),
      (await found({ publisher: 'maker-7' })).slice(0, 3),
    )
    assert.deepEqual(await found({ publisher: 'acme', priceMinMicros: '15000' }), ['acme/quota', 'acme/search'])
    assert.deepEqual(await found({ publisher: 'acme', priceMaxMicros: '0' }), ['acme/daily', 'acme/tight'])
  })

  test('what cannot be searched is invalid_argument', async () => {
    const { nextPageToken } = await catalogue.ListListings({ order: 'LISTING_ORDER_NAME' }, LIMITS)
    const bad: billing.ListListingsRequest[] = [
      { query: 'x'.repeat(201) },
      { query: 'a\u0000b' },
      { adapter: 'a2a' },
      { pageSize: 201 },
      { order: 'LISTING_ORDER_RELEVANCE' },
      { pageToken: 'bm9uZQ' },
      { pageToken: nextPageToken, order: 'LISTING_ORDER_PRICE' },
      { pageToken: Buffer.from('["price","9".repeat(30)]').toString('base64url'), order: 'LISTING_ORDER_PRICE' },
      { priceMinMicros: '-1' },
    ]
    for (const request of bad) {
      await assert.rejects(
        catalogue.ListListings(request, LIMITS),
        { code: 'invalid_argument' },
        JSON.stringify(request),
      )
    }
  })
})

describe('among ten thousand apps of a thousand publishers', () => {
  const all = {
    query: undefined,
    adapter: undefined,
    tier: undefined,
    publisher: undefined,
    priceMinMicros: undefined,
    priceMaxMicros: undefined,
    changedSince: undefined,
    after: undefined,
    limit: 51,
  } as const

  async function planOf(search: ListingSearch): Promise<string> {
    const { text, values } = listingQuery(search)
    await harness.sql.query(`SET enable_seqscan = ${search.query === undefined ? 'on' : 'off'}`)
    const { rows } = await harness.sql.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${text}`,
      values,
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }

  test('lists walk along the index of their order, and searches look into those of the words', async () => {
    const listed: [ListingSearch, RegExp][] = [
      [{ ...all, order: 'name' }, /Index.* listings_username_name_key/],
      [{ ...all, order: 'name', after: ['maker-5', 'x'], adapter: 'llm' }, /Index.* listings_username_name_key/],
      [{ ...all, order: 'name', publisher: 'maker-77' }, /Index.* listings_username_name_key/],
      [{ ...all, order: 'price', tier: 'paid' }, /Index.* listings_price/],
      [{ ...all, order: 'price', priceMinMicros: 3000n, after: ['40000', 'a', 'b'] }, /Index.* listings_price/],
      [{ ...all, order: 'newest', adapter: 'mcp' }, /Index.* listings_newest/],
      [{ ...all, order: 'relevance', query: 'zeppelin orchid quasar' }, /Index Scan on listings_document/],
      [
        { ...all, order: 'relevance', query: 'search', tier: 'free' },
        /listings_lower_name[^]*Index Scan.*listings_(document|newest)/,
      ],
      [{ ...all, order: 'relevance', query: 'data' }, /Index Scan using listings_newest/],
      [{ ...all, order: 'price', query: 'search data' }, /Index Scan (on listings_document|using listings_price)/],
    ]
    for (const [search, index] of listed) {
      const plan = await planOf(search)
      assert.match(plan, index)
      assert.doesNotMatch(plan, /Seq Scan/)
    }
  })

  test('another spelling is looked for in an index of words', async () => {
    await harness.sql.query(
      'INSERT INTO listing_words SELECT left(md5(n::text), 3 + n % 9) || n FROM generate_series(1, 20000) AS n',
    )
    await harness.sql.query('ANALYZE listing_words')
    const { rows } = await harness.sql.query<{ 'QUERY PLAN': string }>(
      "EXPLAIN SELECT * FROM resembling_words('zepelin')",
    )
    assert.match(rows.map(row => row['QUERY PLAN']).join('\n'), /Index Scan on listing_words_resembling/)
  })
})

test('a file of however many buyers takes one lock, and waits for moves that are under way', async () => {
  const { sql } = harness
  const locks = async (condition: string) => {
    const { rows } = await sql.query<{ count: string }>(
      `SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
       WHERE locktype = 'advisory' AND ${condition}`,
    )
    return Number(rows[0]?.count)
  }
  await sql.query('BEGIN')
  await sql.query('SELECT pg_advisory_xact_lock_shared(lock_of_moves())')
  const buyerId = uuidv7(Date.now())
  const applying = harness.catalog.ApplyCatalog({ buyers: [{ buyerId, email: 'one@example.test' }] }, LIMITS)
  try {
    await eventually(async () => assert.equal(await locks('NOT granted'), 1))
  } finally {
    await sql.query('COMMIT')
  }
  await applying

  await sql.query('BEGIN')
  await sql.query('SELECT hold_moves()')
  await sql.query(
    `INSERT INTO purchases (id, buyer_id, app_id, tier)
     SELECT gen_random_uuid(), gen_random_uuid(), (SELECT id FROM apps LIMIT 1), 'paid' FROM generate_series(1, 50)`,
  )
  assert.equal(await locks('pid = pg_backend_pid()'), 1)
  await sql.query('ROLLBACK')
})
