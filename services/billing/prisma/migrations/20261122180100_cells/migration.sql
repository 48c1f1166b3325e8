-- Several billings, each with a database of its own, share the buyers: the map of who is where, and what the home cell tells the
-- others of its catalogue.
-- Safe for the release before: the tables are new, so that it has no rows in them.
CREATE TABLE "cell_maps" (
    "version" BIGINT NOT NULL,
    "names" TEXT[],
    "buckets" BYTEA NOT NULL,
    "moved" JSONB NOT NULL DEFAULT '{}',
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cell_maps_pkey" PRIMARY KEY ("version")
);
ALTER TABLE "cell_maps" ALTER COLUMN "names" SET NOT NULL;
ALTER TABLE "cell_maps" ADD CONSTRAINT "cell_maps_buckets" CHECK (octet_length("buckets") = 32768 AND cardinality("names") > 0);

-- Publishers and apps, and the transaction that changed them last. Whoever asks what changed since a transaction gets all that any
-- transaction may have changed that had not ended then.
CREATE TABLE "catalogue_changes" (
    "id" UUID NOT NULL,
    "is_app" BOOLEAN NOT NULL,
    "changed_in" BIGINT NOT NULL,

    CONSTRAINT "catalogue_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "catalogue_changes_changed_in_id_idx" ON "catalogue_changes" ("changed_in", "id");

-- How far a cell has followed the home cell's catalogue. One row.
CREATE TABLE "catalogue_copy" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "cursor" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalogue_copy_pkey" PRIMARY KEY ("only_row")
);
ALTER TABLE "catalogue_copy" ADD CONSTRAINT "catalogue_copy_only_row" CHECK ("only_row");

