import type { Queryable } from '@mtg/postgres'

const PURGES = [
  { name: 'purge-sessions', text: 'DELETE FROM sessions WHERE expires_at < now()' },
  { name: 'purge-mail-links', text: 'DELETE FROM mail_links WHERE expires_at < now()' },
  // They are counted by the hour.
  {
    name: 'purge-messages',
    text: "DELETE FROM messages WHERE due_at IS NULL AND created_at < now() - INTERVAL '1 day'",
  },
  { name: 'purge-idempotent-requests', text: 'DELETE FROM idempotent_requests WHERE expires_at < now()' },
]

/** Deletes what can no longer be used. */
export async function purgeExpired(db: Queryable): Promise<void> {
  for (const purge of PURGES) await db.query(purge)
}
