-- Months of usage records are sealed one after the other before they are dropped: the seal of each is a digest of its records and of
-- the seal before, so that the last one vouches for all. Nothing of a sealed month changes any more.
-- Safe for the release before: it reads nothing of it. Its own call for dropping months drops none that has records.

CREATE TABLE "usage_months" (
    "month" DATE NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'closing',
    "record_count" BIGINT NOT NULL,
    "charged_micros" BIGINT NOT NULL,
    "format" INTEGER,
    "records_digest" BYTEA,
    "previous_seal" BYTEA,
    "seal" BYTEA,
    "sealed_at" TIMESTAMPTZ(3),
    "location" TEXT,
    "exported_at" TIMESTAMPTZ(3),
    "dropped_at" TIMESTAMPTZ(3),
    CONSTRAINT "usage_months_pkey" PRIMARY KEY ("month"),
    CONSTRAINT "usage_months_state_known" CHECK ("state" IN ('closing', 'sealed', 'dropped')),
    CONSTRAINT "usage_months_sealed" CHECK (("state" <> 'closing') = ("seal" IS NOT NULL)),
    CONSTRAINT "usage_months_dropped" CHECK (("state" = 'dropped') = ("dropped_at" IS NOT NULL))
);

-- The months that records lie in, by the names of their partitions.
CREATE FUNCTION usage_partitions() RETURNS TABLE (month DATE, partition NAME) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
    SELECT to_date(right(c.relname, 7), 'YYYY_MM'), c.relname
    FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
    WHERE inhparent = to_regclass('usage_records') AND c.relname ~ '^usage_records_\d{4}_\d{2}$'
$$;

-- The end of a month.
CREATE FUNCTION usage_month_end(p_month DATE) RETURNS TIMESTAMPTZ LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT (p_month + INTERVAL '1 month') AT TIME ZONE 'UTC'
$$;

CREATE FUNCTION usage_month_has_records(p_month DATE) RETURNS BOOLEAN LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
    SELECT EXISTS (SELECT FROM usage_records
        WHERE call_id >= call_id_floor(p_month::timestamp AT TIME ZONE 'UTC') AND call_id < call_id_floor(usage_month_end(p_month)))
$$;

-- Months that ended so long ago and are not sealed, the oldest first. Empty ones count once there are records before them.
CREATE FUNCTION usage_months_to_seal(p_ended_for INTERVAL) RETURNS TABLE (month DATE) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
    SELECT p.month FROM usage_partitions() p
    WHERE usage_month_end(p.month) + p_ended_for <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM usage_months m WHERE m.month = p.month AND m.seal IS NOT NULL)
      AND (EXISTS (SELECT FROM usage_months m WHERE m.month <= p.month)
           OR EXISTS (SELECT FROM usage_partitions() f WHERE f.month <= p.month AND usage_month_has_records(f.month)))
    ORDER BY 1
$$;

-- The seal that a month must have.
CREATE FUNCTION seal_of_usage(m usage_months) RETURNS BYTEA LANGUAGE sql STABLE AS $$
    SELECT sha256(convert_to(concat_ws(',', encode(m.previous_seal, 'hex'), to_char(m.month, 'YYYY-MM'), m.format, m.record_count,
        m.charged_micros, encode(m.records_digest, 'hex')), 'UTF8'))
$$;

-- Records that come for a sealed month are refused; one that is there already is a repeat, as anywhere.
CREATE FUNCTION refuse_sealed_usage() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM usage_records WHERE call_id = NEW.call_id) THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'the month of this record is sealed' USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION lock_usage_months() RETURNS VOID LANGUAGE sql SET search_path FROM CURRENT AS $$
    SELECT pg_advisory_xact_lock(hashtextextended('usage_months:' || current_schema(), 0))
$$;

-- Closes a month that ended so long ago: no record comes into it or leaves it any more. Answers why not; empty when it is closed.
CREATE FUNCTION close_usage_month(p_month DATE, p_ended_for INTERVAL) RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
    partition NAME;
