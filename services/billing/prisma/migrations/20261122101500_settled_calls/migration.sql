-- Calls that were settled a while ago leave the tables of the call path, with their journal entries, so that those stay small
-- however many years go by. Entries that no call made stay where they are: they are few, and their references must stay unique.
-- Safe for the release before: it works on open and recent calls only, and those do not leave.

CREATE TYPE "settled_period_state" AS ENUM ('open', 'closing', 'sealed', 'dropped');

-- Partitioned by the call id, which begins with its time (UUIDv7): a partition holds the calls of a month whole, and a call id
-- is as unique as ever, since a unique key must contain what the table is partitioned by.
CREATE TABLE "settled_calls" (
    LIKE "reservations" INCLUDING CONSTRAINTS,
    CONSTRAINT "settled_calls_pkey" PRIMARY KEY ("call_id"),
    CONSTRAINT "settled_calls_ended" CHECK ("state" <> 'open')
) PARTITION BY RANGE ("call_id");

CREATE TABLE "settled_entries" (
    LIKE "journal" INCLUDING CONSTRAINTS,
    CONSTRAINT "settled_entries_pkey" PRIMARY KEY ("call_id","kind","credit_type")
) PARTITION BY RANGE ("call_id");

CREATE INDEX "settled_calls_corrected" ON "settled_calls"("corrected_at") WHERE (corrected_at IS NOT NULL);
CREATE INDEX "settled_entries_debit_owner" ON "settled_entries"("debit_owner", "id") WHERE (debit_owner IS NOT NULL);
CREATE INDEX "settled_entries_credit_owner" ON "settled_entries"("credit_owner", "id") WHERE (credit_owner IS NOT NULL);
CREATE INDEX "settled_entries_id" ON "settled_entries"("id");

CREATE TABLE "settled_periods" (
    "period" DATE NOT NULL,
    "lower_id" UUID NOT NULL,
    "upper_id" UUID NOT NULL,
    "state" "settled_period_state" NOT NULL DEFAULT 'open',
    "call_count" BIGINT NOT NULL DEFAULT 0,
    "entry_count" BIGINT NOT NULL DEFAULT 0,
    "amount_micros" BIGINT NOT NULL DEFAULT 0,
    "format" INTEGER,
    "calls_digest" BYTEA,
    "entries_digest" BYTEA,
    "sums_digest" BYTEA,
    "previous_seal" BYTEA,
    "seal" BYTEA,
    "sealed_at" TIMESTAMPTZ(3),
    "location" TEXT,
    "exported_at" TIMESTAMPTZ(3),
    "dropped_at" TIMESTAMPTZ(3),
    "carried_digest" BYTEA,

    CONSTRAINT "settled_periods_pkey" PRIMARY KEY ("period"),
    CONSTRAINT "settled_periods_whole" CHECK ("lower_id" < "upper_id" AND "call_count" >= 0 AND "entry_count" >= 0 AND "amount_micros" >= 0),
    CONSTRAINT "settled_periods_sealed" CHECK (("state" IN ('sealed', 'dropped')) = ("seal" IS NOT NULL)),
    CONSTRAINT "settled_periods_dropped" CHECK ("state" <> 'dropped' OR ("exported_at" IS NOT NULL AND "dropped_at" IS NOT NULL))
);

-- What the entries of a period moved, by account; what was dropped is carried on in the rows of the year 1.
CREATE TABLE "settled_sums" (
    "period" DATE NOT NULL,
    "account_type" "account_type" NOT NULL,
    "owner" UUID NOT NULL,
    "credited_micros" BIGINT NOT NULL,
    "debited_micros" BIGINT NOT NULL,
    "entry_count" BIGINT NOT NULL,

    CONSTRAINT "settled_sums_pkey" PRIMARY KEY ("period","account_type","owner")
);

-- Charges that stand, by the meter that counts them.
CREATE TABLE "settled_meters" (
    "purchase_id" UUID NOT NULL,
    "window_index" BIGINT NOT NULL,
    "period" DATE NOT NULL,
    "call_count" BIGINT NOT NULL,

    CONSTRAINT "settled_meters_pkey" PRIMARY KEY ("purchase_id","window_index","period")
);

-- Calls that were asked about again: they do not leave right away.
CREATE TABLE "recalled_calls" (
    "call_id" UUID NOT NULL,
    "kept_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recalled_calls_pkey" PRIMARY KEY ("call_id")
);

