-- A batch of holds sums itself up by purchase and by buyer, once, in narrow rows, instead of sorting whole calls three times over. The moment
-- by which a call is priced is a whole millisecond, as the one that is written down: a price that changes within that millisecond
-- is the one that the written moment says. And nothing has looked for calls by when they were resolved for long.
-- Safe for the release before: its statements call these functions, and none of them uses that index.

DROP INDEX "reservations_captured";

-- As before, but for the moment.
CREATE OR REPLACE FUNCTION hold_call(
  p_call_id uuid, p_purchase_id uuid, p_tool text, p_paid boolean, p_ttl_ms bigint, p_key_id uuid, p_name text, p_fee_ppm bigint
) RETURNS bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  offer record;
  keys uuid[];
  present int;
  is_counted boolean := false;
  is_counted_long boolean;
  uncounted bigint;
  meter_window bigint;
BEGIN
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
  IF p_key_id IS NOT NULL THEN
    SELECT k.lineage INTO keys FROM key_limits k WHERE k.key_id = p_key_id AND k.buyer_id = offer.buyer_id;
    -- What is refused now costs no write; that all fits is asked again under the locks.
    IF keys IS NOT NULL THEN
      SELECT w.keyed_calls, w.keys_counted_since < hour_of(moment) INTO uncounted, is_counted_long
        FROM wallets w WHERE w.buyer_id = offer.buyer_id;
      IF is_counted_long THEN
        PERFORM 1 FROM wallets w WHERE w.buyer_id = offer.buyer_id FOR UPDATE;
        PERFORM count_at_wallets(ARRAY[offer.buyer_id], hour_of(moment));
        SELECT w.keyed_calls INTO uncounted FROM wallets w WHERE w.buyer_id = offer.buyer_id;
      END IF;
      IF NOT keys_admit(keys, offer.app_id, p_tool, offer.price_micros, uncounted) THEN RETURN NULL; END IF;
    END IF;
  END IF;

  IF offer.price_micros > 0 OR keys IS NOT NULL THEN
    UPDATE wallets SET held = held + offer.price_micros,
        keyed_calls = keyed_calls + CASE WHEN keys IS NOT NULL AND keys_counted_since IS NULL THEN 1 ELSE 0 END
      WHERE buyer_id = offer.buyer_id AND posted - held >= offer.price_micros
      RETURNING keys IS NOT NULL AND keys_counted_since IS NOT NULL, keyed_calls INTO is_counted, uncounted;
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
    IF keys IS NOT NULL THEN present := lock_keys(keys, moment); END IF;
    -- This call is one of them.
    IF NOT is_counted THEN uncounted := uncounted - 1; END IF;
    IF keys IS NULL OR keys_admit(keys, offer.app_id, p_tool, offer.price_micros, uncounted) THEN
      INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                                fee_micros, window_index, reserved_at, expires_at, key_id, name, key_hour)
        VALUES (p_call_id, 'open', offer.buyer_id, p_purchase_id, offer.app_id, offer.publisher_id, offer.tier, p_tool,
                offer.price_micros, offer.price_micros * p_fee_ppm / 1000000, meter_window, moment,
                moment + p_ttl_ms * interval '1 millisecond', p_key_id, p_name, present)
        ON CONFLICT DO NOTHING;
      IF FOUND THEN
        IF keys IS NOT NULL THEN
          UPDATE key_spending SET spent_micros = spent_micros + offer.price_micros, open_calls = open_calls + CASE WHEN is_counted THEN 1 ELSE 0 END,
            hour_micros = hour_micros + offer.price_micros, day_micros = day_micros + offer.price_micros,
            days_30_micros = days_30_micros + offer.price_micros WHERE key_id = ANY (keys);
        END IF;
        RETURN offer.price_micros;
      END IF;
    END IF;
    UPDATE purchases SET used = used - 1 WHERE id = p_purchase_id;
  END IF;
  IF offer.price_micros > 0 OR keys IS NOT NULL THEN
    UPDATE wallets SET held = held - offer.price_micros,
        keyed_calls = keyed_calls - CASE WHEN keys IS NOT NULL AND NOT is_counted THEN 1 ELSE 0 END
      WHERE buyer_id = offer.buyer_id;
  END IF;
  RETURN NULL;
END $$;

