-- A buyer moves in a moment, however many calls were made and Idempotency-Keys are kept: what a cell counted stays there when its buyer
-- leaves, and keys of requests that are done are copied before.
-- Safe for the release before: it calls the same functions, and has no rows in the new tables.

-- AlterTable
ALTER TABLE "departures" ADD COLUMN     "sums_kept" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "left_meters" (
    "purchase_id" UUID NOT NULL,
    "window_index" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "left_meters_pkey" PRIMARY KEY ("purchase_id")
);

-- CreateTable
CREATE TABLE "left_keys" (
    "key_id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "lineage" UUID[],
    "micros" BIGINT NOT NULL,

    CONSTRAINT "left_keys_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "left_key_hours" (
    "key_id" UUID NOT NULL,
    "hour" INTEGER NOT NULL,
    "micros" BIGINT NOT NULL,

    CONSTRAINT "left_key_hours_pkey" PRIMARY KEY ("key_id","hour")
);

-- CreateTable
CREATE TABLE "idempotency_copies" (
    "buyer_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "cell" TEXT NOT NULL,
    "position" BYTEA NOT NULL,
    "is_whole" BOOLEAN NOT NULL DEFAULT false,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_copies_pkey" PRIMARY KEY ("buyer_id")
);

-- CreateTable
CREATE TABLE "idempotency_changes" (
    "buyer_id" UUID NOT NULL,
    "key_hash" BYTEA NOT NULL,

    CONSTRAINT "idempotency_changes_pkey" PRIMARY KEY ("buyer_id","key_hash")
);

-- CreateIndex
CREATE INDEX "left_keys_buyer_id_idx" ON "left_keys"("buyer_id");

