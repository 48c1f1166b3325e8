import type { Queryable } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import type { CallDigests } from '../domain/call-digests.ts'

const INSERT = {
  name: 'insert-call-digests',
  text: `
    INSERT INTO call_digests (call_id, request, answer)
    SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS digests (call_id) ORDER BY digests.call_id
    ON CONFLICT DO NOTHING`,
}

/** Keeps digests of calls; those that are known stay as they are. */
export async function insertCallDigests(
  db: Queryable,
  calls: readonly { readonly callId: CallId; readonly digests: CallDigests }[],
): Promise<void> {
  if (calls.length === 0) return
  const ids = calls.map(({ callId }) => callId)
  await db.query(INSERT, [ids, calls.map(({ digests }) => digests.request), calls.map(({ digests }) => digests.answer)])
}

const FIND = { name: 'find-call-digests', text: 'SELECT request, answer FROM call_digests WHERE call_id = $1' }

/** Undefined when its key did not ask for them. */
export async function findCallDigests(db: Queryable, callId: CallId): Promise<CallDigests | undefined> {
  return (await db.query<{ request: Buffer; answer: Buffer }>(FIND, [callId]))[0]
}
