-- The catalogue is searched: each app that is shown has one row with what is looked for and sorted by, kept by triggers, so that
-- whoever changes an app, its tools or its publisher does nothing else for it.

-- Trusted, so that a role which may create in the database may do this. Where somebody has created it before, it stays where it is.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE EXTENSION pg_trgm;
    END IF;
END $$;

-- CreateTable
CREATE TABLE "listings" (
    "app_id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "adapter" "adapter" NOT NULL,
    "is_free" BOOLEAN NOT NULL,
    "is_paid" BOOLEAN NOT NULL,
    "price_low_micros" BIGINT NOT NULL,
    "price_high_micros" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "digest" BYTEA NOT NULL,
    "words" TEXT NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "listings_pkey" PRIMARY KEY ("app_id")
);

-- CreateIndex
CREATE INDEX "listings_price" ON "listings"("price_low_micros", "username", "name");

-- CreateIndex
CREATE INDEX "listings_newest" ON "listings"("created_at" DESC, "app_id" DESC);

-- CreateIndex
CREATE INDEX "listings_document" ON "listings" USING GIN ("document");

-- CreateIndex
CREATE UNIQUE INDEX "listings_username_name_key" ON "listings"("username", "name");

-- AddForeignKey
ALTER TABLE "listings" ADD CONSTRAINT "listings_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The service's role sees its own schema alone, so what it needs of the extension has a name there.
DO $$
DECLARE
    home TEXT := (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm');
BEGIN
    EXECUTE format('CREATE INDEX listings_words ON listings USING GIN (words %s.gin_trgm_ops)', home);
    EXECUTE format('CREATE FUNCTION resembles(query text, words text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
                    AS ''SELECT query OPERATOR(%s.<%%) words''', home);
    EXECUTE format('CREATE FUNCTION resemblance(query text, words text) RETURNS real LANGUAGE sql IMMUTABLE PARALLEL SAFE
                    AS ''SELECT %s.word_similarity(query, words)''', home);
END $$;

-- deepSearch, deep_search and deep-search are two words, in names as in what people ask for.
CREATE FUNCTION spread_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(words, '([a-z0-9])([A-Z])', '\1 \2', 'g'), '([[:alnum:]])[-_./#:]+(?=[[:alnum:]])', '\1 ', 'g');