-- As before, but for the moment.
CREATE OR REPLACE FUNCTION reserve_calls(
  p_call_ids uuid[], p_purchase_ids uuid[], p_tools text[], p_paid boolean[], p_ttls_ms bigint[],
  p_key_ids uuid[], p_names text[], p_max_prices bigint[], p_fee_ppm bigint
) RETURNS TABLE (item int, code text, price_micros bigint, window_ends_at timestamptz, refused_by jsonb) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  present int;
  wallet_ids uuid[];
  available bigint[];
  holds bigint[];
  keyed_holds bigint[];
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
  SELECT array_agg(DISTINCT above.key_id) INTO key_ids
    FROM key_limits k CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id) WHERE k.key_id = ANY (p_key_ids);
  PERFORM 1 FROM wallets WHERE buyer_id = ANY (ARRAY(
    SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (ARRAY(
      SELECT wanted.id FROM unnest(p_purchase_ids, p_paid, p_key_ids) AS wanted (id, paid, key_id)
      WHERE wanted.paid OR wanted.key_id = ANY (key_ids)))
  )) ORDER BY buyer_id FOR UPDATE;
  PERFORM 1 FROM purchases WHERE id = ANY (p_purchase_ids) ORDER BY id FOR UPDATE;
  IF key_ids IS NOT NULL THEN
    present := lock_keys(key_ids, moment);
    PERFORM count_at_keys(crowded.buyer_id, present)
      FROM (
        SELECT w.buyer_id FROM wallets w
        WHERE w.keys_counted_since IS NULL AND w.buyer_id = ANY (ARRAY(SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (p_purchase_ids)))
          AND w.keyed_calls + cardinality(p_call_ids) > (
            SELECT min(k.concurrent) FROM key_limits k WHERE k.key_id = ANY (key_ids) AND k.buyer_id = w.buyer_id)
        ORDER BY w.buyer_id
      ) AS crowded;
  END IF;

  -- Read again under the locks: what was waited for may have changed everything.
  SELECT array_agg(w.buyer_id ORDER BY w.buyer_id), array_agg(w.posted - w.held ORDER BY w.buyer_id), array_agg(0::bigint),
         array_agg(0::bigint)
    INTO wallet_ids, available, holds, keyed_holds
    FROM wallets w
    WHERE w.buyer_id = ANY (ARRAY(SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (p_purchase_ids)));
  SELECT array_agg(p.id ORDER BY p.id),
         array_agg(CASE WHEN window_at(p.anchor, moment) > p.window_index THEN 0 ELSE p.used END ORDER BY p.id),
         array_agg(greatest(p.window_index, window_at(p.anchor, moment)) ORDER BY p.id)
    INTO meter_ids, meter_used, meter_windows
    FROM purchases p WHERE p.id = ANY (p_purchase_ids);
  IF key_ids IS NOT NULL THEN
    SELECT array_agg(k.key_id), array_agg(k.max_price_micros), array_agg(k.concurrent - s.open_calls - w.keyed_calls),
           array_agg(k.total_micros - s.spent_micros), array_agg(k.per_day_micros - s.day_micros),
           array_agg(k.per_30_days_micros - s.days_30_micros),
           array_agg(s.spent_micros), array_agg(s.day_micros), array_agg(s.days_30_micros),
           array_agg(0::bigint), array_agg(0::bigint)
      INTO key_ids, ceilings, opens_left, totals_left, days_left, days_30_left, spent, spent_in_day, spent_in_30_days,
           key_holds, key_calls
      FROM key_limits k JOIN key_spending s ON s.key_id = k.key_id AND s.key_id = ANY (key_ids)
      JOIN wallets w ON w.buyer_id = k.buyer_id WHERE k.key_id = ANY (key_ids);
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
        keyed_holds[call.wallet_no] := keyed_holds[call.wallet_no] + 1;
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
  UPDATE wallets w SET held = w.held + hold.amount,
      keyed_calls = w.keyed_calls + CASE WHEN w.keys_counted_since IS NULL THEN hold.keyed ELSE 0 END
    FROM unnest(wallet_ids, holds, keyed_holds) AS hold (buyer_id, amount, keyed)
    WHERE w.buyer_id = hold.buyer_id AND w.buyer_id = ANY (wallet_ids) AND (hold.amount > 0 OR hold.keyed > 0);
  UPDATE key_spending s SET spent_micros = s.spent_micros + hold.amount, open_calls = s.open_calls + CASE WHEN (
           SELECT w.keys_counted_since FROM key_limits k JOIN wallets w ON w.buyer_id = k.buyer_id WHERE k.key_id = s.key_id) IS NULL
         THEN 0 ELSE hold.calls END,
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

