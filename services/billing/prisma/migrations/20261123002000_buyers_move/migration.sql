-- Buyers move between cells: what has left and what has come, each once, and the fence that keeps writers of a buyer from the cell it
-- has left.
-- Safe for the release before: the tables are new, so that it has no rows in them.

-- CreateEnum
CREATE TYPE "departure_state" AS ENUM ('leaving', 'arrived', 'done');

-- CreateTable
CREATE TABLE "departures" (
    "id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "cell" TEXT NOT NULL,
    "is_whole" BOOLEAN NOT NULL,
    "is_away" BOOLEAN NOT NULL,
    "state" "departure_state" NOT NULL DEFAULT 'leaving',
    "wallet_micros" BIGINT NOT NULL,
    "owed_micros" BIGINT NOT NULL,
    "had_opening" BOOLEAN NOT NULL,
    "part_count" INTEGER NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "departures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "arrivals" (
    "id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "cell" TEXT NOT NULL,
    "is_whole" BOOLEAN NOT NULL,
    "wallet_micros" BIGINT NOT NULL,
    "owed_micros" BIGINT NOT NULL,
    "had_opening" BOOLEAN NOT NULL,
    "arrived_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "arrivals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "move_parts" (
    "move_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "target" TEXT NOT NULL,
    "rows" JSONB NOT NULL,

    CONSTRAINT "move_parts_pkey" PRIMARY KEY ("move_id","part")
);

-- CreateTable
CREATE TABLE "carried_payments" (
    "id" UUID NOT NULL,
    "is_reversal" BOOLEAN NOT NULL,
    "micros" BIGINT NOT NULL,

    CONSTRAINT "carried_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "carried_key_hours" (
    "key_id" UUID NOT NULL,
    "hour" INTEGER NOT NULL,
    "micros" BIGINT NOT NULL,

    CONSTRAINT "carried_key_hours_pkey" PRIMARY KEY ("key_id","hour")
);

-- CreateTable
CREATE TABLE "noted_moves" (
    "id" UUID NOT NULL,
    "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "noted_moves_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "departures_unfinished" ON "departures"("left_at") WHERE (state <> 'done'::departure_state);

-- CreateIndex
CREATE UNIQUE INDEX "departures_away" ON "departures"("buyer_id") WHERE (is_away);

-- CreateIndex
CREATE INDEX "arrivals_buyer_id_arrived_at_idx" ON "arrivals"("buyer_id", "arrived_at");

ALTER TABLE departures ADD CONSTRAINT departures_amounts CHECK (wallet_micros >= 0 AND owed_micros >= 0 AND part_count >= 0);
ALTER TABLE arrivals ADD CONSTRAINT arrivals_amounts CHECK (wallet_micros >= 0 AND owed_micros >= 0);

-- Whoever adds a row of a buyer shares this lock, a move has it alone.
CREATE FUNCTION lock_of_buyer(p_buyer uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('mtg-buyer:' || p_buyer::text, 0)
$$;

CREATE FUNCTION lock_of_moves() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT hashtextextended('mtg-moves', 0) $$;

-- For a transaction that adds rows of very many buyers: a lock for each would be more than the server has room for, so that others' calls
-- would fail as well. Nobody moves until it ends.
CREATE FUNCTION hold_moves() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_of_moves());
  PERFORM set_config('mtg.moves_are_held', 'on', true);
END $$;

CREATE FUNCTION refuse_if_away(p_buyer uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF current_setting('mtg.moves_are_held', true) IS DISTINCT FROM 'on' THEN
    PERFORM pg_advisory_xact_lock_shared(lock_of_buyer(p_buyer));
  END IF;
  IF EXISTS (SELECT FROM departures d WHERE d.buyer_id = p_buyer AND d.is_away) THEN
    RAISE EXCEPTION 'buyer % has moved to another cell', p_buyer;
  END IF;
END $$;

CREATE FUNCTION refuse_row_of_away() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_if_away(NEW.buyer_id);
  RETURN NEW;
END $$;

-- Reservations need no fence of their own: none is made without a lock on a purchase, and those leave with their buyer.
DO $$
DECLARE
  target TEXT;
BEGIN
  FOREACH target IN ARRAY ARRAY['purchases', 'key_limits', 'top_ups', 'tasks', 'idempotency_keys'] LOOP
    EXECUTE format('CREATE TRIGGER none_of_who_is_away BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION refuse_row_of_away()', target);
  END LOOP;
END $$;

-- What a buyer owes here because of reversals.
CREATE FUNCTION owed_by(p_buyer uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(sum(micros), 0)::bigint FROM (
    SELECT debited_micros - credited_micros AS micros FROM account_hours WHERE account_type = 'receivable' AND owner = p_buyer
    UNION ALL SELECT amount_micros FROM journal
      WHERE debit_owner = p_buyer AND debit_type = 'receivable' AND id > (SELECT entry_id FROM roll_up)
    UNION ALL SELECT -amount_micros FROM journal
      WHERE credit_owner = p_buyer AND credit_type = 'receivable' AND id > (SELECT entry_id FROM roll_up)) AS moved
$$;

-- Takes rows out of a table and keeps them as parts of a move, each of about half a megabyte; answers with the next part's number.
CREATE FUNCTION pack_rows(p_move uuid, p_part int, p_target text, p_condition text, p_buyer uuid, p_keys uuid[]) RETURNS int
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  next_part int;
BEGIN
  EXECUTE format('
    WITH gone AS (DELETE FROM %1$I WHERE %2$s RETURNING to_jsonb(%1$I) AS content),
    sized AS (SELECT content, sum(octet_length(content::text)) OVER (ROWS UNBOUNDED PRECEDING) / 500000 AS place FROM gone),
    packed AS (SELECT dense_rank() OVER (ORDER BY place) AS number, content FROM sized)
    INSERT INTO move_parts (move_id, part, target, rows)
    SELECT $3, $4 + number - 1, %3$L, jsonb_agg(content) FROM packed GROUP BY number', p_target, p_condition, p_target)
    USING p_buyer, p_keys, p_move, p_part;
  SELECT coalesce(max(part) + 1, p_part) INTO next_part FROM move_parts WHERE move_id = p_move;
  RETURN next_part;
END $$;

-- Has a buyer leave for another cell: everything that may still change goes into parts of the move, and a closing entry takes the wallet
-- out of these books. What is settled stays. Locks in the order of the call path; one that waits too long tries again.
CREATE FUNCTION depart_buyer(p_id uuid, p_buyer uuid, p_cell text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '500ms' AS $$
DECLARE
  keys uuid[];
  wallet_posted bigint;
  owed bigint;
  lapsed uuid[];
  part int := 0;
  source record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(lock_of_moves());
  PERFORM pg_advisory_xact_lock(lock_of_buyer(p_buyer));
  -- Done before, or somebody else was first to move the buyer: that move is seen through.
  IF EXISTS (SELECT FROM departures d WHERE d.id = p_id OR (d.buyer_id = p_buyer AND d.is_away)) THEN RETURN; END IF;
  PERFORM FROM idempotency_keys i WHERE i.buyer_id = p_buyer AND NOT i.done ORDER BY i.key_hash FOR UPDATE;
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
             WHERE i.buyer_id = p_buyer AND NOT i.done AND i.lease_until > clock_timestamp() AND r.state = 'captured' AND NOT r.corrected) THEN
    RAISE EXCEPTION 'a request of buyer % is about to be done', p_buyer USING ERRCODE = 'lock_not_available';
  END IF;
  SELECT array_agg(i.call_id) INTO lapsed FROM idempotency_keys i JOIN reservations r ON r.call_id = i.call_id
    WHERE i.buyer_id = p_buyer AND NOT i.done AND r.state = 'captured' AND NOT r.corrected;
  IF lapsed IS NOT NULL THEN
    PERFORM settle_calls(lapsed, array_fill('undeliver'::text, ARRAY[cardinality(lapsed)]), array_fill(0::bigint, ARRAY[cardinality(lapsed)]),
                         array_fill('idempotency_lease_lapsed'::text, ARRAY[cardinality(lapsed)]));
  END IF;

  SELECT coalesce(max(w.posted), 0) INTO wallet_posted FROM wallets w WHERE w.buyer_id = p_buyer;
  owed := greatest(owed_by(p_buyer), 0);
  INSERT INTO carried_payments (id, is_reversal, micros)
    SELECT t.id, false, -t.amount_micros FROM top_ups t WHERE t.buyer_id = p_buyer AND t.state = 'paid'
    UNION ALL SELECT r.id, true, -r.amount_micros FROM reversals r JOIN top_ups t ON t.id = r.top_up_id
      WHERE t.buyer_id = p_buyer AND r.state <> 'returned'
    ON CONFLICT (id) DO UPDATE SET micros = carried_payments.micros + excluded.micros;
  FOR source IN SELECT * FROM (VALUES
    ('purchases', 'buyer_id = $1'), ('key_hours', 'key_id = ANY ($2)'), ('key_spending', 'key_id = ANY ($2)'), ('key_limits', 'buyer_id = $1'),
    ('tasks', 'buyer_id = $1 AND call_id IN (SELECT r.call_id FROM reservations r WHERE r.buyer_id = $1 AND r.state = ''open'')'),
    ('reservations', 'buyer_id = $1 AND state = ''open'''), ('idempotency_keys', 'buyer_id = $1'),
    ('reversals', 'top_up_id IN (SELECT id FROM top_ups WHERE buyer_id = $1)'),
    ('test_checkouts', 'top_up_id IN (SELECT id FROM top_ups WHERE buyer_id = $1)'), ('top_ups', 'buyer_id = $1')) AS of_buyer (target, condition)
  LOOP
    part := pack_rows(p_id, part, source.target, source.condition, p_buyer, keys);
  END LOOP;
  DELETE FROM settled_keys s WHERE s.key_id = ANY (keys);
  DELETE FROM carried_key_hours c WHERE c.key_id = ANY (keys);

  INSERT INTO departures (id, buyer_id, cell, is_whole, is_away, wallet_micros, owed_micros, had_opening, part_count)
    VALUES (p_id, p_buyer, p_cell, true, true, wallet_posted, owed,
            EXISTS (SELECT FROM journal j WHERE j.kind = 'opening_balance' AND j.reference = 'opening:' || p_buyer)
              OR EXISTS (SELECT FROM arrivals a WHERE a.buyer_id = p_buyer AND a.had_opening), part);
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

-- Money that came in for a buyer who had left, such as a call that was given back, follows; false when there is none.
CREATE FUNCTION depart_rest(p_id uuid, p_buyer uuid, p_cell text) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '500ms' AS $$
DECLARE
  rest bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(lock_of_moves());
  PERFORM pg_advisory_xact_lock(lock_of_buyer(p_buyer));
  IF NOT EXISTS (SELECT FROM departures d WHERE d.buyer_id = p_buyer AND d.is_away) THEN RETURN false; END IF;
  SELECT w.posted INTO rest FROM wallets w WHERE w.buyer_id = p_buyer FOR UPDATE;
  IF coalesce(rest, 0) = 0 THEN RETURN false; END IF;
  UPDATE wallets w SET posted = 0 WHERE w.buyer_id = p_buyer;
  INSERT INTO journal (kind, debit_type, debit_owner, credit_type, amount_micros, reference, created_at)
    VALUES ('cell_transfer', 'wallet', p_buyer, 'between_cells', rest, 'move:' || p_id || ':out', clock_timestamp());
  INSERT INTO departures (id, buyer_id, cell, is_whole, is_away, wallet_micros, owed_micros, had_opening, part_count)
    VALUES (p_id, p_buyer, p_cell, false, false, rest, 0, false, 0);
  RETURN true;
END $$;

-- Adds rows that were packed elsewhere. Columns that only one of the two releases knows are left to their defaults.
CREATE FUNCTION unpack_rows(p_target text, p_rows jsonb) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  columns text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ') INTO columns
    FROM pg_attribute WHERE attrelid = p_target::regclass AND attnum > 0 AND NOT attisdropped AND p_rows -> 0 ? attname;
  EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$I, $1)', p_target, columns) USING p_rows;
END $$;

-- What this cell's own calls say of keys that came, and of what they spent elsewhere: both together are what they have spent.
CREATE FUNCTION carry_keys(p_buyer uuid, p_keys uuid[], p_calls uuid[], p_was_here boolean) RETURNS void LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  CREATE TEMP TABLE calls_of_keys ON COMMIT DROP AS
    SELECT above.key_id, r.key_hour AS hour, sum(r.price_micros)::bigint AS micros
    FROM (SELECT * FROM reservations WHERE call_id = ANY (p_calls) AND NOT p_was_here
          UNION ALL SELECT * FROM reservations WHERE p_was_here AND buyer_id = p_buyer
          -- Found by their entries: what cost nothing adds nothing.
          UNION ALL SELECT * FROM settled_calls WHERE p_was_here AND call_id IN (
            SELECT e.call_id FROM settled_entries e WHERE e.debit_owner = p_buyer AND e.debit_type = 'wallet')) AS r
    JOIN key_limits k ON k.key_id = r.key_id CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
    WHERE r.key_hour IS NOT NULL AND (r.state = 'open' OR (r.state = 'captured' AND NOT r.corrected)) GROUP BY 1, 2;
  INSERT INTO carried_key_hours (key_id, hour, micros)
    SELECT coalesce(s.key_id, c.key_id), coalesce(s.hour, c.hour), coalesce(s.micros, 0) - coalesce(c.micros, 0)
    FROM (SELECT h.key_id, h.hour, h.micros FROM key_hours h WHERE h.key_id = ANY (p_keys)
          UNION ALL SELECT s.key_id, s.hour, s.hour_micros FROM key_spending s WHERE s.key_id = ANY (p_keys)) AS s
    FULL JOIN calls_of_keys c ON c.key_id = s.key_id AND c.hour = s.hour
    WHERE coalesce(s.micros, 0) <> coalesce(c.micros, 0)
      AND coalesce(s.hour, c.hour) >= (SELECT k.hour - 720 FROM key_spending k WHERE k.key_id = coalesce(s.key_id, c.key_id));
  INSERT INTO settled_keys (key_id, micros)
    SELECT s.key_id, s.spent_micros - coalesce((SELECT sum(c.micros) FROM calls_of_keys c WHERE c.key_id = s.key_id), 0)
                     - coalesce((SELECT sum(c.micros) FROM carried_key_hours c WHERE c.key_id = s.key_id), 0)
    FROM key_spending s WHERE s.key_id = ANY (p_keys)
    -- Of months that were dropped while they were away.
    ON CONFLICT (key_id) DO UPDATE SET micros = excluded.micros;
  DROP TABLE calls_of_keys;
END $$;

-- Takes in what has come from another cell, all of it or nothing; false when that was done before.
CREATE FUNCTION admit_buyer(p_id uuid, p_buyer uuid, p_cell text, p_whole boolean, p_wallet bigint, p_owed bigint, p_had_opening boolean, p_parts int)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '2s' AS $$
DECLARE
  moved uuid[];
  given_up uuid[];
  keys uuid[];
  was_here boolean;
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
    -- Its calls of here are counted in one pass: the call path has those of an hour, of everybody.
    WITH calls_here AS MATERIALIZED (
      SELECT counted.purchase_id, counted.window_index, sum(counted.calls) AS calls FROM (
        SELECT r.purchase_id, r.window_index, count(*) AS calls
        FROM (SELECT * FROM reservations WHERE call_id = ANY (moved) AND NOT was_here
              UNION ALL SELECT * FROM reservations WHERE was_here AND buyer_id = p_buyer) AS r
        WHERE r.state = 'open' OR (r.state = 'captured' AND NOT r.corrected) GROUP BY 1, 2
        UNION ALL SELECT s.purchase_id, s.window_index, sum(s.call_count) FROM settled_meters s
        WHERE was_here AND s.purchase_id = ANY (ARRAY(SELECT p.id FROM purchases p WHERE p.buyer_id = p_buyer)) GROUP BY 1, 2
      ) AS counted GROUP BY 1, 2)
    UPDATE purchases p SET used_opening = p.used - coalesce((
        SELECT c.calls FROM calls_here c WHERE c.purchase_id = p.id AND c.window_index = p.window_index), 0)
      WHERE p.buyer_id = p_buyer;
    SELECT array_agg(k.key_id) INTO keys FROM key_limits k WHERE k.buyer_id = p_buyer;
    UPDATE wallets w SET keyed_calls = 0, keys_counted_since = 0 WHERE w.buyer_id = p_buyer AND keys IS NOT NULL;
    IF keys IS NOT NULL THEN PERFORM carry_keys(p_buyer, keys, moved, was_here); END IF;
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

REVOKE ALL ON FUNCTION pack_rows(uuid, int, text, text, uuid, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION unpack_rows(text, jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION carry_keys(uuid, uuid[], uuid[], boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION depart_buyer(uuid, uuid, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION depart_rest(uuid, uuid, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION admit_buyer(uuid, uuid, text, boolean, bigint, bigint, boolean, int) FROM PUBLIC;
