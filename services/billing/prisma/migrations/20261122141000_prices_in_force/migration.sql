-- A rise of a price that was announced holds from its moment on, to the call: the price of a call is the one of the moment at which it is
-- reserved, whether or not the new price has been written into its tier by then. What is not about to change costs nothing to know.

-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "prices_change_at" TIMESTAMPTZ(3);

-- When the first of the announced rises of an app is due: null while there are none.
CREATE FUNCTION note_price_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE apps SET prices_change_at = (
    SELECT min(c.effective_at) FROM price_changes c
    WHERE c.app_id = apps.id AND c.applied_at IS NULL AND c.cancelled_at IS NULL
  ) WHERE id = NEW.app_id;
  RETURN NULL;
END $$;
CREATE TRIGGER price_changes_noted AFTER INSERT OR UPDATE ON price_changes FOR EACH ROW EXECUTE FUNCTION note_price_changes();

-- What a call of the paid tier costs at a moment.
CREATE FUNCTION price_at(p_app_id uuid, p_tool text, p_moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    CASE WHEN due.id IS NULL THEN own.price_micros WHEN NOT due.falls_back THEN due.new_micros END,
    risen.new_micros, t.price_micros)
  FROM app_tiers t
  LEFT JOIN tool_prices own ON own.app_id = t.app_id AND own.tool = p_tool
  LEFT JOIN price_changes due ON due.app_id = t.app_id AND due.tool = p_tool AND p_tool <> ''
    AND due.applied_at IS NULL AND due.cancelled_at IS NULL AND due.effective_at <= p_moment
  LEFT JOIN price_changes risen ON risen.app_id = t.app_id AND risen.tool = ''
    AND risen.applied_at IS NULL AND risen.cancelled_at IS NULL AND risen.effective_at <= p_moment
  WHERE t.app_id = p_app_id AND t.tier = 'paid'
$$;

-- Writes rises that have been due for so long into their tiers and tools, so that nothing has to be looked up for them any more.
-- Nobody decides by an earlier moment by then: a call that waited for locks meanwhile costs what it did when it came.
CREATE FUNCTION write_due_prices(p_due_for interval) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  change record;
  written int := 0;
BEGIN
  FOR change IN
    SELECT c.* FROM price_changes c JOIN apps a ON a.id = c.app_id
    WHERE c.applied_at IS NULL AND c.cancelled_at IS NULL AND c.effective_at <= clock_timestamp() - p_due_for
    ORDER BY c.app_id, c.effective_at, c.id LIMIT 1000 FOR UPDATE OF a SKIP LOCKED
  LOOP
    UPDATE price_changes SET applied_at = clock_timestamp() WHERE id = change.id AND applied_at IS NULL AND cancelled_at IS NULL;
    CONTINUE WHEN NOT FOUND;
    IF change.tool = '' THEN
      UPDATE app_tiers SET price_micros = change.new_micros WHERE app_id = change.app_id AND tier = 'paid';
    ELSIF change.falls_back THEN
      DELETE FROM tool_prices WHERE app_id = change.app_id AND tool = change.tool;
    ELSE
      INSERT INTO tool_prices (app_id, tool, price_micros) VALUES (change.app_id, change.tool, change.new_micros)
        ON CONFLICT (app_id, tool) DO UPDATE SET price_micros = excluded.price_micros;
    END IF;
    written := written + 1;
  END LOOP;
  RETURN written;
END $$;

-- As before, but for the price.
CREATE OR REPLACE FUNCTION hold_call(
  p_call_id uuid, p_purchase_id uuid, p_tool text, p_paid boolean, p_ttl_ms bigint, p_key_id uuid, p_name text, p_fee_ppm bigint
) RETURNS bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  offer record;
  meter_window bigint;