-- As before, but for the moment, and what a buyer's calls come to.
CREATE OR REPLACE FUNCTION move_calls(
  c_call_ids uuid[], c_tokens bigint[],
  s_call_ids uuid[], s_actions text[], s_tokens bigint[], s_outcomes text[],
  r_call_ids uuid[], r_purchase_ids uuid[], r_tools text[], r_paid boolean[], r_ttls_ms bigint[],
  r_key_ids uuid[], r_names text[], r_max_prices bigint[], p_fee_ppm bigint
) RETURNS TABLE (call_id uuid, code text, amount_micros bigint, window_ends_at timestamptz, refused_by jsonb) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  done int;
  paying uuid[];
  -- Free calls whose keys have limits.
  free_keyed uuid[] := '{}';
  ended_keys uuid[];
  -- Buyers whose calls under way are counted key by key; null when there are none.
  counting uuid[];
  -- Keys with limits, and those above them; null when nobody has asked for them.
  keys uuid[];
  -- Whose key each hold is of; null when it has no limits.
  key_buyers uuid[];
  has_parents boolean;
  -- Those of the keys that have lists.
  listed uuid[];
  earliest int;
  present int;
  -- What every one of them leaves: to spend, calls under way, the price of a call; null when none limits it.
  room bigint;
  places bigint;
  ceiling bigint;
