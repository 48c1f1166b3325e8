-- How charged calls went, in one row for all whose records one statement stores: a row and an index entry for each of them
-- cost as much as their records. The record finds its row by `recorded_at`, which both get from the same transaction.
CREATE TABLE "call_passages" (
    "call_id" UUID NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "calls" TEXT NOT NULL,

    CONSTRAINT "call_passages_pkey" PRIMARY KEY ("recorded_at","call_id")
) PARTITION BY RANGE ("call_id");

-- To compress it costs more than to write it.
ALTER TABLE "call_passages" ALTER COLUMN "calls" SET STORAGE EXTERNAL;

CREATE TABLE "call_passages_default" PARTITION OF "call_passages" DEFAULT;

-- As before, but partitions take the parent's storage along.
CREATE OR REPLACE FUNCTION ensure_partition(parent TEXT, partition TEXT, lower_bound TIMESTAMPTZ, upper_bound TIMESTAMPTZ)
RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF to_regclass(format('%I', partition)) IS NOT NULL THEN RETURN false; END IF;
    -- Before anything else: who holds the parent's lock chooses partitions by a list that does not change meanwhile.
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', partition, parent);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE call_id >= %L AND call_id < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM moved',
        parent || '_default', call_id_floor(lower_bound), call_id_floor(upper_bound), partition);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        parent, partition, call_id_floor(lower_bound), call_id_floor(upper_bound));
    IF session_user <> current_user THEN EXECUTE format('REVOKE ALL ON %I FROM %I', partition, session_user); END IF;
    RETURN true;
END $$;

-- As before, for one more table that is kept as long as observations.
CREATE OR REPLACE FUNCTION maintain_partitions(record_months_kept INTEGER, observation_days_kept INTEGER)
RETURNS TABLE (created INTEGER, dropped INTEGER) LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
    month TIMESTAMPTZ := date_trunc('month', now());
    day TIMESTAMPTZ := date_trunc('day', now());
    period TIMESTAMPTZ;
    parent TEXT;
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
    FOREACH parent IN ARRAY ARRAY['call_observations', 'call_passages'] LOOP
        FOR period IN SELECT generate_series(day - INTERVAL '1 day', day + INTERVAL '3 days', INTERVAL '1 day') LOOP
            created := created + ensure_partition(parent, parent || '_' || to_char(period, 'YYYY_MM_DD'),
                period, period + INTERVAL '1 day')::int;
        END LOOP;
    END LOOP;
    dropped := drop_partitions('usage_records', 'YYYY_MM', INTERVAL '1 month', month - make_interval(months => record_months_kept))
        + drop_partitions('call_observations', 'YYYY_MM_DD', INTERVAL '1 day', day - make_interval(days => observation_days_kept))
        + drop_partitions('call_passages', 'YYYY_MM_DD', INTERVAL '1 day', day - make_interval(days => observation_days_kept));
    DELETE FROM usage_records_default WHERE occurred_at < month - make_interval(months => record_months_kept);
    DELETE FROM call_observations_default WHERE started_at < day - make_interval(days => observation_days_kept);
    DELETE FROM call_passages_default WHERE recorded_at < day - make_interval(days => observation_days_kept);
    RETURN NEXT;
END $$;
