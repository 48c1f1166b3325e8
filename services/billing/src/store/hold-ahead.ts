import type { Database } from '@mtg/postgres'
import type { BuyerId, CallId, KeyId, PurchaseId } from '@mtg/primitives'

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

const RELEASE = {
  name: 'release-ahead',
  text: `SELECT release_ahead($1::uuid, $2::uuid[])::int AS count FROM set_config('synchronous_commit', 'off', true)`,
}

/** Holds the price of all of them, and counts them; answers with the price of one, or undefined when none is held. */
export async function holdAhead(db: Database, feePpm: number, calls: AheadCalls): Promise<bigint | undefined> {
  const { callIds, purchaseId, tool, isPaid, ttlMs, keyId, name, keptMs } = calls
  const values = [callIds, purchaseId, tool, isPaid, ttlMs, keyId, name, feePpm, keptMs, SHARE]
  const [row] = await db.query<{ priceMicros: string | null }>(HOLD, values)
  const priceMicros = row?.priceMicros ?? undefined
  return priceMicros === undefined ? undefined : BigInt(priceMicros)
}

/** Takes back what is still held of a buyer's calls; answers with how many there were. */
export async function releaseAhead(db: Database, buyerId: BuyerId, callIds: readonly CallId[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(RELEASE, [buyerId, callIds])
  return row?.count ?? 0
}