BEGIN
  SELECT array_agg(r.buyer_id) FILTER (WHERE r.price_micros > 0 OR r.key_hour IS NOT NULL),
         array_agg(r.key_id) FILTER (WHERE r.key_hour IS NOT NULL)
    INTO paying, ended_keys FROM reservations r WHERE r.call_id = ANY (c_call_ids || s_call_ids);
  IF false = ANY (r_paid) THEN
    free_keyed := ARRAY(
      SELECT i.purchase_id FROM unnest(r_purchase_ids, r_paid, r_key_ids) AS i (purchase_id, paid, key_id)
      WHERE NOT i.paid AND (SELECT true FROM key_limits k WHERE k.key_id = i.key_id));
  END IF;
  SELECT array_agg(locked.buyer_id) FILTER (WHERE locked.keys_counted_since IS NOT NULL) INTO counting
    FROM (
      SELECT w.buyer_id, w.keys_counted_since FROM wallets w WHERE w.buyer_id = ANY (paying || ARRAY(
        SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (free_keyed || ARRAY(
          SELECT i.purchase_id FROM unnest(r_purchase_ids, r_paid) AS i (purchase_id, paid) WHERE i.paid))
      )) ORDER BY w.buyer_id FOR UPDATE
    ) AS locked;
  IF cardinality(s_call_ids) + cardinality(r_call_ids) > 0 THEN
    PERFORM 1 FROM purchases p WHERE p.id = ANY (r_purchase_ids || ARRAY(
      SELECT r.purchase_id FROM reservations r WHERE r.call_id = ANY (s_call_ids)
    )) ORDER BY p.id FOR UPDATE;
  END IF;
  IF counting IS NOT NULL THEN
    SELECT array_agg(DISTINCT above.key_id) INTO keys
      FROM key_limits k CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id)
      WHERE k.key_id = ANY (r_key_ids || ended_keys) AND k.buyer_id = ANY (counting);
    IF keys IS NOT NULL THEN
      present := lock_keys(keys, moment);
      PERFORM count_at_wallets(counting, present);
    END IF;
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
    ), taken AS MATERIALIZED (
      SELECT array_agg(t.buyer_id) AS ids, array_agg(t.micros) AS micros, array_agg(t.keyed) AS keyed
      FROM (
        SELECT c.buyer_id, sum(c.price_micros)::bigint AS micros, count(c.key_hour) AS keyed
        FROM captured c WHERE c.price_micros > 0 OR c.key_hour IS NOT NULL GROUP BY c.buyer_id
      ) AS t
    ), balances AS (
      UPDATE wallets SET (held, posted, keyed_calls) = (
        SELECT wallets.held - of_buyer.micros, wallets.posted - of_buyer.micros,
               wallets.keyed_calls - CASE WHEN wallets.keys_counted_since IS NULL THEN of_buyer.keyed ELSE 0 END
        FROM (
          SELECT at.micros[at.place] AS micros, at.keyed[at.place] AS keyed
          FROM (SELECT t.micros, t.keyed, array_position(t.ids, wallets.buyer_id) AS place FROM taken t OFFSET 0) AS at OFFSET 0
        ) AS of_buyer)
      WHERE wallets.buyer_id = ANY ((SELECT t.ids FROM taken t)::uuid[])
    )
    SELECT c.call_id, '', c.price_micros, NULL::timestamptz, NULL::jsonb FROM captured c;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF counting IS NOT NULL AND ended_keys IS NOT NULL THEN
      UPDATE key_spending SET open_calls = open_calls - freed.calls
      FROM (
        SELECT above.key_id, count(*) AS calls
        FROM reservations r
        JOIN wallets w ON w.buyer_id = r.buyer_id AND w.keys_counted_since IS NOT NULL
        CROSS JOIN LATERAL (SELECT k.lineage FROM key_limits k WHERE k.key_id = r.key_id OFFSET 0) AS keyed
        CROSS JOIN LATERAL unnest(keyed.lineage) AS above (key_id)
        WHERE r.call_id = ANY (c_call_ids) AND r.key_hour IS NOT NULL AND written_here(r.call_id) GROUP BY above.key_id
      ) AS freed
      WHERE key_spending.key_id = freed.key_id AND key_spending.key_id = ANY (keys);
    END IF;
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
    WHILE cardinality(array_remove(r_key_ids, NULL)) > 0 LOOP
      SELECT array_agg(k.buyer_id ORDER BY i.ord), bool_or(k.has_parents), array_agg(i.key_id) FILTER (WHERE k.has_lists),
             min(k.room), min(k.places), min(k.ceiling), min(k.hour), greatest(hour_of(moment), max(k.hour))
        INTO key_buyers, has_parents, listed, room, places, ceiling, earliest, present
        FROM unnest(r_key_ids, r_paid, r_purchase_ids) WITH ORDINALITY AS i (key_id, paid, purchase_id, ord)
        LEFT JOIN LATERAL (
          SELECT l.buyer_id, cardinality(l.lineage) > 1 AS has_parents, cardinality(l.apps) + cardinality(l.tools) > 0 AS has_lists,
                 least(l.total_micros - s.spent_micros, l.per_day_micros - s.day_micros, l.per_30_days_micros - s.days_30_micros) AS room,
                 l.concurrent - s.open_calls AS places, l.max_price_micros AS ceiling, s.hour
          FROM key_limits l JOIN key_spending s ON s.key_id = l.key_id
          WHERE l.key_id = i.key_id AND (i.paid OR i.purchase_id = ANY (free_keyed)) OFFSET 0
        ) AS k ON true;
      IF has_parents THEN
        SELECT array_agg(k.key_id) FILTER (WHERE cardinality(k.apps) + cardinality(k.tools) > 0),
               min(least(k.total_micros - s.spent_micros, k.per_day_micros - s.day_micros, k.per_30_days_micros - s.days_30_micros)),
               min(k.concurrent - s.open_calls), min(k.max_price_micros), min(s.hour), greatest(hour_of(moment), max(s.hour))
          INTO listed, room, places, ceiling, earliest, present
          FROM key_limits k
          CROSS JOIN LATERAL (SELECT * FROM key_spending one WHERE one.key_id = k.key_id OFFSET 0) AS s
          WHERE k.key_id = ANY (ARRAY(
            SELECT DISTINCT above.key_id FROM key_limits l CROSS JOIN LATERAL unnest(l.lineage) AS above (key_id)
            WHERE l.key_id = ANY (r_key_ids)));
      END IF;
      EXIT WHEN earliest IS NULL OR earliest >= present;
      PERFORM lock_keys(array_agg(DISTINCT above.key_id), moment)
        FROM key_limits k CROSS JOIN LATERAL unnest(k.lineage) AS above (key_id) WHERE k.key_id = ANY (r_key_ids);
    END LOOP;
    RETURN QUERY
    WITH wanted AS MATERIALIZED (
      SELECT i.call_id, i.tool, i.ttl_ms, i.key_id, i.name, offer.purchase_id, offer.buyer_id, offer.app_id, offer.publisher_id,
             offer.tier, offer.window_index, offer.price_micros, offer.lineage, offer.is_counted, offer.keyed_calls,
             offer.available, offer.monthly - offer.used AS calls_left,
             offer.status = 'active' AND (offer.tier = 'paid') = i.paid AND NOT offer.suspended
               AND window_at(offer.anchor, moment) <= offer.window_index
               AND (offer.price_micros = 0 OR offer.payout_connected)
               AND offer.price_micros <= coalesce(i.max_price, offer.price_micros)
               AND (offer.lineage IS NULL OR offer.keyed_calls IS NOT NULL)
               AND (listed IS NULL OR offer.lineage IS NULL OR NOT offer.lineage && listed
                    OR key_that_refuses(offer.lineage, offer.app, i.tool) IS NULL) AS fits
      FROM unnest(r_call_ids, r_purchase_ids, r_tools, r_paid, r_ttls_ms, r_key_ids, r_names, r_max_prices, key_buyers)
           AS i (call_id, purchase_id, tool, paid, ttl_ms, key_id, name, max_price, key_buyer)
      CROSS JOIN LATERAL (
        SELECT p.id AS purchase_id, p.buyer_id, p.app_id, p.tier, p.status, p.anchor, p.window_index, p.used, a.publisher_id,
               pub.suspended, pub.payout_connected, t.monthly, coalesce(w.posted - w.held, 0) AS available,
               pub.username || '/' || a.name AS app,
               CASE WHEN i.key_buyer = p.buyer_id THEN CASE WHEN has_parents
                 THEN (SELECT k.lineage FROM key_limits k WHERE k.key_id = i.key_id) ELSE ARRAY[i.key_id] END END AS lineage,
               w.keyed_calls, w.keys_counted_since IS NOT NULL AS is_counted,
               CASE WHEN p.tier <> 'paid' THEN 0 WHEN a.prices_change_at <= moment THEN price_at(p.app_id, i.tool, moment)
                    ELSE coalesce(tp.price_micros, t.price_micros) END AS price_micros
        FROM purchases p
        JOIN apps a ON a.id = p.app_id
        JOIN publishers pub ON pub.id = a.publisher_id
        JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
        LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = i.tool
        LEFT JOIN wallets w ON w.buyer_id = p.buyer_id
        WHERE p.id = i.purchase_id
        -- Looked up call by call, whatever the planner believes of the sizes.
        OFFSET 0
      ) AS offer
    ), of_meter AS MATERIALIZED (
      SELECT w.purchase_id, w.buyer_id, count(*) AS calls, sum(w.price_micros)::bigint AS micros, max(w.available) AS available,
             count(w.lineage) FILTER (WHERE NOT w.is_counted) AS keyed, count(w.lineage) > 0 AS has_keys,
             bool_and(w.fits) AND count(*) <= max(w.calls_left) AS fits
      FROM wanted w GROUP BY w.purchase_id, w.buyer_id
    ), of_buyer AS MATERIALIZED (
      SELECT m.buyer_id, sum(m.micros)::bigint AS micros, sum(m.keyed)::bigint AS keyed, bool_or(m.has_keys) AS has_keys,
             bool_and(m.fits) AND sum(m.micros) <= max(m.available) AS fits
      FROM of_meter m GROUP BY m.buyer_id
    ), asked AS (
      -- What the whole batch would add to each key, unless all of it fits into any of them.
      SELECT above.key_id, sum(c.price_micros) AS micros, max(c.price_micros) AS dearest, count(*) + max(c.keyed_calls) AS calls
      FROM wanted c CROSS JOIN LATERAL unnest(c.lineage) AS above (key_id)
      WHERE earliest IS NOT NULL AND (
        SELECT sum(w.price_micros) > room OR count(*) + max(w.keyed_calls) > places OR max(w.price_micros) > ceiling FROM wanted w)
      GROUP BY above.key_id
    ), full_keys AS (
      SELECT k.buyer_id
      FROM asked a
      CROSS JOIN LATERAL (SELECT * FROM key_limits one WHERE one.key_id = a.key_id OFFSET 0) AS k
      CROSS JOIN LATERAL (SELECT * FROM key_spending one WHERE one.key_id = a.key_id OFFSET 0) AS s
      WHERE a.dearest > k.max_price_micros OR s.open_calls + a.calls > k.concurrent OR a.micros > 0 AND (
        s.spent_micros + a.micros > k.total_micros OR s.day_micros + a.micros > k.per_day_micros
        OR s.days_30_micros + a.micros > k.per_30_days_micros)
    ), refused AS MATERIALIZED (
      -- A buyer of whom one call does not fit: which of them do is for reserve_calls to say, in their order. Everybody, where a call is known.
      SELECT coalesce(array_agg(one.buyer_id), '{}') AS ids
      FROM (
        SELECT b.buyer_id FROM of_buyer b WHERE NOT b.fits OR EXISTS (SELECT FROM reservations r WHERE r.call_id = ANY (r_call_ids))
        UNION ALL
        SELECT f.buyer_id FROM full_keys f
      ) AS one
    ), admitted AS (
      SELECT * FROM wanted w WHERE w.buyer_id <> ALL ((SELECT f.ids FROM refused f)::uuid[])
    ), added AS (
      INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                                fee_micros, window_index, reserved_at, expires_at, key_id, name, key_hour)
      SELECT c.call_id, 'open', c.buyer_id, c.purchase_id, c.app_id, c.publisher_id, c.tier, c.tool, c.price_micros,
             c.price_micros * p_fee_ppm / 1000000, c.window_index, moment, moment + c.ttl_ms * interval '1 millisecond',
             c.key_id, c.name, CASE WHEN c.lineage IS NOT NULL THEN present END
      FROM admitted c
    ), held AS MATERIALIZED (
      SELECT array_agg(b.buyer_id) AS ids, array_agg(b.micros) AS micros, array_agg(b.keyed) AS keyed
      FROM of_buyer b WHERE (b.micros > 0 OR b.has_keys) AND b.buyer_id <> ALL ((SELECT f.ids FROM refused f)::uuid[])
    ), balances AS (
      UPDATE wallets SET (held, keyed_calls) = (
        SELECT wallets.held + at.micros[at.place], wallets.keyed_calls + at.keyed[at.place]
        FROM (SELECT h.micros, h.keyed, array_position(h.ids, wallets.buyer_id) AS place FROM held h OFFSET 0) AS at)
      WHERE wallets.buyer_id = ANY ((SELECT h.ids FROM held h)::uuid[])
    ), spent AS MATERIALIZED (
      SELECT array_agg(s.key_id) AS ids, array_agg(s.micros) AS micros, array_agg(s.calls) AS calls
      FROM (
        SELECT above.key_id, sum(above.price_micros)::bigint AS micros, count(*) FILTER (WHERE above.is_counted) AS calls
        FROM (
          SELECT c.key_id, c.price_micros, c.is_counted FROM admitted c WHERE NOT has_parents AND c.lineage IS NOT NULL
          UNION ALL
          SELECT one.key_id, c.price_micros, c.is_counted FROM admitted c CROSS JOIN LATERAL unnest(c.lineage) AS one (key_id)
            WHERE has_parents
        ) AS above GROUP BY above.key_id
      ) AS s
    ), spending AS (
      UPDATE key_spending k SET (spent_micros, open_calls, hour_micros, day_micros, days_30_micros) = (
        SELECT k.spent_micros + added_to.micros, k.open_calls + added_to.calls, k.hour_micros + added_to.micros,
               k.day_micros + added_to.micros, k.days_30_micros + added_to.micros
        FROM (
          SELECT at.micros[at.place] AS micros, at.calls[at.place] AS calls
          FROM (SELECT s.micros, s.calls, array_position(s.ids, k.key_id) AS place FROM spent s OFFSET 0) AS at OFFSET 0
        ) AS added_to)
      WHERE k.key_id = ANY ((SELECT s.ids FROM spent s)::uuid[])
    ), counted AS MATERIALIZED (
      SELECT array_agg(m.purchase_id) AS ids, array_agg(m.calls) AS calls
      FROM of_meter m WHERE m.buyer_id <> ALL ((SELECT f.ids FROM refused f)::uuid[])
    ), meters AS (
      UPDATE purchases SET used = used + (SELECT m.calls[array_position(m.ids, purchases.id)] FROM counted m)
      WHERE purchases.id = ANY ((SELECT m.ids FROM counted m)::uuid[])
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
