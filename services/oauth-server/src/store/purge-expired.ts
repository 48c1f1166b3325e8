import type { Queryable } from '@mtg/postgres'

const PURGE_GRANTS = { name: 'purge-grants', text: 'DELETE FROM grants WHERE expires_at < now()' }

// A used code is remembered as long as its grant can live, so that a replay still ends it.
const PURGE_CODES = {
  name: 'purge-authorization-codes',
  text: `
    DELETE FROM authorization_codes AS code
    WHERE expires_at < now() AND (used_at IS NULL OR NOT EXISTS (SELECT 1 FROM grants WHERE id = code.grant_id))`,
}

// Their ids stay: a key that was given and has expired must not be taken for a new one.
const SHRED_KEYS = {
  name: 'shred-signing-keys',
  text: "UPDATE signing_keys SET sealed_private = '' WHERE expires_at < now() AND sealed_private <> ''",
}

/** Deletes what can no longer be used nor recognised as replayed, and the private parts of expired signing keys. */
export async function purgeExpired(db: Queryable): Promise<void> {
  await db.query(PURGE_GRANTS)
  await db.query(PURGE_CODES)
  await db.query(SHRED_KEYS)
}
