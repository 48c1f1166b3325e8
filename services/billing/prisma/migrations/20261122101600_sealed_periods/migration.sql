-- Months of settled calls are sealed one after the other: the seal of each is a digest of its rows, its sums and the seal before, so
-- that the last one vouches for all. What is sealed and exported may be dropped; what it moved is carried on by account.
-- Safe for the release before: it knows nothing of settled calls, and loses no right that it uses.

-- The digest of the sums of a period, by account.
CREATE FUNCTION sums_digest_of(p_period DATE) RETURNS BYTEA LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT sha256(convert_to(coalesce(string_agg(
    concat_ws(',', account_type, owner, credited_micros, debited_micros, entry_count), E'\n' ORDER BY account_type::text, owner), ''), 'UTF8'))
  FROM settled_sums WHERE period = p_period AND entry_count <> 0
$$;

-- The seal that a period must have.
CREATE FUNCTION seal_of(p settled_periods) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws(',', encode(p.previous_seal, 'hex'), to_char(p.period, 'YYYY-MM'), p.format, p.call_count, p.entry_count, p.amount_micros,
    encode(p.calls_digest, 'hex'), encode(p.entries_digest, 'hex'), encode(p.sums_digest, 'hex')), 'UTF8'))
$$;

-- Closes a month that ended so long ago: no call comes into it or leaves it any more. Answers why not; empty when it is closed.
CREATE FUNCTION close_period(p_period DATE, p_ended_for INTERVAL) RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT AS $$
DECLARE
  span settled_periods;
  waiting bigint;
BEGIN
  PERFORM lock_settled();
  SELECT * INTO span FROM settled_periods WHERE period = p_period;
  IF NOT FOUND THEN RETURN 'there is no such month'; END IF;
  IF span.state <> 'open' THEN RETURN ''; END IF;
  IF call_id_time(span.upper_id) + p_ended_for > clock_timestamp() THEN RETURN 'it has not been over for long enough'; END IF;
  IF EXISTS (SELECT FROM settled_periods WHERE period < p_period AND seal IS NULL) THEN
    RETURN 'a month before it is not sealed';
  END IF;
  SELECT count(*) INTO waiting FROM (
    SELECT FROM reservations WHERE call_id >= call_id_floor('2020-01-01Z') AND call_id < span.upper_id AND call_id >= unsealed_from() LIMIT 1000) AS hot;
  IF waiting > 0 THEN RETURN format('%s calls up to its end are still where they can be settled', waiting); END IF;
  UPDATE settled_periods SET state = 'closing' WHERE period = p_period;
  RETURN '';
END $$;

-- Seals a closed month with what was read from its rows, which must be what was noted when they came.
CREATE FUNCTION seal_period(p_period DATE, p_format INTEGER, p_calls BIGINT, p_entries BIGINT, p_micros BIGINT, p_calls_digest BYTEA, p_entries_digest BYTEA)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  span settled_periods;
BEGIN
  PERFORM lock_settled();
  SELECT * INTO span FROM settled_periods WHERE period = p_period FOR UPDATE;
  IF NOT FOUND OR span.state = 'open' THEN RAISE EXCEPTION 'month % is not closed', p_period; END IF;
  IF span.state <> 'closing' THEN
    IF (span.calls_digest, span.entries_digest) IS DISTINCT FROM (p_calls_digest, p_entries_digest) THEN
      RAISE EXCEPTION 'month % is sealed already, and with other digests', p_period;
    END IF;
    RETURN;
  END IF;
  IF (span.call_count, span.entry_count, span.amount_micros) IS DISTINCT FROM (p_calls, p_entries, p_micros) THEN
    RAISE EXCEPTION 'month % has % calls and % entries of %, noted are %, % and %', p_period, p_calls, p_entries, p_micros,
      span.call_count, span.entry_count, span.amount_micros;
  END IF;
  IF (SELECT (coalesce(sum(credited_micros), 0), coalesce(sum(debited_micros), 0), coalesce(sum(entry_count), 0)) IS DISTINCT FROM
             (p_micros::numeric, p_micros::numeric, 2 * p_entries::numeric) FROM settled_sums WHERE period = p_period) THEN
    RAISE EXCEPTION 'the sums of month % are not those of its entries', p_period;
  END IF;
  span.previous_seal := coalesce((SELECT seal FROM settled_periods WHERE period < p_period ORDER BY period DESC LIMIT 1), '\x');
  span.format := p_format;
  span.calls_digest := p_calls_digest;
  span.entries_digest := p_entries_digest;
  span.sums_digest := sums_digest_of(p_period);
  UPDATE settled_periods SET state = 'sealed', format = span.format, calls_digest = span.calls_digest, entries_digest = span.entries_digest,
    sums_digest = span.sums_digest, previous_seal = span.previous_seal, seal = seal_of(span), sealed_at = clock_timestamp()
    WHERE period = p_period;
END $$;

-- Notes where the files of a sealed month are. They have been read again and compared.
CREATE FUNCTION note_exported(p_period DATE, p_location TEXT) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE settled_periods SET location = p_location, exported_at = clock_timestamp() WHERE period = p_period AND state = 'sealed';
  IF NOT FOUND THEN RAISE EXCEPTION 'month % is not sealed', p_period; END IF;
END $$;

-- Drops the rows of a month that is sealed, exported, and has been over for so long. What its entries moved goes to the sums that are
-- carried on; the counts of meters stay where their windows are those of now.
CREATE FUNCTION drop_period(p_period DATE, p_ended_for INTERVAL) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
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
  DELETE FROM settled_meters m USING purchases p
    WHERE p.id = m.purchase_id AND m.window_index < p.window_index AND m.period <= p_period;
  EXECUTE format('DROP TABLE %I', 'settled_entries' || to_char(p_period, '_YYYY_MM'));
  EXECUTE format('DROP TABLE %I', 'settled_calls' || to_char(p_period, '_YYYY_MM'));
  UPDATE settled_periods SET state = 'dropped', dropped_at = clock_timestamp(), carried_digest = sums_digest_of(carried)
    WHERE period = p_period;
END $$;

REVOKE ALL ON FUNCTION close_period(DATE, INTERVAL) FROM PUBLIC;
REVOKE ALL ON FUNCTION seal_period(DATE, INTEGER, BIGINT, BIGINT, BIGINT, BYTEA, BYTEA) FROM PUBLIC;
REVOKE ALL ON FUNCTION note_exported(DATE, TEXT) FROM PUBLIC;
REVOKE ALL ON FUNCTION drop_period(DATE, INTERVAL) FROM PUBLIC;
