-- Calls that leave the tables of the call path, and their entries, are read once each for all of their sums, not seven times; those to leave are found along the index,
-- where each step had read and sorted everything that was still to leave; and the journal's rows are held against their copies all at once.
-- Safe for the release before: all of these do what they did.

-- The day of a call by its id, as day_of(call_id_time(…)) tells it: in whole numbers, and so simple that the planner puts it in place.
CREATE FUNCTION call_id_day(p_call_id UUID) RETURNS INTEGER LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT (('x0000' || left(replace(p_call_id::text, '-', ''), 12))::bit(64)::bigint / 86400000)::integer
$$;

-- Nothing changes an entry, and what is removed must be among the settled ones by then.
CREATE OR REPLACE FUNCTION refuse_journal_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION 'the journal is append-only: correct with a new entry' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_journal_loss() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM removed r WHERE NOT EXISTS (
      SELECT FROM settled_entries s
      WHERE s.call_id = r.call_id AND s.kind = r.kind AND s.credit_type = r.credit_type AND record_image_eq(s::record, r::record))
  ) THEN
    RAISE EXCEPTION 'the journal is append-only: correct with a new entry' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER journal_append_only BEFORE UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_journal_change();
CREATE TRIGGER journal_kept AFTER DELETE ON journal REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_loss();

-- As before. Calls and entries are met by their ids in memory, whatever the planner takes their numbers to be.
CREATE OR REPLACE FUNCTION sum_settled(p_call_ids UUID[], p_sign INTEGER) RETURNS void LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_nestloop = off SET enable_mergejoin = off SET enable_hashjoin = on AS $$
DECLARE
  nobody CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  -- Asked for once, not for each call.
  days_from CONSTANT uuid := call_id_floor(app_days_from());
BEGIN
  WITH calls AS MATERIALIZED (
    SELECT c.call_id, c.app_id, c.buyer_id, c.key_id, c.tool, c.tier, c.purchase_id, c.window_index, c.price_micros, p.period,
           c.state = 'captured' AND NOT c.corrected AS is_charged
    FROM settled_calls c JOIN settled_periods p ON c.call_id >= p.lower_id AND c.call_id < p.upper_id
    WHERE c.call_id = ANY (p_call_ids)
  ), entries AS MATERIALIZED (
    SELECT e.kind, e.debit_type, e.debit_owner, e.credit_type, e.credit_owner, e.amount_micros, c.period, coalesce(c.app_id, nobody) AS app_id,
           date_trunc('month', e.created_at AT TIME ZONE 'UTC')::date AS month
    FROM settled_entries e JOIN calls c ON c.call_id = e.call_id
    WHERE e.call_id = ANY (p_call_ids)
  ), legs AS MATERIALIZED (
    SELECT leg.account_type, leg.owner, e.month, e.kind, e.app_id, e.period,
           sum(leg.credited)::bigint AS credited, sum(leg.debited)::bigint AS debited, count(*) AS entries
    FROM entries e
    CROSS JOIN LATERAL (VALUES (e.credit_type, e.credit_owner, e.amount_micros, 0), (e.debit_type, e.debit_owner, 0, e.amount_micros))
      AS leg (account_type, owner, credited, debited)
    GROUP BY 1, 2, 3, 4, 5, 6
  ), of_accounts AS (
    INSERT INTO settled_sums AS sums (period, account_type, owner, credited_micros, debited_micros, entry_count)
      SELECT l.period, l.account_type, coalesce(l.owner, nobody), p_sign * sum(l.credited), p_sign * sum(l.debited), p_sign * sum(l.entries)
      FROM legs l GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (period, account_type, owner) DO UPDATE SET
        credited_micros = sums.credited_micros + excluded.credited_micros,
        debited_micros = sums.debited_micros + excluded.debited_micros,
        entry_count = sums.entry_count + excluded.entry_count
  ), of_months AS (
    INSERT INTO settled_months AS months (account_type, owner, month, kind, app_id, period, credited_micros, debited_micros, entry_count)
      SELECT l.account_type, l.owner, l.month, l.kind, l.app_id, l.period, p_sign * l.credited, p_sign * l.debited, p_sign * l.entries
      FROM legs l WHERE l.owner IS NOT NULL ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (account_type, owner, month, kind, app_id, period) DO UPDATE SET
        credited_micros = months.credited_micros + excluded.credited_micros,
        debited_micros = months.debited_micros + excluded.debited_micros,
        entry_count = months.entry_count + excluded.entry_count
  ), of_meters AS (
    INSERT INTO settled_meters AS meters (purchase_id, window_index, period, call_count)
      SELECT c.purchase_id, c.window_index, c.period, p_sign * count(*)
      FROM calls c WHERE c.is_charged GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (purchase_id, window_index, period) DO UPDATE SET call_count = meters.call_count + excluded.call_count
  ), of_app_days AS (
    INSERT INTO settled_app_days AS days (app_id, day, buyer_id, key_id, tool, call_count, micros)
      SELECT c.app_id, call_id_day(c.call_id), c.buyer_id, coalesce(c.key_id, nobody), c.tool, p_sign * count(*), p_sign * sum(c.price_micros)
      FROM calls c WHERE c.is_charged AND c.tier = 'paid' AND c.call_id >= days_from
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (app_id, day, buyer_id, key_id, tool) DO UPDATE SET
        call_count = days.call_count + excluded.call_count, micros = days.micros + excluded.micros
  )
  UPDATE settled_periods p SET call_count = p.call_count + p_sign * moved.calls, entry_count = p.entry_count + p_sign * moved.entries,
         amount_micros = p.amount_micros + p_sign * moved.micros
    FROM (
      SELECT each.period, sum(each.calls) AS calls, sum(each.entries) AS entries, sum(each.micros) AS micros
      FROM (
        SELECT c.period, count(*) AS calls, 0 AS entries, 0 AS micros FROM calls c GROUP BY 1
        UNION ALL
        SELECT e.period, 0, count(*), sum(e.amount_micros) FROM entries e GROUP BY 1
      ) AS each GROUP BY 1
    ) AS moved WHERE p.period = moved.period;
END $$;

-- As before.
CREATE OR REPLACE FUNCTION settle_away(p_kept_hot interval, p_from UUID, p_limit INT)
RETURNS TABLE (moved INT, next_id UUID) LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '2s' SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_bitmapscan = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  horizon uuid := call_id_floor(clock_timestamp() - p_kept_hot);
  span settled_periods;
  summed_up bigint;
  ids uuid[];
  leaving uuid[];
  calls int;
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
    IF calls <> cardinality(leaving) THEN RAISE EXCEPTION 'of % calls % left', cardinality(leaving), calls; END IF;
    WITH gone AS (DELETE FROM journal j WHERE j.call_id = ANY (leaving) RETURNING j.*)
      INSERT INTO settled_entries SELECT * FROM gone;
    PERFORM sum_settled(leaving, 1);
    moved := calls;
  END IF;
  RETURN NEXT;
END $$;
