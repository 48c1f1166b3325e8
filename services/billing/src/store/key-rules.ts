import type { BoundHistogram } from '@mtg/observability'
import { type Database, plainArray } from '@mtg/postgres'
import type { KeyId } from '@mtg/primitives'
import { type Batcher, createBatcher } from '@mtg/runtime'
import type { KeyRules } from '../domain/key-limits.ts'

interface Row {
  readonly ord: number
  readonly keyId: KeyId
  readonly name: string
  readonly apps: string[]
  readonly tools: string[]
  readonly loopCalls: number | null
  readonly loopSeconds: number | null
}

/** Whether limits of a key, `k`, have rules among them. */
export const HAS_RULES = 'cardinality(k.apps) + cardinality(k.tools) > 0 OR k.loop_calls IS NOT NULL'

const FIND = {
  name: 'key-rules',
  text: `
    SELECT wanted.ord::int, k.key_id AS "keyId", k.name, k.apps, k.tools, k.loop_calls AS "loopCalls", k.loop_seconds AS "loopSeconds"
    FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (key_id, ord)
    JOIN key_limits AS own ON own.key_id = wanted.key_id
    CROSS JOIN LATERAL unnest(own.lineage) WITH ORDINALITY AS above (key_id, generation)
    JOIN key_limits AS k ON k.key_id = above.key_id
    WHERE ${HAS_RULES}
    ORDER BY wanted.ord, above.generation`,
}

const ITEMS_MAX = 128
const LANES = 2
const QUEUE_MAX = 20_000

/** Where rules are looked up, and who is told of it. */
export interface KeyRuleLookupsOptions {
  readonly db: Database
  readonly sizes: BoundHistogram
  readonly onSplit: (thrown: unknown) => void
}

/** Looks up the rules of a key and of those above it, its own first, many keys to a statement. Keys without rules have none. */
export function createKeyRuleLookups(options: KeyRuleLookupsOptions): Batcher<KeyId, readonly KeyRules[]> {
  const { db, sizes, onSplit } = options
  return createBatcher({
    run: keyIds => findRules(db, keyIds),
    itemsMax: ITEMS_MAX,
    lanes: LANES,
    queueMax: QUEUE_MAX,
    sizes,
    onSplit,
  })
}

async function findRules(db: Database, keyIds: readonly KeyId[]): Promise<KeyRules[][]> {
  const found: KeyRules[][] = keyIds.map(() => [])
  for (const row of await db.query<Row & Record<string, unknown>>(FIND, [plainArray(keyIds)])) {
    const { ord, keyId, name, apps, tools, loopCalls, loopSeconds } = row
    const loop = loopCalls === null || loopSeconds === null ? null : { calls: loopCalls, seconds: loopSeconds }
    found[ord - 1]?.push({ keyId, name, apps, tools, loop })
  }
  return found
}