BEGIN
  IF EXISTS (SELECT FROM key_limits k WHERE k.key_id = p_key_id) THEN RETURN NULL; END IF;
  SELECT p.buyer_id, p.app_id, p.tier, a.publisher_id, t.monthly, pub.suspended, pub.payout_connected,
         CASE WHEN p.tier <> 'paid' THEN 0 WHEN a.prices_change_at <= moment THEN price_at(p.app_id, p_tool, moment)
              ELSE coalesce(tp.price_micros, t.price_micros) END AS price_micros
    INTO offer
    FROM purchases p
    JOIN apps a ON a.id = p.app_id
    JOIN publishers pub ON pub.id = a.publisher_id
    JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
    LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = p_tool
    WHERE p.id = p_purchase_id;
  IF NOT FOUND OR offer.suspended OR (offer.tier = 'paid') <> p_paid
    OR (offer.price_micros > 0 AND NOT offer.payout_connected) THEN RETURN NULL; END IF;

  IF offer.price_micros > 0 THEN
    UPDATE wallets SET held = held + offer.price_micros
      WHERE buyer_id = offer.buyer_id AND posted - held >= offer.price_micros;
    IF NOT FOUND THEN
      -- Everything that would be refused for another reason, or is known already, is for move_calls to say.
      PERFORM FROM purchases p
        WHERE p.id = p_purchase_id AND p.status = 'active' AND p.used < offer.monthly AND window_at(p.anchor, moment) <= p.window_index
          AND NOT EXISTS (SELECT FROM reservations r WHERE r.call_id = p_call_id);
      IF FOUND THEN RETURN -offer.price_micros; END IF;
      RETURN NULL;
    END IF;
  END IF;
  UPDATE purchases SET used = used + 1
    WHERE id = p_purchase_id AND status = 'active' AND used < offer.monthly AND window_at(anchor, moment) <= window_index
    RETURNING window_index INTO meter_window;
  IF FOUND THEN
    INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                              fee_micros, window_index, reserved_at, expires_at, key_id, name)
      VALUES (p_call_id, 'open', offer.buyer_id, p_purchase_id, offer.app_id, offer.publisher_id, offer.tier, p_tool,
              offer.price_micros, offer.price_micros * p_fee_ppm / 1000000, meter_window, moment,
              moment + p_ttl_ms * interval '1 millisecond', p_key_id, p_name)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN RETURN offer.price_micros; END IF;
    UPDATE purchases SET used = used - 1 WHERE id = p_purchase_id;
  END IF;
  IF offer.price_micros > 0 THEN
    UPDATE wallets SET held = held - offer.price_micros WHERE buyer_id = offer.buyer_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION reserve_calls(
  p_call_ids uuid[], p_purchase_ids uuid[], p_tools text[], p_paid boolean[], p_ttls_ms bigint[],
  p_key_ids uuid[], p_names text[], p_max_prices bigint[], p_fee_ppm bigint
) RETURNS TABLE (item int, code text, price_micros bigint, window_ends_at timestamptz, refused_by jsonb) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  present int;
  wallet_ids uuid[];
  available bigint[];
  holds bigint[];
  meter_ids uuid[];
  meter_used bigint[];
  meter_windows bigint[];
  key_ids uuid[];
  ceilings bigint[];
  opens_left bigint[];
  totals_left bigint[];
  days_left bigint[];
  days_30_left bigint[];
  spent bigint[]; spent_in_day bigint[]; spent_in_30_days bigint[];
  key_holds bigint[];
  key_calls bigint[];
  call record;
  level uuid;
  place int;
  breach text;
  fee bigint;
  new_calls uuid[] := '{}'; new_buyers uuid[] := '{}'; new_purchases uuid[] := '{}'; new_apps uuid[] := '{}';
  new_publishers uuid[] := '{}'; new_tiers tier[] := '{}'; new_tools text[] := '{}'; new_prices bigint[] := '{}';
  new_fees bigint[] := '{}'; new_windows bigint[] := '{}'; new_expiries timestamptz[] := '{}'; new_keys uuid[] := '{}';
  new_names text[] := '{}'; new_hours int[] := '{}';