-- What somebody types, as it is, with the last word perhaps not yet complete, or with each word as its stem.
CREATE FUNCTION listing_query(query text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (
        SELECT CASE WHEN numnode(typed) = 0 THEN typed ELSE (typed::text || ':*')::tsquery END
               || websearch_to_tsquery('pg_catalog.english', spread_words(query))
        FROM websearch_to_tsquery('pg_catalog.simple', spread_words(query)) AS typed
    );

CREATE FUNCTION listing_document(names text, tools text, description text, details text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN setweight(to_tsvector('pg_catalog.simple', spread_words(names)) || to_tsvector('pg_catalog.english', spread_words(names)), 'A')
        || setweight(to_tsvector('pg_catalog.simple', spread_words(tools)) || to_tsvector('pg_catalog.english', spread_words(tools)), 'B')
        || setweight(to_tsvector('pg_catalog.english', spread_words(description)), 'C')
        || setweight(to_tsvector('pg_catalog.english', spread_words(details)), 'D');

-- What is shown of apps, as it stands; a row for each that is shown at all. What publishers write is looked at up to a bound.
CREATE VIEW listed_apps AS
    SELECT app.id AS app_id, publisher.username, app.name, app.adapter, app.created_at,
           tiers.is_free, tiers.is_paid,
           CASE WHEN tiers.is_paid THEN coalesce(tools.price_low, tiers.price) ELSE 0 END AS price_low_micros,
           CASE WHEN tiers.is_paid THEN coalesce(tools.price_high, tiers.price) ELSE 0 END AS price_high_micros,
           left(publisher.username || '/' || app.name || ' ' || app.title || ' ' || coalesce(tools.names, ''), 4000) AS words,
           listing_document(publisher.username || ' ' || app.name || ' ' || app.title, left(coalesce(tools.names, ''), 20000),
                            app.description, left(coalesce(tools.details, ''), 100000)) AS document,
           sha256(convert_to(concat_ws(E'\n', app.title, app.description, app.adapter, app.charge_tool_errors, app.charge_abandoned,
                  app.charge_tasks_on_acceptance, app.promise_output_schema, app.promise_first_byte_ms, publisher.payout_connected,
                  publisher.api_key_sealed IS NULL, tiers.content, tools.content, changes.content), 'UTF8')) AS digest
    FROM apps AS app
    JOIN publishers AS publisher ON publisher.id = app.publisher_id
    CROSS JOIN LATERAL (
        SELECT bool_or(tier = 'free') AS is_free, bool_or(tier = 'paid') AS is_paid,
               max(price_micros) FILTER (WHERE tier = 'paid') AS price, string_agg(tier::text || app_tiers::text, ' ' ORDER BY tier) AS content
        FROM app_tiers WHERE app_tiers.app_id = app.id
    ) AS tiers
    CROSS JOIN LATERAL (
        -- A tool that nobody has asked the server about has its own price; where none is known at all, the tier's counts.
        SELECT least(min(coalesce(tool.price_micros, tiers.price)), CASE WHEN count(tool.position) = 0 THEN tiers.price END) AS price_low,
               greatest(max(coalesce(tool.price_micros, tiers.price)), CASE WHEN count(tool.position) = 0 THEN tiers.price END) AS price_high,
               string_agg(tool.name || ' ' || coalesce(tool.title, ''), ' ' ORDER BY tool.position, tool.name) AS names,
               string_agg(tool.description, ' ' ORDER BY tool.position, tool.name) AS details,
               string_agg(tool::text, ' ' ORDER BY tool.position, tool.name) AS content
        FROM (
            SELECT coalesce(found.name, priced.tool) AS name, found.title, found.description, found.position, found.input_schema,
                   found.output_schema, priced.price_micros
            FROM (SELECT * FROM app_tools WHERE app_tools.app_id = app.id) AS found
            FULL JOIN (SELECT * FROM tool_prices WHERE tool_prices.app_id = app.id) AS priced ON priced.tool = found.name
        ) AS tool
    ) AS tools
    CROSS JOIN LATERAL (
        SELECT string_agg(price_changes::text, ' ' ORDER BY id) AS content FROM price_changes
        WHERE price_changes.app_id = app.id AND applied_at IS NULL AND cancelled_at IS NULL
    ) AS changes
    WHERE app.published AND app.retired_at IS NULL AND NOT publisher.suspended AND tiers.is_free IS NOT NULL;

-- Brings the rows of some apps up to date. Rows that would stay the same are not written: that would cost their indexes.
CREATE FUNCTION refresh_listings(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
END $$;

-- Whoever changes a publisher holds its row and no app's; whoever changes apps takes their publishers' rows first, then theirs. So of
-- two changes at once, the second one sees what the first one did.
CREATE FUNCTION list_changed_apps() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    ids uuid[];
BEGIN
    IF TG_TABLE_NAME = 'publishers' THEN
        SELECT array_agg(id) INTO ids FROM apps WHERE publisher_id IN (SELECT id FROM changed);
    ELSE
        IF TG_TABLE_NAME = 'apps' THEN SELECT array_agg(DISTINCT id) INTO ids FROM changed;
        ELSE SELECT array_agg(DISTINCT app_id) INTO ids FROM changed;
        END IF;
        PERFORM FROM publishers WHERE id IN (SELECT publisher_id FROM apps WHERE id = ANY (ids)) ORDER BY id FOR SHARE;
        PERFORM FROM apps WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    END IF;
    IF ids IS NOT NULL THEN PERFORM refresh_listings(ids); END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER listings_follow AFTER UPDATE ON publishers
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_apps();
DO $$
DECLARE
    source TEXT;
BEGIN
    FOREACH source IN ARRAY ARRAY['apps', 'app_tiers', 'tool_prices', 'app_tools', 'price_changes'] LOOP
        EXECUTE format('CREATE TRIGGER listings_follow_inserts AFTER INSERT ON %I
            REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_apps()', source);
        EXECUTE format('CREATE TRIGGER listings_follow_updates AFTER UPDATE ON %I
            REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_apps()', source);
        IF source <> 'apps' THEN
            EXECUTE format('CREATE TRIGGER listings_follow_deletes AFTER DELETE ON %I
                REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_apps()', source);
        END IF;
    END LOOP;
END $$;

-- What is there already.
SELECT refresh_listings(coalesce(array_agg(id), '{}')) FROM apps;
