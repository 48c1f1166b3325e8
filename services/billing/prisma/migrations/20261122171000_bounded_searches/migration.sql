-- What a search costs must not grow with the texts that publishers write. Other spellings are looked for among the words that there are,
-- each once, instead of in the texts of apps. A word that much of the catalogue has is ranked among the newest apps that have it, so those
-- whose whole name it is are looked up by that. What is read far more often than written keeps no list of pending entries, which every
-- search would walk through.
-- Safe for the release before: none after 0.1.0 reads it.

DROP INDEX "listings_words";
DROP FUNCTION resembles(text, text);
DROP FUNCTION resemblance(text, text);

CREATE INDEX listings_lower_name ON listings (lower(name));
CREATE INDEX listings_lower_username ON listings (lower(username));
ALTER INDEX listings_document SET (fastupdate = off);

-- CreateTable
CREATE TABLE "listing_words" (
    "word" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listing_words_pkey" PRIMARY KEY ("word")
);

-- CreateIndex
CREATE INDEX "listing_words_checked_at_idx" ON "listing_words"("checked_at");

-- CreateTable
CREATE TABLE "listings_to_read" (
    "app_id" UUID NOT NULL,

    CONSTRAINT "listings_to_read_pkey" PRIMARY KEY ("app_id")
);

CREATE FUNCTION listing_words_of(words text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$SELECT lexeme FROM unnest(to_tsvector('pg_catalog.simple', spread_words(words))) WHERE length(lexeme) BETWEEN 3 AND 40$$;

-- The service's role sees its own schema alone, so what it needs of the extension has a name there.
DO $$
DECLARE
    home TEXT := (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm');
BEGIN
    EXECUTE format('CREATE INDEX listing_words_resembling ON listing_words USING GIN (word %s.gin_trgm_ops)', home);
    EXECUTE format('CREATE FUNCTION resembling_words(typed text) RETURNS SETOF text LANGUAGE sql STABLE
                    AS ''SELECT word FROM listing_words WHERE word OPERATOR(%s.%%) typed
                         ORDER BY %s.similarity(word, typed) DESC, word LIMIT 5''', home, home);
END $$;

-- What somebody may have meant: each word that no app has may be one of those that resemble it most. Null where one resembles nothing.
CREATE FUNCTION resembling_query(query text) RETURNS tsquery LANGUAGE sql STABLE
    AS $$
        SELECT CASE WHEN bool_and(meant.words IS NOT NULL) THEN string_agg('(' || meant.words || ')', ' & ')::tsquery END
        FROM (
            SELECT lexeme FROM unnest(to_tsvector('pg_catalog.simple', spread_words(query)))
            WHERE to_tsvector('pg_catalog.english', lexeme) <> '' ORDER BY positions LIMIT 8
        ) AS typed
        CROSS JOIN LATERAL (
            SELECT CASE WHEN EXISTS (SELECT FROM listings WHERE document @@ listing_query(typed.lexeme)) THEN listing_query(typed.lexeme)::text
                        ELSE (SELECT string_agg(listing_query(word)::text, ' | ') FROM resembling_words(typed.lexeme) AS word) END AS words
        ) AS meant
    $$;

CREATE OR REPLACE FUNCTION refresh_listings(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM listings WHERE app_id = ANY (ids) AND app_id NOT IN (SELECT app_id FROM listed_apps WHERE app_id = ANY (ids));
    INSERT INTO listings (app_id, username, name, adapter, is_free, is_paid, price_low_micros, price_high_micros, created_at, digest,
                          words, document)
        SELECT app_id, username, name, adapter, is_free, is_paid, price_low_micros, price_high_micros, created_at, digest, words, document
        FROM listed_apps WHERE app_id = ANY (ids) ORDER BY app_id
        ON CONFLICT (app_id) DO UPDATE
        SET username = excluded.username, name = excluded.name, adapter = excluded.adapter, is_free = excluded.is_free,
            is_paid = excluded.is_paid, price_low_micros = excluded.price_low_micros, price_high_micros = excluded.price_high_micros,
            digest = excluded.digest, words = excluded.words, document = excluded.document, changed_at = now()
        WHERE listings.digest <> excluded.digest OR listings.username <> excluded.username OR listings.name <> excluded.name;
    -- Their words are noted by a job: two who list apps at once would wait for each other's words.
    INSERT INTO listings_to_read (app_id)
        SELECT app_id FROM listings WHERE app_id = ANY (ids) AND changed_at = now()::timestamptz(3) ORDER BY app_id
        ON CONFLICT DO NOTHING;
END $$;

INSERT INTO listings_to_read (app_id) SELECT app_id FROM listings;