BEGIN
  PERFORM 1 FROM wallets WHERE buyer_id = ANY (ARRAY(
    SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (ARRAY(
      SELECT wanted.id FROM unnest(p_purchase_ids, p_paid) AS wanted (id, paid) WHERE wanted.paid))
  )) ORDER BY buyer_id FOR UPDATE;
  PERFORM 1 FROM purchases WHERE id = ANY (p_purchase_ids) ORDER BY id FOR UPDATE;
  SELECT array_agg(DISTINCT above.key_id) INTO key_ids
    FROM key_limits k CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id) WHERE k.key_id = ANY (p_key_ids);
  IF key_ids IS NOT NULL THEN present := lock_keys(key_ids, moment); END IF;

  -- Read again under the locks: what was waited for may have changed everything.
  SELECT array_agg(w.buyer_id ORDER BY w.buyer_id), array_agg(w.posted - w.held ORDER BY w.buyer_id), array_agg(0::bigint)
    INTO wallet_ids, available, holds
    FROM wallets w
    WHERE w.buyer_id = ANY (ARRAY(SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (p_purchase_ids)));
  SELECT array_agg(p.id ORDER BY p.id),
         array_agg(CASE WHEN window_at(p.anchor, moment) > p.window_index THEN 0 ELSE p.used END ORDER BY p.id),
         array_agg(greatest(p.window_index, window_at(p.anchor, moment)) ORDER BY p.id)
    INTO meter_ids, meter_used, meter_windows
    FROM purchases p WHERE p.id = ANY (p_purchase_ids);
  IF key_ids IS NOT NULL THEN
    SELECT array_agg(k.key_id), array_agg(k.max_price_micros), array_agg(k.concurrent - s.open_calls),
           array_agg(k.total_micros - s.spent_micros), array_agg(k.per_day_micros - s.day_micros),
           array_agg(k.per_30_days_micros - s.days_30_micros),
           array_agg(s.spent_micros), array_agg(s.day_micros), array_agg(s.days_30_micros),
           array_agg(0::bigint), array_agg(0::bigint)
      INTO key_ids, ceilings, opens_left, totals_left, days_left, days_30_left, spent, spent_in_day, spent_in_30_days,
           key_holds, key_calls
      FROM key_limits k JOIN key_spending s ON s.key_id = k.key_id AND s.key_id = ANY (key_ids) WHERE k.key_id = ANY (key_ids);
  END IF;

  FOR call IN
    SELECT wanted.ord::int AS ord, wanted.call_id, wanted.tool, wanted.paid, wanted.ttl_ms, wanted.key_id, wanted.name,
           wanted.max_price, keyed.lineage,
           p.id AS purchase_id, p.buyer_id, p.app_id, p.tier, p.status, p.renews, p.anchor, p.window_index AS stored_window,
           a.publisher_id, pub.suspended, pub.payout_connected, t.monthly, pub.username || '/' || a.name AS app,
           CASE WHEN p.tier <> 'paid' THEN 0 WHEN a.prices_change_at <= moment THEN price_at(p.app_id, wanted.tool, moment)
                ELSE coalesce(tp.price_micros, t.price_micros) END AS price,
           array_position(wallet_ids, p.buyer_id) AS wallet_no, array_position(meter_ids, p.id) AS meter_no,
           known.state AS known_state, known.buyer_id AS known_buyer, known.app_id AS known_app,
           known.tool AS known_tool, known.price_micros AS known_price
    FROM unnest(p_call_ids, p_purchase_ids, p_tools, p_paid, p_ttls_ms, p_key_ids, p_names, p_max_prices)
         WITH ORDINALITY AS wanted (call_id, purchase_id, tool, paid, ttl_ms, key_id, name, max_price, ord)
    LEFT JOIN purchases p ON p.id = wanted.purchase_id AND p.id = ANY (p_purchase_ids)
    LEFT JOIN apps a ON a.id = p.app_id
    LEFT JOIN publishers pub ON pub.id = a.publisher_id
    LEFT JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
    LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = wanted.tool
    LEFT JOIN key_limits keyed ON keyed.key_id = wanted.key_id AND keyed.key_id = ANY (key_ids) AND keyed.buyer_id = p.buyer_id
    LEFT JOIN reservations known ON known.call_id = wanted.call_id AND known.call_id = ANY (p_call_ids)
    ORDER BY wanted.ord
  LOOP
    item := call.ord;
    price_micros := coalesce(call.price, 0);
    window_ends_at := NULL;
    refused_by := NULL;
    level := CASE WHEN call.known_state IS NULL AND call.lineage IS NOT NULL
      THEN key_that_refuses(call.lineage, call.app, call.tool) END;
    code := CASE
      WHEN call.known_state IS NOT NULL AND call.known_buyer IS NOT NULL
        AND (call.known_buyer, call.known_app, call.known_tool) IS DISTINCT FROM (call.buyer_id, call.app_id, call.tool)
        THEN 'call_conflict'
      WHEN call.known_state = 'open' THEN 'known'
      WHEN call.known_state IS NOT NULL THEN 'reservation_resolved'
      WHEN level IS NOT NULL THEN 'app_not_allowed'
      WHEN call.purchase_id IS NULL OR call.status <> 'active' OR (call.tier = 'paid') <> call.paid THEN 'stale'
      WHEN call.suspended THEN 'publisher_suspended'
      WHEN call.monthly IS NULL THEN 'invalid_app_config'
      WHEN NOT call.renews AND meter_windows[call.meter_no] > call.stored_window THEN 'meter_expired'
      WHEN meter_used[call.meter_no] >= call.monthly THEN 'meter_limit_exceeded'
      WHEN price_micros > 0 AND NOT call.payout_connected THEN 'publisher_not_payable'
      WHEN price_micros > call.max_price THEN 'price_limit_exceeded'
      ELSE ''
    END;
    IF code = 'known' THEN price_micros := call.known_price; END IF;
    IF code = 'meter_limit_exceeded' THEN
      window_ends_at := call.anchor + (meter_windows[call.meter_no] + 1) * interval '2592000 seconds';
    END IF;

    -- The key's own caps, then those of each key above it.
    breach := NULL;
    IF code = '' AND call.lineage IS NOT NULL THEN
      FOREACH level IN ARRAY call.lineage LOOP
        place := array_position(key_ids, level);
        breach := CASE
          WHEN price_micros > ceilings[place] THEN 'maxPrice'
          WHEN opens_left[place] < 1 THEN 'concurrent'
          WHEN price_micros = 0 THEN NULL
          WHEN price_micros > totals_left[place] THEN 'total'
          WHEN price_micros > days_30_left[place] THEN 'per30Days'
          WHEN price_micros > days_left[place] THEN 'perDay'
        END;
        EXIT WHEN breach IS NOT NULL;
      END LOOP;
    END IF;
    IF breach IS NOT NULL THEN
      code := CASE breach WHEN 'maxPrice' THEN 'price_limit_exceeded' WHEN 'concurrent' THEN 'concurrency_limit_exceeded'
        ELSE 'spend_limit_exceeded' END;
      refused_by := key_refusal(level, breach, CASE breach WHEN 'total' THEN spent[place]
        WHEN 'per30Days' THEN spent_in_30_days[place] WHEN 'perDay' THEN spent_in_day[place] END, present);
    ELSIF code = '' AND price_micros > coalesce(available[call.wallet_no], 0) THEN
      code := 'insufficient_balance';
    END IF;

    IF code = '' THEN
      IF price_micros > 0 THEN
        available[call.wallet_no] := available[call.wallet_no] - price_micros;
        holds[call.wallet_no] := holds[call.wallet_no] + price_micros;
      END IF;
      meter_used[call.meter_no] := meter_used[call.meter_no] + 1;
      IF call.lineage IS NOT NULL THEN
        FOREACH level IN ARRAY call.lineage LOOP
          place := array_position(key_ids, level);
          opens_left[place] := opens_left[place] - 1; totals_left[place] := totals_left[place] - price_micros;
          days_left[place] := days_left[place] - price_micros; days_30_left[place] := days_30_left[place] - price_micros;
          spent[place] := spent[place] + price_micros; spent_in_day[place] := spent_in_day[place] + price_micros;
          spent_in_30_days[place] := spent_in_30_days[place] + price_micros;
          key_holds[place] := key_holds[place] + price_micros; key_calls[place] := key_calls[place] + 1;
        END LOOP;
      END IF;
      fee := price_micros * p_fee_ppm / 1000000;
      new_calls := new_calls || call.call_id; new_buyers := new_buyers || call.buyer_id;
      new_purchases := new_purchases || call.purchase_id; new_apps := new_apps || call.app_id;
      new_publishers := new_publishers || call.publisher_id; new_tiers := new_tiers || call.tier;
      new_tools := new_tools || call.tool; new_prices := new_prices || price_micros; new_fees := new_fees || fee;
      new_windows := new_windows || meter_windows[call.meter_no];
      new_expiries := new_expiries || moment + call.ttl_ms * interval '1 millisecond';
      new_keys := new_keys || call.key_id; new_names := new_names || call.name;
      new_hours := new_hours || CASE WHEN call.lineage IS NOT NULL THEN present END;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF cardinality(new_calls) = 0 THEN RETURN; END IF;
  INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                            fee_micros, window_index, reserved_at, expires_at, key_id, name, key_hour)
    SELECT n.call_id, 'open', n.buyer_id, n.purchase_id, n.app_id, n.publisher_id, n.tier, n.tool, n.price, n.fee,
           n.window_index, moment, n.expires_at, n.key_id, n.name, n.key_hour
    FROM unnest(new_calls, new_buyers, new_purchases, new_apps, new_publishers, new_tiers, new_tools, new_prices,
                new_fees, new_windows, new_expiries, new_keys, new_names, new_hours)
         AS n (call_id, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price, fee, window_index, expires_at, key_id,
               name, key_hour);
  UPDATE wallets w SET held = w.held + hold.amount
    FROM unnest(wallet_ids, holds) AS hold (buyer_id, amount)
    WHERE w.buyer_id = hold.buyer_id AND w.buyer_id = ANY (wallet_ids) AND hold.amount > 0;
  UPDATE key_spending s SET spent_micros = s.spent_micros + hold.amount, open_calls = s.open_calls + hold.calls,
         hour_micros = s.hour_micros + hold.amount, day_micros = s.day_micros + hold.amount,
         days_30_micros = s.days_30_micros + hold.amount
    FROM unnest(key_ids, key_holds, key_calls) AS hold (key_id, amount, calls)
    WHERE s.key_id = hold.key_id AND s.key_id = ANY (key_ids) AND hold.calls > 0;
  -- A meter that has moved to a new window leaves the opening part of `used` behind.
  UPDATE purchases p SET used = meter.used, window_index = meter.window_index,
         used_opening = CASE WHEN meter.window_index > p.window_index THEN 0 ELSE p.used_opening END
    FROM unnest(meter_ids, meter_used, meter_windows) AS meter (id, used, window_index)
    WHERE p.id = meter.id AND p.id = ANY (new_purchases);
