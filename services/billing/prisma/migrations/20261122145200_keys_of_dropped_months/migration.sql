-- What keys spent on calls of dropped months is carried on, so that their spending is proven to the micro-dollar ever after; and a
-- buyer's tasks are listed.

CREATE TABLE "settled_keys" (
    "key_id" UUID NOT NULL,
    "micros" BIGINT NOT NULL,

    CONSTRAINT "settled_keys_pkey" PRIMARY KEY ("key_id")
);

CREATE INDEX "tasks_buyer_id_created_at_call_id_idx" ON "tasks"("buyer_id", "created_at", "call_id");

ALTER TABLE settled_keys ADD CONSTRAINT settled_keys_not_negative CHECK (micros >= 0);

-- Where months were dropped before: what is counted, and no call says any more.
INSERT INTO settled_keys (key_id, micros)
  SELECT s.key_id, s.spent_micros - coalesce(facts.spent, 0)
  FROM key_spending s LEFT JOIN (
    SELECT above.key_id, sum(r.price_micros) AS spent
    FROM all_calls r JOIN key_limits k ON k.key_id = r.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
    WHERE r.key_hour IS NOT NULL AND (r.state = 'open' OR (r.state = 'captured' AND NOT r.corrected)) GROUP BY above.key_id
  ) AS facts ON facts.key_id = s.key_id
  WHERE s.spent_micros > coalesce(facts.spent, 0) AND EXISTS (SELECT FROM settled_periods WHERE state = 'dropped');

-- As before, and carries on what keys spent.
CREATE OR REPLACE FUNCTION drop_period(p_period DATE, p_ended_for INTERVAL) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
  carried CONSTANT date := '0001-01-01';
  span settled_periods;
  calls bigint;
  entries bigint;
  micros numeric;
  before numeric;
BEGIN
  PERFORM lock_settled();
  SELECT * INTO span FROM settled_periods WHERE period = p_period FOR UPDATE;
  IF NOT FOUND OR span.state <> 'sealed' OR span.exported_at IS NULL THEN
    RAISE EXCEPTION 'month % is not sealed and exported', p_period;
  END IF;
  IF p_ended_for < interval '2 months' OR call_id_time(span.upper_id) + p_ended_for > clock_timestamp() THEN
    RAISE EXCEPTION 'month % has not been over for long enough', p_period;
  END IF;
  IF EXISTS (SELECT FROM settled_periods WHERE period < p_period AND state <> 'dropped') THEN
    RAISE EXCEPTION 'a month before % is not dropped', p_period;
  END IF;
  IF span.seal IS DISTINCT FROM seal_of(span) OR span.sums_digest IS DISTINCT FROM sums_digest_of(p_period) THEN
    RAISE EXCEPTION 'the seal of month % is broken', p_period;
  END IF;
  SELECT count(*) INTO calls FROM settled_calls WHERE call_id >= span.lower_id AND call_id < span.upper_id;
  SELECT count(*), coalesce(sum(amount_micros), 0) INTO entries, micros
    FROM settled_entries WHERE call_id >= span.lower_id AND call_id < span.upper_id;
  IF (calls, entries, micros) IS DISTINCT FROM (span.call_count, span.entry_count, span.amount_micros::numeric) THEN
    RAISE EXCEPTION 'month % has % calls and % entries of %, sealed were %, % and %', p_period, calls, entries, micros,
      span.call_count, span.entry_count, span.amount_micros;
  END IF;

  SELECT coalesce(sum(credited_micros + debited_micros), 0) INTO before FROM settled_sums;
  INSERT INTO settled_sums AS sums (period, account_type, owner, credited_micros, debited_micros, entry_count)
    SELECT carried, account_type, owner, credited_micros, debited_micros, entry_count
    FROM settled_sums WHERE period = p_period AND entry_count <> 0
    ON CONFLICT (period, account_type, owner) DO UPDATE SET
      credited_micros = sums.credited_micros + excluded.credited_micros,
      debited_micros = sums.debited_micros + excluded.debited_micros,
      entry_count = sums.entry_count + excluded.entry_count;
  DELETE FROM settled_sums WHERE period = p_period;
  IF before IS DISTINCT FROM (SELECT coalesce(sum(credited_micros + debited_micros), 0) FROM settled_sums) THEN
    RAISE EXCEPTION 'what is carried on of month % is not what it moved', p_period;
  END IF;
  INSERT INTO settled_keys AS sums (key_id, micros)
    SELECT above.key_id, sum(call.price_micros)
    FROM settled_calls call JOIN key_limits k ON k.key_id = call.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
    WHERE call.call_id >= span.lower_id AND call.call_id < span.upper_id
      AND call.key_hour IS NOT NULL AND call.state = 'captured' AND NOT call.corrected
    GROUP BY above.key_id
    ON CONFLICT (key_id) DO UPDATE SET micros = sums.micros + excluded.micros;
  DELETE FROM settled_meters m USING purchases p
    WHERE p.id = m.purchase_id AND m.window_index < p.window_index AND m.period <= p_period;
  EXECUTE format('DROP TABLE %I', 'settled_entries' || to_char(p_period, '_YYYY_MM'));
  EXECUTE format('DROP TABLE %I', 'settled_calls' || to_char(p_period, '_YYYY_MM'));
  UPDATE settled_periods SET state = 'dropped', dropped_at = clock_timestamp(), carried_digest = sums_digest_of(carried)
    WHERE period = p_period;
END $$;