-- The smallest UUIDv7 of a moment.
CREATE FUNCTION call_id_floor(moment TIMESTAMPTZ) RETURNS UUID LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT rpad(lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- The time that a call id begins with.
CREATE FUNCTION call_id_time(p_call_id UUID) RETURNS TIMESTAMPTZ LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT to_timestamp(('x0000' || left(replace(p_call_id::text, '-', ''), 12))::bit(64)::bigint / 1000.0)
$$;

-- From here on call ids may belong to periods that are not sealed: months are sealed in their order.
CREATE FUNCTION unsealed_from() RETURNS UUID LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce((SELECT upper_id FROM settled_periods WHERE state IN ('sealed', 'dropped') ORDER BY period DESC LIMIT 1),
                  '00000000-0000-0000-0000-000000000000')
$$;

-- All there is, and what is proven row by row because nothing has sealed it.
CREATE VIEW all_calls AS SELECT * FROM reservations UNION ALL SELECT * FROM settled_calls;
CREATE VIEW all_entries AS SELECT * FROM journal UNION ALL SELECT * FROM settled_entries;
CREATE VIEW unsealed_calls AS
  SELECT * FROM reservations UNION ALL SELECT * FROM settled_calls WHERE call_id >= (SELECT unsealed_from());
CREATE VIEW unsealed_entries AS
  SELECT * FROM journal UNION ALL SELECT * FROM settled_entries WHERE call_id >= (SELECT unsealed_from());

-- An entry leaves the journal only when it stands among the settled ones, the same in every column.
CREATE OR REPLACE FUNCTION refuse_journal_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM settled_entries s
    WHERE s.call_id = OLD.call_id AND s.kind = OLD.kind AND s.credit_type = OLD.credit_type AND record_image_eq(s::record, OLD::record)
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the journal is append-only: correct with a new entry' USING ERRCODE = 'restrict_violation';
END $$;

-- And the other way round.
CREATE FUNCTION refuse_settled_entry_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM journal j
    WHERE j.call_id = OLD.call_id AND j.kind = OLD.kind AND j.credit_type = OLD.credit_type AND record_image_eq(j::record, OLD::record)
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'settled entries are never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER settled_entries_kept BEFORE UPDATE OR DELETE ON settled_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_settled_entry_change();
CREATE TRIGGER settled_entries_no_truncate BEFORE TRUNCATE ON settled_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_settled_entry_change();

CREATE FUNCTION refuse_settled_call_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM reservations r WHERE r.call_id = OLD.call_id AND record_image_eq(r::record, OLD::record)
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'settled calls are never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER settled_calls_kept BEFORE UPDATE OR DELETE ON settled_calls
  FOR EACH ROW EXECUTE FUNCTION refuse_settled_call_change();
CREATE TRIGGER settled_calls_no_truncate BEFORE TRUNCATE ON settled_calls
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_settled_call_change();

-- Whoever moves calls between the tables, or seals and drops periods, does so alone until its transaction ends.
CREATE FUNCTION lock_settled() RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('settled_calls:' || current_schema(), 0))
$$;

-- The period that a call id belongs to, made when it is missing. A month before one that is sealed is not made any more.
CREATE FUNCTION ensure_settled_period(p_call_id UUID) RETURNS settled_periods LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  found_period settled_periods;
  month timestamptz;
  table_name text;
  name text;
BEGIN
  SELECT * INTO found_period FROM settled_periods WHERE p_call_id >= lower_id AND p_call_id < upper_id;
  IF FOUND THEN RETURN found_period; END IF;
  month := date_trunc('month', call_id_time(p_call_id), 'UTC');
  found_period.period := (month AT TIME ZONE 'UTC')::date;
  found_period.lower_id := call_id_floor(month);
  found_period.upper_id := call_id_floor((month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
  IF p_call_id < unsealed_from() THEN
    found_period.state := 'closing';
    RETURN found_period;
  END IF;
  FOREACH table_name IN ARRAY ARRAY['settled_calls', 'settled_entries'] LOOP
    name := table_name || to_char(found_period.period, '_YYYY_MM');
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
      name, table_name, found_period.lower_id, found_period.upper_id);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %I()', table_name || '_no_truncate', name,
      CASE table_name WHEN 'settled_calls' THEN 'refuse_settled_call_change' ELSE 'refuse_settled_entry_change' END);
    IF session_user <> current_user THEN EXECUTE format('REVOKE ALL ON %I FROM %I', name, session_user); END IF;
  END LOOP;
  INSERT INTO settled_periods (period, lower_id, upper_id)
    VALUES (found_period.period, found_period.lower_id, found_period.upper_id) RETURNING * INTO found_period;
  RETURN found_period;
