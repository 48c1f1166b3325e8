import { Client } from 'pg'
import type { CappedKey } from './caps.ts'
import type { ResolvedCall, Witness } from './judge.ts'

const CALLS = `
  SELECT call_id AS "callId", buyer_id AS "buyerId", publisher.username || '/' || app.name AS app, tool, state, outcome, corrected
  FROM billing.reservations AS call JOIN billing.apps AS app ON app.id = call.app_id
    JOIN billing.publishers AS publisher ON publisher.id = app.publisher_id
  WHERE buyer_id IS NOT NULL`

const UNFINISHED = `
  SELECT (SELECT count(*) FROM billing.reversals WHERE state = 'requested')
       + (SELECT count(*) FROM billing.payouts WHERE state = 'requested')
       + (SELECT count(*) FROM billing.test_events WHERE delivered_at IS NULL)
       + (SELECT count(*) FROM billing.departures WHERE state <> 'done')
       + (SELECT count(*) FROM billing.top_ups JOIN billing.test_checkouts ON top_up_id = top_ups.id
          WHERE test_checkouts.state = 'paid' AND top_ups.state = 'pending') AS count`

const KEYS = `
  SELECT key_id AS "keyId", buyer_id AS "buyerId", name, lineage, total_micros AS "totalMicros", concurrent FROM billing.key_limits`

interface KeyRow extends Pick<CappedKey, 'buyerId' | 'name' | 'concurrent'> {
  readonly keyId: string
  readonly lineage: readonly string[]
  readonly totalMicros: string | null
}

const CALLS_OF_KEYS = `
  SELECT key_id AS "keyId", price_micros AS "priceMicros", state = 'open' AS "isOpen", corrected AS "isGivenBack",
    corrected AND coalesce(
      (SELECT max(left_at) FROM billing.departures WHERE buyer_id = call.buyer_id AND is_whole AND left_at < call.corrected_at)
      > coalesce((SELECT max(arrived_at) FROM billing.arrivals
                  WHERE buyer_id = call.buyer_id AND is_whole AND arrived_at < call.corrected_at), '-infinity'), false) AS "isLate"
  FROM billing.all_calls AS call WHERE key_id IS NOT NULL AND (state = 'open' OR state = 'captured')`

interface CallRow {
  readonly keyId: string
  readonly priceMicros: string
  readonly isOpen: boolean
  readonly isGivenBack: boolean
  readonly isLate: boolean
}

const MOVES = `SELECT buyer_id AS "buyerId", count(*) AS count FROM billing.departures GROUP BY buyer_id`

/** What there is of a call, and of the way of its buyer. */
const TRACES = [
  "SELECT 'call' AS of, to_jsonb(call) AS what FROM billing.all_calls AS call WHERE call_id = $1",
  "SELECT 'entry' AS of, to_jsonb(entry) AS what FROM billing.journal AS entry WHERE call_id = $1",
  "SELECT 'settled entry' AS of, to_jsonb(entry) AS what FROM billing.settled_entries AS entry WHERE call_id = $1",
  "SELECT 'request' AS of, to_jsonb(request) - 'answer_sealed' AS what FROM billing.idempotency_keys AS request WHERE call_id = $1",
  `SELECT 'departure' AS of, to_jsonb(way) AS what FROM billing.departures AS way
   WHERE buyer_id = (SELECT buyer_id FROM billing.all_calls WHERE call_id = $1) ORDER BY left_at`,
  `SELECT 'arrival' AS of, to_jsonb(way) AS what FROM billing.arrivals AS way
   WHERE buyer_id = (SELECT buyer_id FROM billing.all_calls WHERE call_id = $1) ORDER BY arrived_at`,
]

// A handle that never left holds its call's price for a minute after the task's time: nobody waits that long here.
const END_GRACE = `
  UPDATE billing.reservations SET expires_at = clock_timestamp()
  WHERE state = 'open' AND call_id IN (
    SELECT call_id FROM billing.tasks WHERE NOT handed_over AND expires_at <= clock_timestamp())`

/** Looks into the databases of all cells themselves, past everything that was killed. */
export function openWitness(databaseUrls: readonly string[]): Witness {
  async function query<Row extends object>(text: string, values: readonly string[] = []): Promise<Row[]> {
    const rows: Row[] = []
    for (const connectionString of databaseUrls) {
      const client = new Client({ connectionString })
      client.on('error', () => {})
      await client.connect()
      try {
        rows.push(...(await client.query<Row>(text, [...values])).rows)
      } finally {
        await client.end()
      }
    }
    return rows
  }

  async function moves(): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for (const { buyerId, count } of await query<{ buyerId: string; count: string }>(MOVES)) {
      counts.set(buyerId, (counts.get(buyerId) ?? 0) + Number(count))
    }
    return counts
  }

  return {
    endGrace: async () => void (await query(END_GRACE)),
    async cappedKeys() {
      const before = await moves()
      const keys = await query<KeyRow>(KEYS)
      const calls = await query<CallRow>(CALLS_OF_KEYS)
      const after = await moves()
      // The cells were not looked at in one moment.
      return sumUp(keys, calls).filter(({ buyerId }) => before.get(buyerId) === after.get(buyerId))
    },
    reservations: () => query<ResolvedCall>(CALLS),
    async tell(callId) {
      const traces = await Promise.all(TRACES.map(text => query<{ of: string; what: unknown }>(text, [callId])))
      return traces.flat().map(({ of, what }) => `${of} ${JSON.stringify(what)}`)
    },
    async unfinishedTransfers() {
      const rows = await query<{ count: string }>(UNFINISHED)
      return rows.reduce((sum, { count }) => sum + Number(count), 0)
    },
  }
}

function sumUp(keys: readonly KeyRow[], calls: readonly CallRow[]): CappedKey[] {
  const lineageOf = new Map(keys.map(({ keyId, lineage }) => [keyId, lineage]))
  const callsOf = Map.groupBy(
    calls.flatMap(call => (lineageOf.get(call.keyId) ?? []).map(keyId => ({ keyId, call }))),
    ({ keyId }) => keyId,
  )
  return keys.map(({ keyId, buyerId, name, concurrent, totalMicros }) => {
    const own = (callsOf.get(keyId) ?? []).map(({ call }) => call)
    const sum = (some: readonly CallRow[]) => some.reduce((total, call) => total + BigInt(call.priceMicros), 0n)
    return {
      buyerId,
      name,
      concurrent,
      totalMicros: totalMicros === null ? null : BigInt(totalMicros),
      spentMicros: sum(own.filter(call => !call.isGivenBack)),
      givenBackLateMicros: sum(own.filter(call => call.isLate)),
      openCalls: own.filter(call => call.isOpen).length,
    }
  })
}
