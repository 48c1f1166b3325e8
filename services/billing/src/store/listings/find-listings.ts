import type { Database, Queryable } from '@mtg/postgres'
import type { FoundOrder, ListingFilter } from '../../domain/listing.ts'

/** Where an app stands in an order: what the order goes by, and its id where that is not enough. */
export type ListingPosition = readonly string[]

/** An app that was found, and where it stands. */
export interface FoundListing {
  readonly appId: string
  readonly position: ListingPosition
}

/** Which part of the catalogue, in which order. */
export interface ListingSearch extends ListingFilter {
  readonly order: FoundOrder
  /** Behind this one; undefined: from the first. */
  readonly after: ListingPosition | undefined
  readonly limit: number
}

interface OrderSql {
  /** What the order goes by. */
  readonly position: readonly string[]
  /** What lies behind a position, given as many parameters as it has parts. */
  readonly behind: (position: readonly string[]) => string
  readonly orderBy: string
}

const byScore: OrderSql = {
  position: ['score', 'app_id'],
  behind: ([score, id]) => `(-score, app_id) > (-(${score}::bigint), ${id}::uuid)`,
  orderBy: 'score DESC, app_id',
}

const ORDERS: Readonly<Record<FoundOrder, OrderSql>> = {
  relevance: byScore,
  resemblance: byScore,
  name: {
    position: ['username', 'name'],
    behind: ([username, name]) => `(username, name) > (${username}::text, ${name}::text)`,
    orderBy: 'username, name',
  },
  price: {
    position: ['price_low_micros', 'username', 'name'],
    behind: ([price, username, name]) =>
      `(price_low_micros, username, name) > (${price}::bigint, ${username}::text, ${name}::text)`,
    orderBy: 'price_low_micros, username, name',
  },
  newest: {
    position: ['(extract(epoch FROM created_at) * 1000)::bigint', 'app_id'],
    behind: ([at, id]) =>
      `(created_at, app_id) < ('epoch'::timestamptz + ${at}::bigint * interval '1 millisecond', ${id}::uuid)`,
    orderBy: 'created_at DESC, app_id DESC',
  },
}

/** Apps of the catalogue that are shown, in an order. */
export async function findListings(db: Database, search: ListingSearch): Promise<FoundListing[]> {
  const rows = await db.transaction(async tx => {
    if (search.query === undefined) return await run(tx, search)
    await tx.query(BY_WORDS)
    if (search.order !== 'resemblance') return await run(tx, search)
    const [meant] = await tx.query<{ words: string | null }>(MEANT, [search.query])
    return meant?.words ? await run(tx, search, meant.words) : []
  })
  return rows.map(row => ({ appId: row.app_id, position: row.position }))
}

function run(tx: Queryable, search: ListingSearch, meant?: string) {
  const { text, values } = listingQuery(search, meant)
  // Which plan is best depends on what is asked for, and there are too many combinations to keep them all.
  const statement = { name: 'find-listings', text, isPlannedAnew: true }
  return tx.query<{ app_id: string; position: string[] }>(statement, values)
}

// The planner takes comparing words for cheap, so it would rather do it for every app there is. Two words resemble each other when
// they share three in ten of all threes of letters that either has: so many are left where a letter of six is missing.
const BY_WORDS = {
  name: 'by-words',
  text: `SELECT set_config('enable_seqscan', 'off', true), set_config('pg_trgm.similarity_threshold', '0.3', true)`,
}

const MEANT = { name: 'find-resembling-words', text: 'SELECT resembling_query($1)::text AS words' }

/** The statement that finds them, or those with the words that were meant. A condition is in its text only where it is asked for. */
export function listingQuery(
  search: ListingSearch,
  meant?: string,
): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const { position, behind, orderBy } = ORDERS[search.order]
  const source = sourceOf(search, meant, parameter)
  const rest = search.after === undefined ? 'true' : behind(search.after.map(parameter))
  const texts = position.map(part => `(${part})::text`).join(', ')
  const text = `SELECT app_id, ARRAY[${texts}] AS position FROM (${source}) AS found WHERE ${rest}
    ORDER BY ${orderBy} LIMIT ${parameter(search.limit)}`
  return { text, values }
}

function sourceOf(search: ListingSearch, meant: string | undefined, parameter: (value: unknown) => string): string {
  if (search.query === undefined) return `SELECT * FROM listings WHERE ${filters(search, parameter)}`
  const query = `${parameter(search.query)}::text`
  const words = meant === undefined ? `listing_query(${query})` : `${parameter(meant)}::tsquery`
  const matching = `SELECT * FROM listings WHERE document @@ ${words} AND ${filters(search, parameter)}`
  return search.order === 'relevance' || search.order === 'resemblance' ? rankedOf(matching, query, words) : matching
}

/** Apps of one word that are held against each other: the newest of them, for nobody reads on past so many. */
const RANKED_MAX = 1000
/** Apps that are looked at because what was asked for is their whole name or their publisher's, however old they are. */
const NAMESAKES_MAX = 500

/** Those that match with their scores. A word that half of the catalogue has costs no more than one that some have. */
function rankedOf(matching: string, query: string, words: string): string {
  const isNamesake = `(lower(name) = lower(${query}) OR lower(username) = lower(${query}))`
  return `SELECT *, ${scoreOf(query, words)} AS score FROM (
      (${matching} AND ${isNamesake} ORDER BY app_id LIMIT ${NAMESAKES_MAX})
      UNION ALL
      (${matching} AND NOT ${isNamesake} ORDER BY created_at DESC, app_id DESC LIMIT ${RANKED_MAX})
    ) AS candidates`
}

// A whole name counts for more than anything else. Whole numbers, so that a position is found again as it was told.
const scoreOf = (query: string, words: string) => `(1000000 * (ts_rank(document, ${words})
  + CASE WHEN lower(${query}) IN (lower(name), lower(username), lower(username || '/' || name)) THEN 10 ELSE 0 END))::bigint`

function filters(filter: ListingFilter, parameter: (value: unknown) => string): string {
  const { adapter, tier, publisher, priceMinMicros, priceMaxMicros, changedSince } = filter
  const conditions = [
    ...(adapter === undefined ? [] : [`adapter = ${parameter(adapter)}::adapter`]),
    ...(tier === undefined ? [] : [tier === 'free' ? 'is_free' : 'is_paid']),
    ...(publisher === undefined ? [] : [`username = ${parameter(publisher)}`]),
    // One of its calls costs as much: the ranges overlap.
    ...(priceMinMicros === undefined ? [] : [`price_high_micros >= ${parameter(priceMinMicros)}`]),
    ...(priceMaxMicros === undefined ? [] : [`price_low_micros <= ${parameter(priceMaxMicros)}`]),
    ...(changedSince === undefined ? [] : [`changed_at >= ${parameter(changedSince)}`]),
  ]
  return ['true', ...conditions].join(' AND ')
}