-- What this cell's calls say of a buyer who leaves, as it is counted at this moment: calls under way go along, and what was counted
-- elsewhere is left out. Everything is locked.
CREATE FUNCTION keep_sums_of_leaver(p_buyer uuid, p_keys uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM left_meters l USING purchases p WHERE p.buyer_id = p_buyer AND l.purchase_id = p.id;
  INSERT INTO left_meters (purchase_id, window_index, calls)
    SELECT p.id, p.window_index, p.used - p.used_opening - coalesce(under_way.calls, 0)
    FROM purchases p LEFT JOIN (
      SELECT r.purchase_id, r.window_index, count(*) AS calls FROM reservations r WHERE r.buyer_id = p_buyer AND r.state = 'open' GROUP BY 1, 2
    ) AS under_way ON under_way.purchase_id = p.id AND under_way.window_index = p.window_index
    WHERE p.buyer_id = p_buyer;
  CREATE TEMP TABLE keys_under_way ON COMMIT DROP AS
    SELECT above.key_id, r.key_hour AS hour, sum(r.price_micros)::bigint AS micros
    FROM reservations r JOIN key_limits k ON k.key_id = r.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
    WHERE r.buyer_id = p_buyer AND r.state = 'open' AND r.key_hour IS NOT NULL GROUP BY 1, 2;
  INSERT INTO left_keys (key_id, buyer_id, lineage, micros)
    SELECT k.key_id, p_buyer, k.lineage, s.spent_micros
      - coalesce((SELECT t.micros FROM settled_keys t WHERE t.key_id = k.key_id), 0)
      - coalesce((SELECT sum(c.micros) FROM carried_key_hours c WHERE c.key_id = k.key_id), 0)
      - coalesce((SELECT sum(u.micros) FROM keys_under_way u WHERE u.key_id = k.key_id), 0)
    FROM key_limits k JOIN key_spending s ON s.key_id = k.key_id WHERE k.key_id = ANY (p_keys);
  INSERT INTO left_key_hours (key_id, hour, micros)
    SELECT counted.key_id, counted.hour, sum(counted.micros) FROM (
      SELECT h.key_id, h.hour, h.micros FROM key_hours h WHERE h.key_id = ANY (p_keys)
      UNION ALL SELECT s.key_id, s.hour, s.hour_micros FROM key_spending s WHERE s.key_id = ANY (p_keys)
      UNION ALL SELECT c.key_id, c.hour, -c.micros FROM carried_key_hours c JOIN key_spending s ON s.key_id = c.key_id
        WHERE c.key_id = ANY (p_keys) AND c.hour >= s.hour - 720
      UNION ALL SELECT u.key_id, u.hour, -u.micros FROM keys_under_way u JOIN key_spending s ON s.key_id = u.key_id
        WHERE u.hour >= s.hour - 720
    ) AS counted GROUP BY 1, 2 HAVING sum(counted.micros) <> 0;
  DROP TABLE keys_under_way;
END $$;

-- The same for who left before that was kept, from the calls themselves.
CREATE FUNCTION sum_up_leaver(p_buyer uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  CREATE TEMP TABLE calls_of_keys ON COMMIT DROP AS
    SELECT above.key_id, r.key_hour AS hour, sum(r.price_micros)::bigint AS micros
    FROM (SELECT * FROM reservations WHERE buyer_id = p_buyer
          -- Found by their entries: what cost nothing adds nothing.
          UNION ALL SELECT * FROM settled_calls WHERE call_id IN (
            SELECT e.call_id FROM settled_entries e WHERE e.debit_owner = p_buyer AND e.debit_type = 'wallet')) AS r
    JOIN key_limits k ON k.key_id = r.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
    WHERE r.key_hour IS NOT NULL AND r.state = 'captured' AND NOT r.corrected GROUP BY 1, 2;
  DELETE FROM settled_keys s USING key_limits k WHERE k.buyer_id = p_buyer AND s.key_id = k.key_id;
  INSERT INTO left_keys (key_id, buyer_id, lineage, micros)
    SELECT k.key_id, p_buyer, k.lineage, (SELECT coalesce(sum(c.micros), 0) FROM calls_of_keys c WHERE c.key_id = k.key_id)
    FROM key_limits k WHERE k.buyer_id = p_buyer;
  INSERT INTO left_key_hours (key_id, hour, micros) SELECT c.key_id, c.hour, c.micros FROM calls_of_keys c WHERE c.micros <> 0;
  DROP TABLE calls_of_keys;
END $$;

-- A call of a buyer who is away is given back: it is in the sums that were kept.
CREATE FUNCTION take_from_kept_sums() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  above uuid[];
BEGIN
  UPDATE left_meters l SET calls = l.calls - 1 WHERE l.purchase_id = NEW.purchase_id AND l.window_index = NEW.window_index;
  IF NEW.key_hour IS NOT NULL THEN
    SELECT l.lineage INTO above FROM left_keys l WHERE l.key_id = NEW.key_id;
    UPDATE left_keys l SET micros = l.micros - NEW.price_micros WHERE l.key_id = ANY (above);
    UPDATE left_key_hours h SET micros = h.micros - NEW.price_micros WHERE h.key_id = ANY (above) AND h.hour = NEW.key_hour;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER kept_sums_follow AFTER UPDATE OF corrected ON reservations FOR EACH ROW
  WHEN (NEW.corrected AND NOT OLD.corrected) EXECUTE FUNCTION take_from_kept_sums();

-- What this cell's own calls say of keys that came, and of what they spent elsewhere: both together are what they have spent.
CREATE FUNCTION carry_keys(p_buyer uuid, p_keys uuid[], p_calls uuid[]) RETURNS void LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  CREATE TEMP TABLE keys_under_way ON COMMIT DROP AS
    SELECT above.key_id, r.key_hour AS hour, sum(r.price_micros)::bigint AS micros
    FROM reservations r JOIN key_limits k ON k.key_id = r.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
    WHERE r.call_id = ANY (p_calls) AND r.key_hour IS NOT NULL GROUP BY 1, 2;
  INSERT INTO carried_key_hours (key_id, hour, micros)
    SELECT coalesce(s.key_id, c.key_id), coalesce(s.hour, c.hour), coalesce(s.micros, 0) - coalesce(c.micros, 0)
    FROM (SELECT h.key_id, h.hour, h.micros FROM key_hours h WHERE h.key_id = ANY (p_keys)
          UNION ALL SELECT s.key_id, s.hour, s.hour_micros FROM key_spending s WHERE s.key_id = ANY (p_keys)) AS s
    FULL JOIN (
      SELECT here.key_id, here.hour, sum(here.micros)::bigint AS micros FROM (
        SELECT * FROM keys_under_way UNION ALL SELECT h.* FROM left_key_hours h WHERE h.key_id = ANY (p_keys)
      ) AS here GROUP BY 1, 2
    ) AS c ON c.key_id = s.key_id AND c.hour = s.hour
    WHERE coalesce(s.micros, 0) <> coalesce(c.micros, 0)
      AND coalesce(s.hour, c.hour) >= (SELECT k.hour - 720 FROM key_spending k WHERE k.key_id = coalesce(s.key_id, c.key_id));
  -- What is settled of a key that was away is of months that were dropped meanwhile: the kept sum has their calls, and they are gone.
  INSERT INTO settled_keys (key_id, micros)
    SELECT s.key_id, s.spent_micros
                     - coalesce((SELECT l.micros FROM left_keys l WHERE l.key_id = s.key_id), 0)
                     + coalesce((SELECT t.micros FROM settled_keys t WHERE t.key_id = s.key_id), 0)
                     - coalesce((SELECT sum(u.micros) FROM keys_under_way u WHERE u.key_id = s.key_id), 0)
                     - coalesce((SELECT sum(c.micros) FROM carried_key_hours c WHERE c.key_id = s.key_id), 0)
    FROM key_spending s WHERE s.key_id = ANY (p_keys)
    ON CONFLICT (key_id) DO UPDATE SET micros = excluded.micros;
  DROP TABLE keys_under_way;
END $$;

-- Begins to copy the Idempotency-Keys of a buyer who is to leave, or goes on with that; answers with where to go on after. What is not
-- done, and what is begun from now on, is noted: all else is never changed.
CREATE FUNCTION begin_idempotency_copy(p_id uuid, p_buyer uuid, p_cell text) RETURNS SETOF idempotency_copies LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '500ms' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(lock_of_moves());
  PERFORM pg_advisory_xact_lock(lock_of_buyer(p_buyer));
  DELETE FROM idempotency_copies c WHERE c.buyer_id = p_buyer AND (c.cell <> p_cell OR c.began_at < clock_timestamp() - interval '1 hour');
  IF NOT EXISTS (SELECT FROM idempotency_copies c WHERE c.buyer_id = p_buyer) THEN
    DELETE FROM idempotency_changes c WHERE c.buyer_id = p_buyer;
    -- Those under way have an index of their own, whoever's they are: of one buyer there may be very many that are done.
    INSERT INTO idempotency_changes (buyer_id, key_hash)
      WITH under_way AS MATERIALIZED (SELECT i.buyer_id, i.key_hash FROM idempotency_keys i WHERE NOT i.done)
      SELECT u.buyer_id, u.key_hash FROM under_way u WHERE u.buyer_id = p_buyer;
    INSERT INTO idempotency_copies (buyer_id, id, cell, position) VALUES (p_buyer, p_id, p_cell, '');
  END IF;
  RETURN QUERY SELECT c.* FROM idempotency_copies c WHERE c.buyer_id = p_buyer;
END $$;

-- As before, and notes what is begun while keys are copied.
CREATE FUNCTION note_idempotency_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF current_setting('mtg.keys_are_copied', true) = 'on' THEN RETURN NEW; END IF;
  PERFORM refuse_if_away(NEW.buyer_id);
  IF EXISTS (SELECT FROM idempotency_copies c WHERE c.buyer_id = NEW.buyer_id) THEN
    INSERT INTO idempotency_changes (buyer_id, key_hash) VALUES (NEW.buyer_id, NEW.key_hash) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER none_of_who_is_away ON idempotency_keys;
CREATE TRIGGER none_of_who_is_away BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION note_idempotency_key();

-- Takes in copies of keys whose requests are done. A page that is late changes nothing of a buyer who has come meanwhile.
CREATE FUNCTION take_idempotency_copies(p_buyer uuid, p_rows jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM set_config('mtg.keys_are_copied', 'on', true);
  INSERT INTO idempotency_keys (buyer_id, key_hash, fingerprint, call_id, done, answer_sealed, lease_until, expires_at)
    SELECT i.buyer_id, i.key_hash, i.fingerprint, i.call_id, i.done, i.answer_sealed, i.lease_until, i.expires_at
    FROM jsonb_populate_recordset(NULL::idempotency_keys, p_rows) AS i WHERE i.done AND i.buyer_id = p_buyer
    ON CONFLICT (buyer_id, key_hash) DO UPDATE SET fingerprint = excluded.fingerprint, call_id = excluded.call_id, done = true,
      answer_sealed = excluded.answer_sealed, lease_until = excluded.lease_until, expires_at = excluded.expires_at
    WHERE idempotency_keys.done AND idempotency_keys.expires_at < excluded.expires_at;
  PERFORM set_config('mtg.keys_are_copied', 'off', true);
END $$;

-- As pack_rows, of these Idempotency-Keys of a buyer.
CREATE FUNCTION pack_requests(p_move uuid, p_part int, p_buyer uuid, p_requests bytea[]) RETURNS int
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH gone AS (DELETE FROM idempotency_keys i WHERE i.buyer_id = p_buyer AND i.key_hash = ANY (p_requests) RETURNING to_jsonb(i) AS content),
  sized AS (SELECT content, sum(octet_length(content::text)) OVER (ROWS UNBOUNDED PRECEDING) / 500000 AS place FROM gone),
  packed AS (SELECT dense_rank() OVER (ORDER BY place) AS number, content FROM sized)
  INSERT INTO move_parts (move_id, part, target, rows)
    SELECT p_move, p_part + number - 1, 'idempotency_keys', jsonb_agg(content) FROM packed GROUP BY number;
  RETURN (SELECT coalesce(max(m.part) + 1, p_part) FROM move_parts m WHERE m.move_id = p_move);
END $$;

-- As before. A key that was copied before, or stayed behind when its buyer was here, gives way to what comes now.
CREATE OR REPLACE FUNCTION unpack_rows(p_target text, p_rows jsonb) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  columns text;
BEGIN
  IF p_target = 'idempotency_keys' THEN
    DELETE FROM idempotency_keys i USING jsonb_populate_recordset(NULL::idempotency_keys, p_rows) AS come
      WHERE i.buyer_id = come.buyer_id AND i.key_hash = come.key_hash;
  END IF;
  SELECT string_agg(quote_ident(attname), ', ') INTO columns
    FROM pg_attribute WHERE attrelid = p_target::regclass AND attnum > 0 AND NOT attisdropped AND p_rows -> 0 ? attname;
  EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$I, $1)', p_target, columns) USING p_rows;
END $$;

-- As before, with sums of this cell's calls kept here, and without the Idempotency-Keys that were copied.
CREATE OR REPLACE FUNCTION depart_buyer(p_id uuid, p_buyer uuid, p_cell text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '500ms' AS $$
DECLARE
  keys uuid[];
  wallet_posted bigint;
  owed bigint;
  lapsed uuid[];
  part int := 0;
  requests bytea[];
  source record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(lock_of_moves());
  PERFORM pg_advisory_xact_lock(lock_of_buyer(p_buyer));
  -- Done before, or somebody else was first to move the buyer: that move is seen through.
  IF EXISTS (SELECT FROM departures d WHERE d.id = p_id OR (d.buyer_id = p_buyer AND d.is_away)) THEN RETURN; END IF;
  -- The others are in that cell already, and are never changed.
  IF EXISTS (SELECT FROM idempotency_copies c WHERE c.buyer_id = p_buyer AND c.cell = p_cell AND c.is_whole) THEN
    requests := ARRAY(SELECT c.key_hash FROM idempotency_changes c WHERE c.buyer_id = p_buyer);
  ELSE
    requests := ARRAY(SELECT i.key_hash FROM idempotency_keys i WHERE i.buyer_id = p_buyer);
  END IF;
  PERFORM FROM idempotency_keys i WHERE i.buyer_id = p_buyer AND i.key_hash = ANY (requests) AND NOT i.done ORDER BY i.key_hash FOR UPDATE;
  PERFORM FROM top_ups t WHERE t.buyer_id = p_buyer ORDER BY t.id FOR UPDATE;
  PERFORM FROM wallets w WHERE w.buyer_id = p_buyer FOR UPDATE;
  PERFORM FROM purchases p WHERE p.buyer_id = p_buyer ORDER BY p.id FOR UPDATE;
  SELECT array_agg(k.key_id) INTO keys FROM key_limits k WHERE k.buyer_id = p_buyer;
  IF keys IS NOT NULL THEN
    PERFORM lock_keys(keys, clock_timestamp());
    -- Calls under way go along with their keys, not with the wallet.
    PERFORM count_at_keys(p_buyer, 0);
  END IF;
  PERFORM FROM reservations r WHERE r.buyer_id = p_buyer AND r.state = 'open' ORDER BY r.call_id FOR UPDATE;

  -- A charged call whose request with an Idempotency-Key is not done: its edge is about to say so, or is dead and it is given back.
  IF EXISTS (SELECT FROM idempotency_keys i JOIN reservations r ON r.call_id = i.call_id
             WHERE i.buyer_id = p_buyer AND i.key_hash = ANY (requests) AND NOT i.done AND i.lease_until > clock_timestamp() AND r.state = 'captured' AND NOT r.corrected) THEN
    RAISE EXCEPTION 'a request of buyer % is about to be done', p_buyer USING ERRCODE = 'lock_not_available';
  END IF;
  SELECT array_agg(i.call_id) INTO lapsed FROM idempotency_keys i JOIN reservations r ON r.call_id = i.call_id
    WHERE i.buyer_id = p_buyer AND i.key_hash = ANY (requests) AND NOT i.done AND r.state = 'captured' AND NOT r.corrected;
  IF lapsed IS NOT NULL THEN
    PERFORM settle_calls(lapsed, array_fill('undeliver'::text, ARRAY[cardinality(lapsed)]), array_fill(0::bigint, ARRAY[cardinality(lapsed)]),
                         array_fill('idempotency_lease_lapsed'::text, ARRAY[cardinality(lapsed)]));
    -- An edge that was only slow must not hand over what is given back: it finds that the key is not its own any more.
    DELETE FROM idempotency_keys i WHERE i.buyer_id = p_buyer AND i.key_hash = ANY (requests) AND NOT i.done AND i.call_id = ANY (lapsed);
  END IF;

  SELECT coalesce(max(w.posted), 0) INTO wallet_posted FROM wallets w WHERE w.buyer_id = p_buyer;
  owed := greatest(owed_by(p_buyer), 0);
  INSERT INTO carried_payments (id, is_reversal, micros)
    SELECT t.id, false, -t.amount_micros FROM top_ups t WHERE t.buyer_id = p_buyer AND t.state = 'paid'
    UNION ALL SELECT r.id, true, -r.amount_micros FROM reversals r JOIN top_ups t ON t.id = r.top_up_id
      WHERE t.buyer_id = p_buyer AND r.state <> 'returned'
    ON CONFLICT (id) DO UPDATE SET micros = carried_payments.micros + excluded.micros;
  PERFORM keep_sums_of_leaver(p_buyer, coalesce(keys, '{}'));
  FOR source IN SELECT * FROM (VALUES
    ('purchases', 'buyer_id = $1'), ('key_hours', 'key_id = ANY ($2)'), ('key_spending', 'key_id = ANY ($2)'), ('key_limits', 'buyer_id = $1'),
    ('tasks', 'buyer_id = $1 AND call_id IN (SELECT r.call_id FROM reservations r WHERE r.buyer_id = $1 AND r.state = ''open'')'),
    ('reservations', 'buyer_id = $1 AND state = ''open'''), 
    ('reversals', 'top_up_id IN (SELECT id FROM top_ups WHERE buyer_id = $1)'),
    ('test_checkouts', 'top_up_id IN (SELECT id FROM top_ups WHERE buyer_id = $1)'), ('top_ups', 'buyer_id = $1')) AS of_buyer (target, condition)
  LOOP
    part := pack_rows(p_id, part, source.target, source.condition, p_buyer, keys);
  END LOOP;
  part := pack_requests(p_id, part, p_buyer, requests);
  DELETE FROM idempotency_changes c WHERE c.buyer_id = p_buyer;
  DELETE FROM idempotency_copies c WHERE c.buyer_id = p_buyer;
  DELETE FROM settled_keys s WHERE s.key_id = ANY (keys);
  DELETE FROM carried_key_hours c WHERE c.key_id = ANY (keys);

  INSERT INTO departures (id, buyer_id, cell, is_whole, is_away, wallet_micros, owed_micros, had_opening, part_count, sums_kept)
    VALUES (p_id, p_buyer, p_cell, true, true, wallet_posted, owed,
            EXISTS (SELECT FROM journal j WHERE j.kind = 'opening_balance' AND j.reference = 'opening:' || p_buyer)
              OR EXISTS (SELECT FROM arrivals a WHERE a.buyer_id = p_buyer AND a.had_opening), part, true);
  UPDATE wallets w SET posted = 0, held = 0 WHERE w.buyer_id = p_buyer;
  IF wallet_posted > 0 THEN
    INSERT INTO journal (kind, debit_type, debit_owner, credit_type, amount_micros, reference, created_at)
      VALUES ('cell_transfer', 'wallet', p_buyer, 'between_cells', wallet_posted, 'move:' || p_id || ':out', clock_timestamp());
  END IF;
  IF owed > 0 THEN
    INSERT INTO journal (kind, debit_type, credit_type, credit_owner, amount_micros, reference, created_at)
      VALUES ('cell_transfer', 'between_cells', 'receivable', p_buyer, owed, 'move:' || p_id || ':owed-out', clock_timestamp());
  END IF;
END $$;

-- As before, with the sums that were kept when the buyer left.
CREATE OR REPLACE FUNCTION admit_buyer(p_id uuid, p_buyer uuid, p_cell text, p_whole boolean, p_wallet bigint, p_owed bigint, p_had_opening boolean, p_parts int)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '2s' AS $$
DECLARE
  moved uuid[];
  given_up uuid[];
  keys uuid[];
  was_here boolean;
  sums_kept boolean;
  wallet_held bigint;
  packed record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(lock_of_moves());
  PERFORM pg_advisory_xact_lock(lock_of_buyer(p_buyer));
  IF EXISTS (SELECT FROM arrivals a WHERE a.id = p_id) THEN RETURN false; END IF;
  IF (SELECT count(*) FROM move_parts m WHERE m.move_id = p_id) <> p_parts THEN
    RAISE EXCEPTION 'move % has % parts, not all of which are here', p_id, p_parts;
  END IF;
  was_here := EXISTS (SELECT FROM departures d WHERE d.buyer_id = p_buyer AND d.is_whole);
  sums_kept := EXISTS (SELECT FROM departures d WHERE d.buyer_id = p_buyer AND d.is_away AND d.sums_kept);
  IF p_whole THEN UPDATE departures d SET is_away = false WHERE d.buyer_id = p_buyer AND d.is_away; END IF;
  INSERT INTO arrivals (id, buyer_id, cell, is_whole, wallet_micros, owed_micros, had_opening)
    VALUES (p_id, p_buyer, p_cell, p_whole, p_wallet, p_owed, p_had_opening);

  SELECT array_agg((content ->> 'call_id')::uuid), coalesce(sum((content ->> 'price_micros')::bigint), 0) INTO moved, wallet_held
    FROM move_parts m CROSS JOIN LATERAL jsonb_array_elements(m.rows) AS content WHERE m.move_id = p_id AND m.target = 'reservations';
  -- A release that came here before its call did has left its mark, and ends the call now.
  WITH marks AS (DELETE FROM reservations r WHERE r.call_id = ANY (moved) AND r.buyer_id IS NULL RETURNING r.call_id)
    SELECT array_agg(marks.call_id) INTO given_up FROM marks;
  INSERT INTO wallets (buyer_id, posted, held) SELECT p_buyer, p_wallet, wallet_held WHERE p_wallet > 0 OR p_whole
    ON CONFLICT (buyer_id) DO UPDATE SET posted = wallets.posted + excluded.posted, held = wallets.held + excluded.held;
  -- Top-ups before their reversals; else in the order in which they were packed.
  FOR packed IN SELECT m.target, m.rows FROM move_parts m WHERE m.move_id = p_id ORDER BY m.target = 'reversals', m.part LOOP
    PERFORM unpack_rows(packed.target, packed.rows);
  END LOOP;
  DELETE FROM move_parts m WHERE m.move_id = p_id;
  IF p_whole THEN
    INSERT INTO carried_payments (id, is_reversal, micros)
      SELECT t.id, false, t.amount_micros FROM top_ups t WHERE t.buyer_id = p_buyer AND t.state = 'paid'
      UNION ALL SELECT r.id, true, r.amount_micros FROM reversals r JOIN top_ups t ON t.id = r.top_up_id
        WHERE t.buyer_id = p_buyer AND r.state <> 'returned'
      ON CONFLICT (id) DO UPDATE SET micros = carried_payments.micros + excluded.micros;
    -- Who left before sums were kept has them counted, in one pass: the call path has the calls of an hour, of everybody.
    IF was_here AND NOT sums_kept THEN
      INSERT INTO left_meters (purchase_id, window_index, calls)
        SELECT counted.purchase_id, counted.window_index, sum(counted.calls) FROM (
          SELECT r.purchase_id, r.window_index, count(*) AS calls FROM reservations r
          WHERE r.buyer_id = p_buyer AND r.state = 'captured' AND NOT r.corrected GROUP BY 1, 2
          UNION ALL SELECT s.purchase_id, s.window_index, s.call_count FROM settled_meters s
          WHERE s.purchase_id = ANY (ARRAY(SELECT p.id FROM purchases p WHERE p.buyer_id = p_buyer))
        ) AS counted JOIN purchases p ON p.id = counted.purchase_id AND p.window_index = counted.window_index
        WHERE p.buyer_id = p_buyer GROUP BY 1, 2;
    END IF;
    WITH kept AS (
      DELETE FROM left_meters l WHERE l.purchase_id = ANY (ARRAY(SELECT p.id FROM purchases p WHERE p.buyer_id = p_buyer))
      RETURNING l.purchase_id, l.window_index, l.calls
    ), calls_here AS (
      SELECT counted.purchase_id, counted.window_index, sum(counted.calls) AS calls FROM (
        SELECT * FROM kept UNION ALL SELECT r.purchase_id, r.window_index, 1 FROM reservations r WHERE r.call_id = ANY (moved)
      ) AS counted GROUP BY 1, 2)
    UPDATE purchases p SET used_opening = p.used - coalesce((
        SELECT c.calls FROM calls_here c WHERE c.purchase_id = p.id AND c.window_index = p.window_index), 0)
      WHERE p.buyer_id = p_buyer;
    SELECT array_agg(k.key_id) INTO keys FROM key_limits k WHERE k.buyer_id = p_buyer;
    UPDATE wallets w SET keyed_calls = 0, keys_counted_since = 0 WHERE w.buyer_id = p_buyer AND keys IS NOT NULL;
    IF keys IS NOT NULL THEN
      IF was_here AND NOT sums_kept THEN PERFORM sum_up_leaver(p_buyer); END IF;
      PERFORM carry_keys(p_buyer, keys, moved);
    END IF;
    DELETE FROM left_key_hours h USING left_keys l WHERE l.buyer_id = p_buyer AND h.key_id = l.key_id;
    DELETE FROM left_keys l WHERE l.buyer_id = p_buyer;
  END IF;
  IF p_wallet > 0 THEN
    INSERT INTO journal (kind, debit_type, credit_type, credit_owner, amount_micros, reference, created_at)
      VALUES ('cell_transfer', 'between_cells', 'wallet', p_buyer, p_wallet, 'move:' || p_id || ':in', clock_timestamp());
  END IF;
  IF p_owed > 0 THEN
    INSERT INTO journal (kind, debit_type, debit_owner, credit_type, amount_micros, reference, created_at)
      VALUES ('cell_transfer', 'receivable', p_buyer, 'between_cells', p_owed, 'move:' || p_id || ':owed-in', clock_timestamp());
  END IF;
  IF given_up IS NOT NULL THEN
    PERFORM settle_calls(given_up, array_fill('release'::text, ARRAY[cardinality(given_up)]), array_fill(0::bigint, ARRAY[cardinality(given_up)]),
                         array_fill('released_before_its_move'::text, ARRAY[cardinality(given_up)]));
  END IF;
  RETURN true;
END $$;

DROP FUNCTION carry_keys(uuid, uuid[], uuid[], boolean);

-- As before, and carries on what keys spent whose buyers are away.
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
    FROM settled_calls call JOIN (SELECT key_id, lineage FROM key_limits UNION ALL SELECT key_id, lineage FROM left_keys) AS k
      ON k.key_id = call.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
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

REVOKE ALL ON FUNCTION keep_sums_of_leaver(uuid, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION sum_up_leaver(uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION carry_keys(uuid, uuid[], uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION pack_requests(uuid, int, uuid, bytea[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION begin_idempotency_copy(uuid, uuid, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION take_idempotency_copies(uuid, jsonb) FROM PUBLIC;
