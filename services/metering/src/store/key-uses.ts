import { plainArray, type Queryable } from '@mtg/postgres'
import type { KeyUse } from '../domain/key-use.ts'

const INSERT = {
  name: 'insert-key-uses',
  text: `
    INSERT INTO key_uses AS known (key_id, buyer_id, used_at)
    SELECT key_id, buyer_id, to_timestamp(ms / 1000) FROM unnest($1::uuid[], $2::uuid[], $3::float8[]) AS use (key_id, buyer_id, ms)
    ORDER BY key_id
    ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at
    WHERE known.used_at < excluded.used_at AND known.buyer_id = excluded.buyer_id`,
}

/** Notes when keys were last used; an older use changes nothing. */
export async function insertKeyUses(db: Queryable, uses: readonly KeyUse[]): Promise<void> {
  await db.query(INSERT, [
    plainArray(uses.map(({ keyId }) => keyId)),
    plainArray(uses.map(({ buyerId }) => buyerId)),
    plainArray(uses.map(({ usedAtMs }) => usedAtMs)),
  ])
}

const LIST = {
  name: 'list-key-uses',
  text: `
    SELECT key_id AS "keyId", used_at AS "usedAt" FROM key_uses WHERE key_id = ANY($2::uuid[]) AND buyer_id = $1`,
}

/** When keys of a buyer were last used. */
export async function listKeyUses(
  db: Queryable,
  buyerId: string,
  keyIds: readonly string[],
): Promise<{ readonly keyId: string; readonly usedAt: Date }[]> {
  return await db.query<{ keyId: string; usedAt: Date }>(LIST, [buyerId, keyIds])
}