END $$;

CREATE OR REPLACE FUNCTION move_calls(
  c_call_ids uuid[], c_tokens bigint[],
  s_call_ids uuid[], s_actions text[], s_tokens bigint[], s_outcomes text[],
  r_call_ids uuid[], r_purchase_ids uuid[], r_tools text[], r_paid boolean[], r_ttls_ms bigint[],
  r_key_ids uuid[], r_names text[], r_max_prices bigint[], p_fee_ppm bigint
) RETURNS TABLE (call_id uuid, code text, amount_micros bigint, window_ends_at timestamptz, refused_by jsonb) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := clock_timestamp();
  done int;
  paying uuid[];
  -- Keys of this batch that are counted, and those above them; null when there are none.
  keys uuid[];
  -- Those of them that have lists.
  listed uuid[];
  present int;
BEGIN
  SELECT array_agg(r.buyer_id) FILTER (WHERE r.price_micros > 0), array_agg(r.key_id) FILTER (WHERE r.key_hour IS NOT NULL)
    INTO paying, keys FROM reservations r WHERE r.call_id = ANY (c_call_ids || s_call_ids);
  PERFORM 1 FROM wallets w WHERE w.buyer_id = ANY (paying || ARRAY(
    SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (ARRAY(
      SELECT i.purchase_id FROM unnest(r_purchase_ids, r_paid) AS i (purchase_id, paid) WHERE i.paid))
  )) ORDER BY w.buyer_id FOR UPDATE;
  IF cardinality(s_call_ids) + cardinality(r_call_ids) > 0 THEN
    PERFORM 1 FROM purchases p WHERE p.id = ANY (r_purchase_ids || ARRAY(
      SELECT r.purchase_id FROM reservations r WHERE r.call_id = ANY (s_call_ids)
    )) ORDER BY p.id FOR UPDATE;
  END IF;
  SELECT array_agg(DISTINCT above.key_id) INTO keys
    FROM key_limits k CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id) WHERE k.key_id = ANY (r_key_ids || keys);
  IF keys IS NOT NULL THEN
    present := lock_keys(keys, moment);
    listed := ARRAY(
      SELECT k.key_id FROM key_limits k WHERE k.key_id = ANY (keys) AND cardinality(k.apps) + cardinality(k.tools) > 0);
  END IF;

  IF cardinality(c_call_ids) > 0 THEN
    RETURN QUERY
    WITH captured AS (
      -- As text, the state does not lead the planner to an index of all open reservations.
      UPDATE reservations r SET state = 'captured', resolved_at = moment, outcome = 'ok',
        total_tokens = greatest(r.total_tokens, c_tokens[array_position(c_call_ids, r.call_id)])
      WHERE r.call_id = ANY (c_call_ids) AND r.state::text = 'open'
      RETURNING r.call_id, r.buyer_id, r.publisher_id, r.price_micros, r.fee_micros, r.key_id, r.key_hour
    ), entries AS (
      INSERT INTO journal (kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros, call_id, created_at)
      SELECT 'capture'::entry_kind, 'wallet'::account_type, c.buyer_id, 'publisher_payable'::account_type, c.publisher_id,
             c.price_micros - c.fee_micros, c.call_id, moment
        FROM captured c WHERE c.price_micros > c.fee_micros
      UNION ALL
      SELECT 'fee', 'wallet', c.buyer_id, 'platform_fee', NULL, c.fee_micros, c.call_id, moment
        FROM captured c WHERE c.fee_micros > 0
    ), balances AS (
      UPDATE wallets SET held = held - taken.micros, posted = posted - taken.micros
      FROM (
        SELECT c.buyer_id, sum(c.price_micros) AS micros FROM captured c WHERE c.price_micros > 0 GROUP BY c.buyer_id
      ) AS taken
      WHERE wallets.buyer_id = taken.buyer_id AND wallets.buyer_id = ANY (ARRAY(SELECT c.buyer_id FROM captured c))
    ), ended AS (
      UPDATE key_spending SET open_calls = open_calls - freed.calls
      FROM (
        SELECT above.key_id, count(*) AS calls
        FROM captured c JOIN key_limits k ON k.key_id = c.key_id AND k.key_id = ANY (keys)
        CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id) WHERE c.key_hour IS NOT NULL GROUP BY above.key_id
      ) AS freed
      WHERE key_spending.key_id = freed.key_id AND key_spending.key_id = ANY (keys)
    )
    SELECT c.call_id, '', c.price_micros, NULL::timestamptz, NULL::jsonb FROM captured c;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done < cardinality(c_call_ids) THEN
      RETURN QUERY
      SELECT s.call_id, s.code, s.amount_micros, NULL::timestamptz, NULL::jsonb
      FROM (
        SELECT array_agg(i.call_id) AS ids, array_agg(i.tokens) AS tokens, array_agg('capture'::text) AS actions,
               array_agg('ok'::text) AS outcomes
        FROM unnest(c_call_ids, c_tokens) AS i (call_id, tokens) WHERE NOT written_here(i.call_id)
      ) AS others CROSS JOIN LATERAL settle_calls(others.ids, others.actions, others.tokens, others.outcomes) AS s;
    END IF;
  END IF;

  IF cardinality(s_call_ids) > 0 THEN
    RETURN QUERY
    SELECT s.call_id, s.code, s.amount_micros, NULL::timestamptz, NULL::jsonb
    FROM settle_calls(s_call_ids, s_actions, s_tokens, s_outcomes) AS s;
  END IF;

  IF cardinality(r_call_ids) > 0 THEN
    -- Settling may have brought some of them to the next hour.
    IF keys IS NOT NULL AND cardinality(c_call_ids) + cardinality(s_call_ids) > 0 THEN present := lock_keys(keys, moment); END IF;
    RETURN QUERY
    WITH wanted AS MATERIALIZED (
      SELECT i.call_id, i.tool, i.ttl_ms, i.key_id, i.name, offer.*,
             offer.status = 'active' AND (offer.tier = 'paid') = i.paid AND NOT offer.suspended
               AND window_at(offer.anchor, moment) <= offer.window_index
               AND (offer.price_micros = 0 OR offer.payout_connected)
               AND offer.price_micros <= coalesce(i.max_price, offer.price_micros)
               AND (listed IS NULL OR offer.lineage IS NULL OR NOT offer.lineage && listed
                    OR key_that_refuses(offer.lineage, offer.app, i.tool) IS NULL)
               AND offer.used + count(*) OVER (PARTITION BY offer.purchase_id) <= offer.monthly
               AND sum(offer.price_micros) OVER (PARTITION BY offer.buyer_id) <= offer.available AS fits
      FROM unnest(r_call_ids, r_purchase_ids, r_tools, r_paid, r_ttls_ms, r_key_ids, r_names, r_max_prices)
           AS i (call_id, purchase_id, tool, paid, ttl_ms, key_id, name, max_price)
      CROSS JOIN LATERAL (
        SELECT p.id AS purchase_id, p.buyer_id, p.app_id, p.tier, p.status, p.anchor, p.window_index, p.used, a.publisher_id,
               pub.suspended, pub.payout_connected, t.monthly, coalesce(w.posted - w.held, 0) AS available,
               pub.username || '/' || a.name AS app, keyed.lineage,
               CASE WHEN p.tier <> 'paid' THEN 0 WHEN a.prices_change_at <= moment THEN price_at(p.app_id, i.tool, moment)
                    ELSE coalesce(tp.price_micros, t.price_micros) END AS price_micros
        FROM purchases p
        JOIN apps a ON a.id = p.app_id
        JOIN publishers pub ON pub.id = a.publisher_id
        JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
        LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = i.tool
        LEFT JOIN wallets w ON w.buyer_id = p.buyer_id
        LEFT JOIN key_limits keyed ON keyed.key_id = i.key_id AND keyed.key_id = ANY (keys) AND keyed.buyer_id = p.buyer_id
        WHERE p.id = i.purchase_id
        -- Looked up call by call, whatever the planner believes of the sizes.
        OFFSET 0
      ) AS offer
    ), asked AS (
      -- What the whole batch would add to each key.
      SELECT above.key_id, sum(c.price_micros) AS micros, max(c.price_micros) AS dearest, count(*) AS calls
      FROM wanted c CROSS JOIN LATERAL unnest(c.lineage) AS above (key_id) WHERE keys IS NOT NULL GROUP BY above.key_id
    ), full_keys AS (
      SELECT k.buyer_id
      FROM asked a JOIN key_limits k ON k.key_id = a.key_id AND k.key_id = ANY (keys)
      JOIN key_spending s ON s.key_id = a.key_id AND s.key_id = ANY (keys)
      WHERE a.dearest > k.max_price_micros OR s.open_calls + a.calls > k.concurrent OR a.micros > 0 AND (
        s.spent_micros + a.micros > k.total_micros OR s.day_micros + a.micros > k.per_day_micros
        OR s.days_30_micros + a.micros > k.per_30_days_micros)
    ), admitted AS MATERIALIZED (
      -- A buyer of whom one call does not fit: which of them do is for reserve_calls to say, in their order.
      SELECT whole.* FROM (
        SELECT wanted.*, bool_and(wanted.fits) OVER (PARTITION BY wanted.buyer_id) AS all_fit FROM wanted
      ) AS whole
      WHERE whole.all_fit AND NOT EXISTS (SELECT FROM reservations r WHERE r.call_id = ANY (r_call_ids))
        AND whole.buyer_id <> ALL (ARRAY(SELECT f.buyer_id FROM full_keys f))
    ), added AS (
      INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                                fee_micros, window_index, reserved_at, expires_at, key_id, name, key_hour)
      SELECT c.call_id, 'open', c.buyer_id, c.purchase_id, c.app_id, c.publisher_id, c.tier, c.tool, c.price_micros,
             c.price_micros * p_fee_ppm / 1000000, c.window_index, moment, moment + c.ttl_ms * interval '1 millisecond',
             c.key_id, c.name, CASE WHEN c.lineage IS NOT NULL THEN present END
      FROM admitted c
    ), balances AS (
      UPDATE wallets SET held = held + holds.micros
      FROM (
        SELECT c.buyer_id, sum(c.price_micros) AS micros FROM admitted c WHERE c.price_micros > 0 GROUP BY c.buyer_id
      ) AS holds
      WHERE wallets.buyer_id = holds.buyer_id AND wallets.buyer_id = ANY (ARRAY(SELECT c.buyer_id FROM admitted c))
    ), spending AS (
      UPDATE key_spending SET spent_micros = spent_micros + added_to.micros, open_calls = open_calls + added_to.calls,
        hour_micros = hour_micros + added_to.micros, day_micros = day_micros + added_to.micros,
        days_30_micros = days_30_micros + added_to.micros
      FROM (
        SELECT above.key_id, sum(c.price_micros) AS micros, count(*) AS calls
        FROM admitted c CROSS JOIN LATERAL unnest(c.lineage) AS above (key_id) WHERE keys IS NOT NULL GROUP BY above.key_id
      ) AS added_to
      WHERE key_spending.key_id = added_to.key_id AND key_spending.key_id = ANY (keys)
    ), meters AS (
      UPDATE purchases SET used = used + counted.calls
      FROM (SELECT c.purchase_id, count(*) AS calls FROM admitted c GROUP BY c.purchase_id) AS counted
      WHERE purchases.id = counted.purchase_id AND purchases.id = ANY (r_purchase_ids)
    )
    SELECT c.call_id, '', c.price_micros, NULL::timestamptz, NULL::jsonb FROM admitted c;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done < cardinality(r_call_ids) THEN
      RETURN QUERY
      SELECT others.ids[r.item], r.code, r.price_micros, r.window_ends_at, r.refused_by
      FROM (
        SELECT array_agg(i.call_id ORDER BY i.ord) AS ids, array_agg(i.purchase_id ORDER BY i.ord) AS purchase_ids,
               array_agg(i.tool ORDER BY i.ord) AS tools, array_agg(i.paid ORDER BY i.ord) AS paid,
               array_agg(i.ttl_ms ORDER BY i.ord) AS ttls_ms, array_agg(i.key_id ORDER BY i.ord) AS key_ids,
               array_agg(i.name ORDER BY i.ord) AS names, array_agg(i.max_price ORDER BY i.ord) AS max_prices
        FROM unnest(r_call_ids, r_purchase_ids, r_tools, r_paid, r_ttls_ms, r_key_ids, r_names, r_max_prices) WITH ORDINALITY
             AS i (call_id, purchase_id, tool, paid, ttl_ms, key_id, name, max_price, ord)
        WHERE NOT written_here(i.call_id)
      ) AS others
      CROSS JOIN LATERAL
        reserve_calls(others.ids, others.purchase_ids, others.tools, others.paid, others.ttls_ms, others.key_ids, others.names,
                      others.max_prices, p_fee_ppm) AS r;
    END IF;
  END IF;
END $$;
