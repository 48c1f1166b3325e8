import type { Queryable } from '@mtg/postgres'

/** A message that waits to be handed over. */
export interface WaitingMessage {
  readonly id: string
  readonly sealed: Buffer
  readonly attempts: number
}

const INSERT = {
  name: 'insert-message',
  text: `
    INSERT INTO messages (id, recipient_hash, sealed)
    SELECT $1::uuid, $2::bytea, $3::bytea
    WHERE (SELECT count(*) FROM messages WHERE recipient_hash = $2 AND created_at > now() - INTERVAL '1 hour') < $4
    RETURNING id`,
}

// Of several replicas each takes others. One that dies while it hands a message over leaves it to the next try.
const CLAIM = {
  name: 'claim-messages',
  text: `
    UPDATE messages SET attempts = attempts + 1, due_at = now() + least(INTERVAL '1 minute' * 2 ^ attempts, INTERVAL '2 hours')
    WHERE id IN (SELECT id FROM messages WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING id, sealed, attempts`,
}

const END = { name: 'end-message', text: "UPDATE messages SET sealed = '', due_at = NULL WHERE id = $1" }

/** Keeps a message; false when its recipient has had too many in the last hour. */
export async function insertMessage(
  db: Queryable,
  message: { readonly id: string; readonly recipientHash: Buffer; readonly sealed: Buffer },
  perHourMax: number,
): Promise<boolean> {
  return (await db.query(INSERT, [message.id, message.recipientHash, message.sealed, perHourMax])).length > 0
}

/** Takes messages whose time has come; each comes again later unless it is ended. */
export async function claimMessages(db: Queryable, max: number): Promise<WaitingMessage[]> {
  return await db.query<WaitingMessage>(CLAIM, [max])
}

/** Notes that a message was handed over, or given up, and forgets what it said. */
export async function endMessage(db: Queryable, id: string): Promise<void> {
  await db.query(END, [id])
}
