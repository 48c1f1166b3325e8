-- Usage records with exactly one row per call, their hourly and daily sums, observations of calls, and dead letters.

-- The primary key of a partitioned table must contain the partition key. Partitioning by the call id itself keeps the
-- key as narrow as the promise (one record per call), and a UUIDv7 starts with its time, so ranges of ids are months.
CREATE TABLE "usage_records" (
    "call_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "buyer_id" UUID NOT NULL,
    "key_id" UUID,
    "purchase_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "publisher_username" TEXT NOT NULL,
    "app_name" TEXT NOT NULL,
    "adapter" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "charged_micros" BIGINT NOT NULL,
    "total_tokens" BIGINT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_records_pkey" PRIMARY KEY ("call_id"),
    CONSTRAINT "usage_records_adapter_known" CHECK ("adapter" IN ('mcp', 'llm')),
    CONSTRAINT "usage_records_tier_known" CHECK ("tier" IN ('free', 'paid')),
    CONSTRAINT "usage_records_not_negative" CHECK ("charged_micros" >= 0 AND "total_tokens" >= 0 AND "duration_ms" >= 0)
) PARTITION BY RANGE ("call_id");

CREATE INDEX "usage_records_buyer_id_occurred_at_call_id_idx" ON "usage_records"("buyer_id", "occurred_at" DESC, "call_id" DESC);
CREATE INDEX "usage_records_occurred_at_idx" ON "usage_records" USING BRIN ("occurred_at") WITH (autosummarize = on);

CREATE TABLE "usage_hours" (
    "buyer_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "publisher_username" TEXT NOT NULL,
    "app_name" TEXT NOT NULL,
    "call_count" BIGINT NOT NULL,
    "charged_micros" BIGINT NOT NULL,
    "total_tokens" BIGINT NOT NULL,

    CONSTRAINT "usage_hours_pkey" PRIMARY KEY ("buyer_id", "hour", "publisher_username", "app_name")
) WITH (fillfactor = 70);

CREATE TABLE "usage_days" (
    "buyer_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "publisher_username" TEXT NOT NULL,
    "app_name" TEXT NOT NULL,
    "call_count" BIGINT NOT NULL,
    "charged_micros" BIGINT NOT NULL,
    "total_tokens" BIGINT NOT NULL,

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("buyer_id", "day", "publisher_username", "app_name")
) WITH (fillfactor = 70);

CREATE TABLE "call_observations" (
    "call_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "buyer_id" UUID,
    "key_id" UUID,
    "app" TEXT NOT NULL,
    "adapter" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "charged_micros" BIGINT NOT NULL,
    "stages" JSONB NOT NULL,

    CONSTRAINT "call_observations_pkey" PRIMARY KEY ("call_id")
) PARTITION BY RANGE ("call_id");

CREATE TABLE "dead_letters" (
    "id" BIGSERIAL NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "delivery_count" INTEGER NOT NULL DEFAULT 1,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dead_letters_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "dead_letters_digest_key" ON "dead_letters"("digest");

-- Ids that are no UUIDv7, or of a month that nobody prepared, are kept here: a captured call is never refused its record
-- because of its id.
CREATE TABLE "usage_records_default" PARTITION OF "usage_records" DEFAULT;
CREATE TABLE "call_observations_default" PARTITION OF "call_observations" DEFAULT;

-- The smallest UUIDv7 of a moment.
CREATE FUNCTION call_id_floor(moment TIMESTAMPTZ) RETURNS UUID LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT rpad(lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- Makes one partition for [lower, upper) when it is missing; whether it did. Rows that the default partition holds for
-- it move along. The service's role may neither own tables nor touch a partition behind its parent's back.
CREATE FUNCTION ensure_partition(parent TEXT, partition TEXT, lower_bound TIMESTAMPTZ, upper_bound TIMESTAMPTZ)
RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF to_regclass(format('%I', partition)) IS NOT NULL THEN RETURN false; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition, parent);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE call_id >= %L AND call_id < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM moved',
        parent || '_default', call_id_floor(lower_bound), call_id_floor(upper_bound), partition);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        parent, partition, call_id_floor(lower_bound), call_id_floor(upper_bound));
    IF session_user <> current_user THEN EXECUTE format('REVOKE ALL ON %I FROM %I', partition, session_user); END IF;
    RETURN true;