BEGIN
    -- Records are accepted until they are 35 days old.
    IF p_ended_for < INTERVAL '36 days' THEN RAISE EXCEPTION 'a month may still get records for 36 days'; END IF;
    PERFORM lock_usage_months();
    SELECT p.partition INTO partition FROM usage_partitions() p WHERE p.month = p_month;
    IF NOT FOUND THEN RETURN 'there is no such month'; END IF;
    IF EXISTS (SELECT FROM usage_months m WHERE m.month = p_month) THEN RETURN ''; END IF;
    IF usage_month_end(p_month) + p_ended_for > clock_timestamp() THEN RETURN 'it has not been over for long enough'; END IF;
    IF EXISTS (SELECT FROM usage_months_to_seal(p_ended_for) w WHERE w.month < p_month) THEN
        RETURN 'a month before it is not sealed';
    END IF;
    EXECUTE format('CREATE TRIGGER usage_records_sealed BEFORE INSERT OR UPDATE OR DELETE ON %I
                    FOR EACH ROW EXECUTE FUNCTION refuse_sealed_usage()', partition);
    EXECUTE format('INSERT INTO usage_months (month, record_count, charged_micros)
                    SELECT %L::date, count(*), coalesce(sum(charged_micros), 0) FROM %I', p_month, partition);
    RETURN '';
END $$;

-- Seals a closed month with what was read from its records, which must be what it was closed with.
CREATE FUNCTION seal_usage_month(p_month DATE, p_format INTEGER, p_records BIGINT, p_micros BIGINT, p_digest BYTEA) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    sealed usage_months;
BEGIN
    PERFORM lock_usage_months();
    SELECT * INTO sealed FROM usage_months WHERE month = p_month FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'month % is not closed', p_month; END IF;
    IF (sealed.record_count, sealed.charged_micros) IS DISTINCT FROM (p_records, p_micros) THEN
        RAISE EXCEPTION 'month % has % records of %, it was closed with % of %', p_month, p_records, p_micros,
            sealed.record_count, sealed.charged_micros;
    END IF;
    IF sealed.state <> 'closing' THEN
        IF sealed.records_digest IS DISTINCT FROM p_digest THEN
            RAISE EXCEPTION 'month % is sealed already, and with another digest', p_month;
        END IF;
        RETURN;
    END IF;
    IF EXISTS (SELECT FROM usage_months WHERE month < p_month AND seal IS NULL) THEN
        RAISE EXCEPTION 'a month before % is not sealed', p_month;
    END IF;
    sealed.previous_seal := coalesce((SELECT seal FROM usage_months WHERE month < p_month ORDER BY month DESC LIMIT 1), '\x');
    sealed.format := p_format;
    sealed.records_digest := p_digest;
    UPDATE usage_months SET state = 'sealed', format = sealed.format, records_digest = sealed.records_digest,
        previous_seal = sealed.previous_seal, seal = seal_of_usage(sealed), sealed_at = clock_timestamp()
    WHERE month = p_month;
END $$;

-- Notes where the file of a sealed month is. It has been read again and compared.
CREATE FUNCTION note_usage_exported(p_month DATE, p_location TEXT) RETURNS VOID LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE usage_months SET location = p_location, exported_at = clock_timestamp() WHERE month = p_month AND state = 'sealed';
    IF NOT FOUND THEN RAISE EXCEPTION 'month % is not sealed', p_month; END IF;
END $$;

-- Drops the records of a sealed month of which so many whole months are not kept. Their sums by hour and day stay.
CREATE FUNCTION drop_usage_month(p_month DATE, p_months_kept INTEGER, p_exported_only BOOLEAN) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
    sealed usage_months;
    partition NAME := 'usage_records' || to_char(p_month, '_YYYY_MM');
    records BIGINT;
    micros NUMERIC;
BEGIN
    PERFORM lock_usage_months();
    SELECT * INTO sealed FROM usage_months WHERE month = p_month FOR UPDATE;
    IF NOT FOUND OR sealed.state <> 'sealed' THEN RAISE EXCEPTION 'month % is not sealed', p_month; END IF;
    IF p_exported_only AND sealed.exported_at IS NULL THEN RAISE EXCEPTION 'month % is not exported', p_month; END IF;
    IF p_months_kept < 2 OR usage_month_end(p_month) > date_trunc('month', now()) - make_interval(months => p_months_kept) THEN
        RAISE EXCEPTION 'month % has not been over for long enough', p_month;
    END IF;
    IF sealed.seal IS DISTINCT FROM seal_of_usage(sealed) THEN RAISE EXCEPTION 'the seal of month % is broken', p_month; END IF;
    EXECUTE format('SELECT count(*), coalesce(sum(charged_micros), 0) FROM %I', partition) INTO records, micros;
    IF (records, micros) IS DISTINCT FROM (sealed.record_count, sealed.charged_micros::numeric) THEN
        RAISE EXCEPTION 'month % has % records of %, sealed were % of %', p_month, records, micros, sealed.record_count,
            sealed.charged_micros;
    END IF;
    EXECUTE format('DROP TABLE %I', partition);
    DELETE FROM call_digests
    WHERE call_id >= call_id_floor(p_month::timestamp AT TIME ZONE 'UTC') AND call_id < call_id_floor(usage_month_end(p_month));
    UPDATE usage_months SET state = 'dropped', dropped_at = clock_timestamp() WHERE month = p_month;
END $$;

-- As before, but of the months of usage records it drops those alone before which, too, there are none: what is sealed is dropped by drop_usage_month.
CREATE OR REPLACE FUNCTION maintain_partitions(record_months_kept INTEGER, observation_days_kept INTEGER)
RETURNS TABLE (created INTEGER, dropped INTEGER) LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
    this_month TIMESTAMPTZ := date_trunc('month', now());
    day TIMESTAMPTZ := date_trunc('day', now());
    period TIMESTAMPTZ;
    parent TEXT;
    idle RECORD;
BEGIN
    -- Records are accepted until they are 35 days old, so a shorter retention would drop what is still arriving.
    IF record_months_kept < 2 OR observation_days_kept < 1 THEN
        RAISE EXCEPTION 'retention must be at least 2 months of records and 1 day of observations';
    END IF;
    created := 0;
    PERFORM pg_advisory_xact_lock(hashtextextended('maintain_partitions:' || current_schema(), 0));
    FOR period IN SELECT generate_series(this_month - INTERVAL '2 months', this_month + INTERVAL '2 months', INTERVAL '1 month') LOOP
        created := created + ensure_partition('usage_records', 'usage_records_' || to_char(period, 'YYYY_MM'),
            period, period + INTERVAL '1 month')::int;
    END LOOP;
    FOREACH parent IN ARRAY ARRAY['call_observations', 'call_passages'] LOOP
        FOR period IN SELECT generate_series(day - INTERVAL '1 day', day + INTERVAL '3 days', INTERVAL '1 day') LOOP
            created := created + ensure_partition(parent, parent || '_' || to_char(period, 'YYYY_MM_DD'),
                period, period + INTERVAL '1 day')::int;
        END LOOP;
    END LOOP;
    dropped := drop_partitions('call_observations', 'YYYY_MM_DD', INTERVAL '1 day', day - make_interval(days => observation_days_kept))
        + drop_partitions('call_passages', 'YYYY_MM_DD', INTERVAL '1 day', day - make_interval(days => observation_days_kept));
    FOR idle IN
        SELECT p.partition FROM usage_partitions() p
        WHERE usage_month_end(p.month) <= this_month - make_interval(months => record_months_kept)
          AND NOT EXISTS (SELECT FROM usage_months m WHERE m.month <= p.month)
          AND NOT EXISTS (SELECT FROM usage_partitions() f WHERE f.month <= p.month AND usage_month_has_records(f.month))
    LOOP
        EXECUTE format('DROP TABLE %I', idle.partition);
        dropped := dropped + 1;
    END LOOP;
    DELETE FROM usage_records_default WHERE occurred_at < this_month - make_interval(months => record_months_kept);
    DELETE FROM call_observations_default WHERE started_at < day - make_interval(days => observation_days_kept);
    DELETE FROM call_passages_default WHERE recorded_at < day - make_interval(days => observation_days_kept);
    RETURN NEXT;
END $$;

REVOKE ALL ON FUNCTION close_usage_month(DATE, INTERVAL) FROM PUBLIC;
REVOKE ALL ON FUNCTION seal_usage_month(DATE, INTEGER, BIGINT, BIGINT, BYTEA) FROM PUBLIC;
REVOKE ALL ON FUNCTION note_usage_exported(DATE, TEXT) FROM PUBLIC;
REVOKE ALL ON FUNCTION drop_usage_month(DATE, INTEGER, BOOLEAN) FROM PUBLIC;
