import type { Queryable } from '@mtg/postgres'

const NOTE = {
  name: 'note-listing-words',
  text: `
    WITH taken AS (
      DELETE FROM listings_to_read WHERE app_id IN (
        SELECT app_id FROM listings_to_read ORDER BY app_id LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING app_id
    ), noted AS (
      INSERT INTO listing_words (word)
      SELECT DISTINCT word
      FROM taken JOIN listings USING (app_id) JOIN apps ON apps.id = app_id
      CROSS JOIN LATERAL listing_words_of(words || ' ' || left(description, 4000)) AS word ORDER BY word
      ON CONFLICT (word) DO UPDATE SET checked_at = now() WHERE listing_words.checked_at < now() - interval '12 hours'
    )
    SELECT count(*)::int AS count FROM taken`,
}

/** Notes the words of apps whose listings have changed; answers with how many apps that were. */
export async function noteListingWords(db: Queryable, limit: number): Promise<number> {
  return (await db.query<{ count: number }>(NOTE, [limit]))[0]?.count ?? 0
}

const FORGET = {
  name: 'forget-listing-words',
  text: `
    WITH checked AS (
      SELECT word, EXISTS (SELECT FROM listings WHERE document @@ listing_query(word)) AS is_used
      FROM listing_words WHERE checked_at < now() - interval '1 day' ORDER BY checked_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ), kept AS (
      UPDATE listing_words SET checked_at = now() FROM checked WHERE listing_words.word = checked.word AND checked.is_used
    ), forgotten AS (
      DELETE FROM listing_words WHERE word IN (SELECT word FROM checked WHERE NOT is_used)
    )
    SELECT count(*)::int AS count FROM checked`,
}

/** Forgets words that no app has any more, of those that were not looked at for a day; answers with how many were. */
export async function forgetListingWords(db: Queryable, limit: number): Promise<number> {
  return (await db.query<{ count: number }>(FORGET, [limit]))[0]?.count ?? 0
}
