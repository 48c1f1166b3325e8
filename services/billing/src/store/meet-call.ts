import { type Database, isRace } from '@mtg/postgres'
import type { Call, ResolvedTarget } from '../domain/call.ts'
import type { HoldOutcome } from '../domain/call-move.ts'
import { HAS_RULES } from './key-rules.ts'
import { holdOutcomeOf } from './move-one-call.ts'
import { type FactsRow, facts, METER_EXPIRED, toTarget } from './resolve-calls.ts'

/** What a call is held with, other than what is looked up. */
export interface MeetingTerms {
  readonly feePpm: number
  /** How long a reservation lasts after the app's own timeout. */
  readonly reservationTtlMs: number
}

/** What a call goes by, and what was held for it at once. */
export interface MetCall {
  readonly target: ResolvedTarget
  /** Whether its key, or one above it, has lists or watches for loops. */
  readonly isRuled: boolean
  /** Undefined: nothing was held, and the checks in their order say whether something will be. */
  readonly outcome: HoldOutcome | undefined
}

interface Row extends FactsRow {
  is_ruled: boolean
  /** As of `hold_call`. */
  amount: string | null
}

// Held is only where every check before the windows would pass. Not waiting for the disk is as in `hold-call`.
const MEET = {
  name: 'meet-call',
  text: `
    SELECT ${facts.columns}, wanted.is_ruled,
           CASE WHEN NOT wanted.is_ruled AND app.adapter::text = $4 AND NOT publisher.suspended AND publisher.api_key_sealed IS NOT NULL
                  AND purchase.status = 'active' AND offer.per_minute IS NOT NULL AND NOT (${METER_EXPIRED})
             THEN hold_call($5::uuid, purchase.id, $6, purchase.tier = 'paid', app.timeout_ms + $7::bigint, $8::uuid, $9, $10)
           END AS amount
    FROM set_config('synchronous_commit', 'off', true)
    CROSS JOIN (
      SELECT $1::uuid AS buyer_id, $2::text AS username, $3::text AS app_name, EXISTS (
        SELECT FROM key_limits AS own CROSS JOIN LATERAL unnest(own.lineage) AS above (key_id)
        JOIN key_limits AS k ON k.key_id = above.key_id WHERE own.key_id = $8::uuid AND (${HAS_RULES})
      ) AS is_ruled
    ) AS wanted
    ${facts.joins}`,
}

/**
 * Looks up all that a call goes by and holds its price, in one statement, so that whoever calls rarely waits for the database once. The
 * price is held by `hold_call`, which checks what it goes by once more. Undefined when another move was in its way: then by steps.
 */
export async function meetCall(db: Database, terms: MeetingTerms, call: Call): Promise<MetCall | undefined> {
  const { buyerId, username, appName, adapter, callId, tool, keyId, name } = call
  const { feePpm, reservationTtlMs } = terms
  const values = [buyerId, username, appName, adapter, callId, tool, reservationTtlMs, keyId, name, feePpm]
  const [row] = await db.query<Row>(MEET, values).catch((thrown: unknown) => {
    if (isRace(thrown)) return []
    throw thrown
  })
  if (row === undefined) return undefined
  return {
    target: toTarget(row),
    isRuled: row.is_ruled,
    outcome: holdOutcomeOf(row.amount),
  }
}