END $$;

-- Adds what settled calls moved to the sums of their periods (p_sign 1), or takes it away (-1).
CREATE FUNCTION sum_settled(p_call_ids UUID[], p_sign INTEGER) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO settled_sums AS sums (period, account_type, owner, credited_micros, debited_micros, entry_count)
    SELECT p.period, leg.account_type, coalesce(leg.owner, '00000000-0000-0000-0000-000000000000'),
           p_sign * sum(leg.credited), p_sign * sum(leg.debited), p_sign * count(*)
    FROM settled_entries e
    JOIN settled_periods p ON e.call_id >= p.lower_id AND e.call_id < p.upper_id
    CROSS JOIN LATERAL (VALUES (e.credit_type, e.credit_owner, e.amount_micros, 0), (e.debit_type, e.debit_owner, 0, e.amount_micros))
      AS leg (account_type, owner, credited, debited)
    WHERE e.call_id = ANY (p_call_ids) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (period, account_type, owner) DO UPDATE SET
      credited_micros = sums.credited_micros + excluded.credited_micros,
      debited_micros = sums.debited_micros + excluded.debited_micros,
      entry_count = sums.entry_count + excluded.entry_count;
  INSERT INTO settled_meters AS meters (purchase_id, window_index, period, call_count)
    SELECT c.purchase_id, c.window_index, p.period, p_sign * count(*)
    FROM settled_calls c JOIN settled_periods p ON c.call_id >= p.lower_id AND c.call_id < p.upper_id
    WHERE c.call_id = ANY (p_call_ids) AND c.state = 'captured' AND NOT c.corrected
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (purchase_id, window_index, period) DO UPDATE SET call_count = meters.call_count + excluded.call_count;
  UPDATE settled_periods p SET call_count = p.call_count + p_sign * moved.calls, entry_count = p.entry_count + p_sign * moved.entries,
         amount_micros = p.amount_micros + p_sign * moved.micros
    FROM (
      SELECT q.period, count(*) AS calls, coalesce(sum(own.entries), 0) AS entries, coalesce(sum(own.micros), 0) AS micros
      FROM settled_calls c
      JOIN settled_periods q ON c.call_id >= q.lower_id AND c.call_id < q.upper_id
      LEFT JOIN LATERAL (SELECT count(*) AS entries, sum(e.amount_micros) AS micros FROM settled_entries e WHERE e.call_id = c.call_id)
        AS own ON true
      WHERE c.call_id = ANY (p_call_ids) GROUP BY 1
    ) AS moved WHERE p.period = moved.period;
END $$;

-- Moves calls that have been settled for so long out of the tables of the call path: at most p_limit of those from p_from on, in the
-- order of their ids. What stays: what may still be asked for (an Idempotency-Key is under way, it was asked about of late), what is
-- not summed up by hour yet, and ids of no month since 2020 or of one that is sealed.
-- next_id: where to go on; null at the end.
CREATE FUNCTION settle_away(p_kept_hot INTERVAL, p_from UUID, p_limit INTEGER) RETURNS TABLE (moved INTEGER, next_id UUID)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '2s' SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  horizon uuid := call_id_floor(clock_timestamp() - p_kept_hot);
  span settled_periods;
  summed_up bigint;
  ids uuid[];
  leaving uuid[];
  calls int;
  entries int;
  removed int;
