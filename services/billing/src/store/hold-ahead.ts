import type { BoundHistogram } from '@mtg/observability'
import { plainArray, type Queryable } from '@mtg/postgres'
import type { BuyerId, CallId, KeyId, PurchaseId } from '@mtg/primitives'
import { type Batcher, createBatcher } from '@mtg/runtime'

/** Calls alike that are to come. */
export interface AheadCalls {
  readonly callIds: readonly CallId[]
  readonly purchaseId: PurchaseId
  readonly isPaid: boolean
  readonly tool: string
  readonly keyId: KeyId | null
  readonly name: string
  /** For how long they may come. */
  readonly keptMs: number
  /** How long they are held after that. */
  readonly ttlMs: number
}

/** Of what is left in a wallet or a meter at most this part is held at once for calls that are to come. */
const SHARE = 64

// As for any hold: one that is lost with the database has cost nobody anything.
const HOLD = {
  name: 'hold-ahead',
  text: `SELECT hold_ahead($1::uuid[], $2::uuid, $3, $4, $5, $6::uuid, $7, $8, $9, $10) AS "priceMicros"
         FROM set_config('synchronous_commit', 'off', true)`,
}

const NEXT = {
  name: 'hold-next',
  text: `SELECT held.place, held.price_micros AS "priceMicros"
         FROM set_config('synchronous_commit', 'off', true),
              hold_next($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::bigint[], $6::uuid[], $7::text[], $8::bigint[], $9, $10) AS held`,
}

// Whoever settles the call at this moment has it locked, and needs no such note any more. As text, the state does not lead the planner to
// an index of what is open of everybody.
const UNDER_WAY = {
  name: 'note-under-way',
  text: `UPDATE reservations SET outcome = '' WHERE call_id = ANY (ARRAY(
           SELECT call_id FROM reservations
           WHERE call_id = ANY ($1::uuid[]) AND state::text = 'open' AND outcome = 'next' FOR NO KEY UPDATE SKIP LOCKED))
         AND set_config('synchronous_commit', 'off', true) IS NOT NULL`,
}

const RELEASE = {
  name: 'release-ahead',
  text: `SELECT release_ahead($1::uuid, $2::uuid[])::int AS count FROM set_config('synchronous_commit', 'off', true)`,
}

/** Holds the price of all of them, and counts them; answers with the price of one, or undefined when none is held. */
export async function holdAhead(db: Queryable, feePpm: number, calls: AheadCalls): Promise<bigint | undefined> {
  const { callIds, purchaseId, tool, isPaid, ttlMs, keyId, name, keptMs } = calls
  const values = [callIds, purchaseId, tool, isPaid, ttlMs, keyId, name, feePpm, keptMs, SHARE]
  const [row] = await db.query<{ priceMicros: string | null }>(HOLD, values)
  const priceMicros = row?.priceMicros ?? undefined
  return priceMicros === undefined ? undefined : BigInt(priceMicros)
}

const ITEMS_MAX = 128
const QUEUE_MAX = 20_000

/** Where calls are held, and who is told of it. */
export interface NextHoldsOptions {
  readonly db: Queryable
  readonly feePpm: number
  readonly sizes: BoundHistogram
  /** Told of each part of a batch that failed and is worked off in smaller ones. */
  readonly onSplit: (thrown: unknown) => void
}

/** Holds for the next calls of many buyers, one each: the price, or undefined when nothing is held. */
export type NextHolds = Pick<Batcher<AheadCalls, bigint | undefined>, 'add'>

/** As `holdAhead`, many to a statement; for a buyer whose wallet or purchase is just being written nothing is held. */
export function createNextHolds(options: NextHoldsOptions): NextHolds {
  const { db, feePpm, sizes, onSplit } = options
  const run = (calls: readonly AheadCalls[]) => holdNext(db, feePpm, calls)
  return createBatcher({ run, itemsMax: ITEMS_MAX, queueMax: QUEUE_MAX, sizes, onSplit })
}

/** Calls that have come on what was held for a next call: from then on they are shown as under way. */
export type CallsUnderWay = Pick<Batcher<CallId, void>, 'add'>

/** Notes them, many to a statement. */
export function createCallsUnderWay({ db, sizes, onSplit }: Omit<NextHoldsOptions, 'feePpm'>): CallsUnderWay {
  const run = async (callIds: readonly CallId[]) => {
    await db.query(UNDER_WAY, [plainArray(callIds)])
    return callIds.map(() => undefined)
  }
  return createBatcher<CallId, void>({ run, itemsMax: ITEMS_MAX, queueMax: QUEUE_MAX, sizes, onSplit })
}

async function holdNext(db: Queryable, feePpm: number, calls: readonly AheadCalls[]): Promise<(bigint | undefined)[]> {
  const column = <Value>(of: (call: AheadCalls) => Value) => calls.map(of)
  const values = [
    plainArray(column(({ callIds }) => callIds[0] ?? '')),
    plainArray(column(({ purchaseId }) => purchaseId)),
    column(({ tool }) => tool),
    column(({ isPaid }) => isPaid),
    column(({ ttlMs }) => ttlMs),
    column(({ keyId }) => keyId),
    column(({ name }) => name),
    column(({ keptMs }) => keptMs),
    feePpm,
    SHARE,
  ]
  const prices: (bigint | undefined)[] = calls.map(() => undefined)
  for (const { place, priceMicros } of await db.query<{ place: number; priceMicros: string }>(NEXT, values)) {
    prices[place - 1] = BigInt(priceMicros)
  }
  return prices
}

/** Takes back what is still held of a buyer's calls; answers with how many there were. */
export async function releaseAhead(db: Queryable, buyerId: BuyerId, callIds: readonly CallId[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(RELEASE, [buyerId, callIds])
  return row?.count ?? 0
}