-- What other cells owe publishers, on its way to the home cell, which pays it out.
CREATE TYPE "collection_state" AS ENUM ('requested', 'entered', 'refused');
CREATE TABLE "collections" (
    "id" UUID NOT NULL,
    "publisher_id" UUID NOT NULL,
    "cell" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "state" "collection_state" NOT NULL DEFAULT 'requested',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "collections_requested" ON "collections" ("created_at") WHERE (state = 'requested'::collection_state);
ALTER TABLE "collections" ADD CONSTRAINT "collections_amount" CHECK ("amount_micros" > 0);

CREATE FUNCTION note_catalogue_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    ids UUID[];
BEGIN
    IF TG_TABLE_NAME IN ('publishers', 'apps') THEN SELECT array_agg(DISTINCT id ORDER BY id) INTO ids FROM changed;
    ELSE SELECT array_agg(DISTINCT app_id ORDER BY app_id) INTO ids FROM changed;
    END IF;
    IF ids IS NULL THEN RETURN NULL; END IF;
    INSERT INTO catalogue_changes (id, is_app, changed_in)
        SELECT id, TG_TABLE_NAME <> 'publishers', pg_current_xact_id()::text::bigint FROM unnest(ids) AS id
        ON CONFLICT (id) DO UPDATE SET changed_in = excluded.changed_in
        WHERE catalogue_changes.changed_in <> excluded.changed_in;
    RETURN NULL;
END $$;

DO $$
DECLARE
    source TEXT;
BEGIN
    FOREACH source IN ARRAY ARRAY['publishers', 'apps', 'app_tiers', 'tool_prices', 'app_tools', 'price_changes'] LOOP
        EXECUTE format('CREATE TRIGGER cells_follow_inserts AFTER INSERT ON %I
            REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_changes()', source);
        EXECUTE format('CREATE TRIGGER cells_follow_updates AFTER UPDATE ON %I
            REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_changes()', source);
        IF source <> 'publishers' THEN
            EXECUTE format('CREATE TRIGGER cells_follow_deletes AFTER DELETE ON %I
                REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_changes()', source);
        END IF;
    END LOOP;
END $$;

-- What is there already.
INSERT INTO catalogue_changes (id, is_app, changed_in) SELECT id, false, 0 FROM publishers;
INSERT INTO catalogue_changes (id, is_app, changed_in) SELECT id, true, 0 FROM apps;

-- An app with all that belongs to it and its publisher, or a publisher alone, as its rows; "gone" for an app that is no more.
CREATE FUNCTION catalogue_document(wanted_id UUID, wanted_is_app BOOLEAN) RETURNS jsonb LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
    SELECT CASE
        WHEN NOT wanted_is_app THEN jsonb_build_object('publishers', (SELECT jsonb_agg(to_jsonb(publishers)) FROM publishers WHERE id = wanted_id))
        WHEN NOT EXISTS (SELECT FROM apps WHERE id = wanted_id) THEN jsonb_build_object('gone', wanted_id)
        ELSE jsonb_build_object(
            'publishers', (SELECT jsonb_agg(to_jsonb(publishers)) FROM publishers
                           WHERE id = (SELECT publisher_id FROM apps WHERE apps.id = wanted_id)),
            'apps', (SELECT jsonb_agg(to_jsonb(apps)) FROM apps WHERE id = wanted_id),
            'app_tiers', (SELECT coalesce(jsonb_agg(to_jsonb(app_tiers)), '[]') FROM app_tiers WHERE app_id = wanted_id),
            'tool_prices', (SELECT coalesce(jsonb_agg(to_jsonb(tool_prices)), '[]') FROM tool_prices WHERE app_id = wanted_id),
            'app_tools', (SELECT coalesce(jsonb_agg(to_jsonb(app_tools)), '[]') FROM app_tools WHERE app_id = wanted_id),
            'price_changes', (SELECT coalesce(jsonb_agg(to_jsonb(price_changes)), '[]') FROM price_changes WHERE app_id = wanted_id))
    END
$$;

-- Writes rows of a document. Columns that only one of the two releases knows are left to their defaults.
CREATE FUNCTION write_catalogue_rows(target TEXT, key TEXT, content jsonb) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    columns TEXT;
    changes TEXT;
BEGIN
    IF jsonb_array_length(content) = 0 THEN RETURN; END IF;
    SELECT string_agg(quote_ident(attname), ', '), string_agg(format('%1$I = excluded.%1$I', attname), ', ')
        INTO columns, changes
        FROM pg_attribute WHERE attrelid = target::regclass AND attnum > 0 AND NOT attisdropped AND content -> 0 ? attname;
    EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$I, $1) ON CONFLICT (%3$s) DO UPDATE SET %4$s',
                   target, columns, key, changes) USING content;
END $$;

-- Makes the rows that a document is of what it says.
CREATE FUNCTION take_catalogue_document(document jsonb) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    this_app UUID := (document -> 'apps' -> 0 ->> 'id')::uuid;
BEGIN
    IF document ? 'gone' THEN
        DELETE FROM apps WHERE id = (document ->> 'gone')::uuid AND NOT EXISTS (SELECT FROM purchases WHERE app_id = apps.id);
        RETURN;
    END IF;
    PERFORM write_catalogue_rows('publishers', 'id', coalesce(document -> 'publishers', '[]'));
    IF this_app IS NULL THEN RETURN; END IF;
    -- An app that was deleted and made anew has its name and another id.
    DELETE FROM apps WHERE id <> this_app AND publisher_id = (document -> 'apps' -> 0 ->> 'publisher_id')::uuid
        AND name = document -> 'apps' -> 0 ->> 'name';
    PERFORM write_catalogue_rows('apps', 'id', document -> 'apps');
    DELETE FROM app_tiers WHERE app_id = this_app;
    DELETE FROM tool_prices WHERE app_id = this_app;
    DELETE FROM app_tools WHERE app_id = this_app;
    DELETE FROM price_changes WHERE app_id = this_app;
    PERFORM write_catalogue_rows('app_tiers', 'app_id, tier', document -> 'app_tiers');
    PERFORM write_catalogue_rows('tool_prices', 'app_id, tool', document -> 'tool_prices');
    PERFORM write_catalogue_rows('app_tools', 'app_id, name', document -> 'app_tools');
    PERFORM write_catalogue_rows('price_changes', 'id', document -> 'price_changes');
END $$;