BEGIN
  PERFORM lock_settled();
  DELETE FROM recalled_calls WHERE kept_until <= moment;
  moved := 0;
  SELECT r.call_id INTO next_id FROM reservations r
    WHERE r.call_id >= greatest(p_from, call_id_floor('2020-01-01Z')) AND r.call_id < horizon ORDER BY r.call_id LIMIT 1;
  IF next_id IS NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  span := ensure_settled_period(next_id);
  IF span.state <> 'open' THEN
    next_id := span.upper_id;
    RETURN NEXT;
    RETURN;
  END IF;

  SELECT entry_id INTO summed_up FROM roll_up;
  ids := ARRAY(SELECT r.call_id FROM reservations r
    WHERE r.call_id >= next_id AND r.call_id < least(horizon, span.upper_id) ORDER BY r.call_id LIMIT p_limit);
  leaving := ARRAY(SELECT r.call_id FROM reservations r
    WHERE r.call_id = ANY (ids) AND r.state::text <> 'open' AND coalesce(r.corrected_at, r.resolved_at) <= moment - p_kept_hot
      AND NOT EXISTS (SELECT FROM recalled_calls a WHERE a.call_id = r.call_id AND a.kept_until > moment)
      AND NOT EXISTS (SELECT FROM idempotency_keys k WHERE k.call_id = r.call_id AND NOT k.done)
      AND NOT EXISTS (SELECT FROM journal j WHERE j.call_id = r.call_id AND j.id > summed_up)
      AND NOT EXISTS (SELECT FROM settled_calls s WHERE s.call_id = r.call_id));
  IF cardinality(ids) < p_limit THEN
    next_id := CASE WHEN span.upper_id < horizon THEN span.upper_id END;
  ELSE
    next_id := ids[cardinality(ids)];
  END IF;

  IF cardinality(leaving) > 0 THEN
    WITH gone AS (DELETE FROM reservations r WHERE r.call_id = ANY (leaving) AND r.state::text <> 'open' RETURNING r.*)
      INSERT INTO settled_calls SELECT * FROM gone;
    GET DIAGNOSTICS calls = ROW_COUNT;
    INSERT INTO settled_entries SELECT j.* FROM journal j WHERE j.call_id = ANY (leaving);
    GET DIAGNOSTICS entries = ROW_COUNT;
    DELETE FROM journal j WHERE j.call_id = ANY (leaving);
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF calls <> cardinality(leaving) OR removed <> entries THEN
      RAISE EXCEPTION 'of % calls % left, and % of % entries', cardinality(leaving), calls, removed, entries;
    END IF;
    PERFORM sum_settled(leaving, 1);
    moved := calls;
  END IF;
  RETURN NEXT;
END $$;

-- Brings settled calls back to the tables of the call path, where they can be settled again, corrected or refused as ever, and
-- keeps all of them from leaving for a while, also those that are only about to be admitted. Answers with those that cannot come back since their period is closed, and
-- with no state for those whose period was dropped.
CREATE FUNCTION recall_calls(p_call_ids UUID[])
RETURNS TABLE (call_id UUID, state reservation_state, corrected BOOLEAN, price_micros BIGINT) LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  back uuid[];
  moved int;
  removed int;
BEGIN
  PERFORM lock_settled();
  back := ARRAY(SELECT s.call_id FROM settled_calls s
    JOIN settled_periods p ON s.call_id >= p.lower_id AND s.call_id < p.upper_id
    WHERE s.call_id = ANY (p_call_ids) AND p.state::text = 'open' ORDER BY 1);
  INSERT INTO recalled_calls (call_id, kept_until)
    SELECT k.call_id, clock_timestamp() + interval '10 minutes'
    FROM (SELECT DISTINCT i.call_id FROM unnest(p_call_ids) AS i (call_id)) AS k ORDER BY 1
    ON CONFLICT (call_id) DO UPDATE SET kept_until = excluded.kept_until;
  IF cardinality(back) > 0 THEN
    PERFORM sum_settled(back, -1);
    INSERT INTO reservations SELECT s.* FROM settled_calls s WHERE s.call_id = ANY (back);
    DELETE FROM settled_calls s WHERE s.call_id = ANY (back);
    INSERT INTO journal SELECT s.* FROM settled_entries s WHERE s.call_id = ANY (back);
    GET DIAGNOSTICS moved = ROW_COUNT;
    DELETE FROM settled_entries s WHERE s.call_id = ANY (back);
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF moved <> removed THEN RAISE EXCEPTION 'of % entries % came back', removed, moved; END IF;
  END IF;
  RETURN QUERY
    SELECT i.call_id, s.state, s.corrected, s.price_micros
    FROM unnest(p_call_ids) AS i (call_id)
    JOIN settled_periods p ON i.call_id >= p.lower_id AND i.call_id < p.upper_id AND p.state::text <> 'open'
    LEFT JOIN settled_calls s ON s.call_id = i.call_id
    WHERE (s.call_id IS NOT NULL OR p.state::text = 'dropped')
      AND NOT EXISTS (SELECT FROM reservations r WHERE r.call_id = i.call_id);
END $$;

REVOKE ALL ON FUNCTION settle_away(INTERVAL, UUID, INTEGER) FROM PUBLIC;
REVOKE ALL ON FUNCTION recall_calls(UUID[]) FROM PUBLIC;