END $$;

-- Drops the partitions of a parent whose whole span lies before `keep_from`, by the time in their names; how many.
CREATE FUNCTION drop_partitions(parent TEXT, name_format TEXT, span INTERVAL, keep_from TIMESTAMPTZ)
RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    child RECORD;
    dropped INTEGER := 0;
BEGIN
    FOR child IN
        SELECT c.relname AS name, substr(c.relname, length(parent) + 2) AS period
        FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
        WHERE inhparent = to_regclass(format('%I', parent)) AND c.relname <> parent || '_default'
    LOOP
        IF (to_timestamp(child.period, name_format)::timestamp AT TIME ZONE 'UTC') + span <= keep_from THEN
            EXECUTE format('DROP TABLE %I', child.name);
            dropped := dropped + 1;
        END IF;
    END LOOP;
    RETURN dropped;
END $$;

-- Prepares the partitions that calls of now and soon need and drops what is past its retention. Safe to run at any time
-- and by several replicas; gives up rather than hold up the ingest.
CREATE FUNCTION maintain_partitions(record_months_kept INTEGER, observation_days_kept INTEGER)
RETURNS TABLE (created INTEGER, dropped INTEGER) LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
    month TIMESTAMPTZ := date_trunc('month', now());
    day TIMESTAMPTZ := date_trunc('day', now());
    period TIMESTAMPTZ;
BEGIN
    -- Records are accepted until they are 35 days old, so a shorter retention would drop what is still arriving.
    IF record_months_kept < 2 OR observation_days_kept < 1 THEN
        RAISE EXCEPTION 'retention must be at least 2 months of records and 1 day of observations';
    END IF;
    created := 0;
    PERFORM pg_advisory_xact_lock(hashtextextended('maintain_partitions:' || current_schema(), 0));
    FOR period IN SELECT generate_series(month - INTERVAL '2 months', month + INTERVAL '2 months', INTERVAL '1 month') LOOP
        created := created + ensure_partition('usage_records', 'usage_records_' || to_char(period, 'YYYY_MM'),
            period, period + INTERVAL '1 month')::int;
    END LOOP;
    FOR period IN SELECT generate_series(day - INTERVAL '1 day', day + INTERVAL '3 days', INTERVAL '1 day') LOOP
        created := created + ensure_partition('call_observations', 'call_observations_' || to_char(period, 'YYYY_MM_DD'),
            period, period + INTERVAL '1 day')::int;
    END LOOP;
    dropped := drop_partitions('usage_records', 'YYYY_MM', INTERVAL '1 month', month - make_interval(months => record_months_kept))
        + drop_partitions('call_observations', 'YYYY_MM_DD', INTERVAL '1 day', day - make_interval(days => observation_days_kept));
    DELETE FROM usage_records_default WHERE occurred_at < month - make_interval(months => record_months_kept);
    DELETE FROM call_observations_default WHERE started_at < day - make_interval(days => observation_days_kept);
    RETURN NEXT;
END $$;

-- Only maintain_partitions decides what is made and dropped.
REVOKE ALL ON FUNCTION ensure_partition(TEXT, TEXT, TIMESTAMPTZ, TIMESTAMPTZ) FROM PUBLIC;
REVOKE ALL ON FUNCTION drop_partitions(TEXT, TEXT, INTERVAL, TIMESTAMPTZ) FROM PUBLIC;
REVOKE ALL ON FUNCTION maintain_partitions(INTEGER, INTEGER) FROM PUBLIC;
