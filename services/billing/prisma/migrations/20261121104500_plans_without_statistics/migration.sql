-- The same decisions, found by key whatever the planner believes. Tables that were analyzed while they were empty were read whole
-- for each batch until they were analyzed again; a condition on the batch's own keys leaves an index as the only way.

CREATE OR REPLACE FUNCTION reserve_calls(
  p_call_ids uuid[], p_purchase_ids uuid[], p_tools text[], p_paid boolean[], p_ttls_ms bigint[], p_fee_ppm bigint
) RETURNS TABLE (item int, code text, price_micros bigint, window_ends_at timestamptz) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  wallet_ids uuid[];
  available bigint[];
  holds bigint[];
  meter_ids uuid[];
  meter_used bigint[];
  meter_windows bigint[];
  call record;
  fee bigint;
  new_calls uuid[] := '{}'; new_buyers uuid[] := '{}'; new_purchases uuid[] := '{}'; new_apps uuid[] := '{}';
  new_publishers uuid[] := '{}'; new_tiers tier[] := '{}'; new_tools text[] := '{}'; new_prices bigint[] := '{}';
  new_fees bigint[] := '{}'; new_windows bigint[] := '{}'; new_expiries timestamptz[] := '{}';
BEGIN
  PERFORM 1 FROM wallets WHERE buyer_id = ANY (ARRAY(
    SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (ARRAY(
      SELECT wanted.id FROM unnest(p_purchase_ids, p_paid) AS wanted (id, paid) WHERE wanted.paid))
  )) ORDER BY buyer_id FOR UPDATE;
  PERFORM 1 FROM purchases WHERE id = ANY (p_purchase_ids) ORDER BY id FOR UPDATE;

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

  FOR call IN
    SELECT wanted.ord::int AS ord, wanted.call_id, wanted.tool, wanted.paid, wanted.ttl_ms,
           p.id AS purchase_id, p.buyer_id, p.app_id, p.tier, p.status, p.renews, p.anchor, p.window_index AS stored_window,
           a.publisher_id, pub.suspended, pub.payout_connected, t.monthly,
           CASE WHEN p.tier = 'paid' THEN coalesce(tp.price_micros, t.price_micros) ELSE 0 END AS price,
           array_position(wallet_ids, p.buyer_id) AS wallet_no, array_position(meter_ids, p.id) AS meter_no,
           known.state AS known_state, known.buyer_id AS known_buyer, known.app_id AS known_app,
           known.tool AS known_tool, known.price_micros AS known_price
    FROM unnest(p_call_ids, p_purchase_ids, p_tools, p_paid, p_ttls_ms)
         WITH ORDINALITY AS wanted (call_id, purchase_id, tool, paid, ttl_ms, ord)
    LEFT JOIN purchases p ON p.id = wanted.purchase_id AND p.id = ANY (p_purchase_ids)
    LEFT JOIN apps a ON a.id = p.app_id
    LEFT JOIN publishers pub ON pub.id = a.publisher_id
    LEFT JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
    LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = wanted.tool
    LEFT JOIN reservations known ON known.call_id = wanted.call_id AND known.call_id = ANY (p_call_ids)
    ORDER BY wanted.ord
  LOOP
    item := call.ord;
    price_micros := coalesce(call.price, 0);
    window_ends_at := NULL;
    code := CASE
      WHEN call.known_state IS NOT NULL AND call.known_buyer IS NOT NULL
        AND (call.known_buyer, call.known_app, call.known_tool) IS DISTINCT FROM (call.buyer_id, call.app_id, call.tool)
        THEN 'call_conflict'
      WHEN call.known_state = 'open' THEN 'known'
      WHEN call.known_state IS NOT NULL THEN 'reservation_resolved'
      WHEN call.purchase_id IS NULL OR call.status <> 'active' OR (call.tier = 'paid') <> call.paid THEN 'stale'
      WHEN call.suspended THEN 'publisher_suspended'
      WHEN call.monthly IS NULL THEN 'invalid_app_config'
      WHEN NOT call.renews AND meter_windows[call.meter_no] > call.stored_window THEN 'meter_expired'
      WHEN meter_used[call.meter_no] >= call.monthly THEN 'meter_limit_exceeded'
      WHEN price_micros > 0 AND NOT call.payout_connected THEN 'publisher_not_payable'
      WHEN price_micros > coalesce(available[call.wallet_no], 0) THEN 'insufficient_balance'
      ELSE ''
    END;
    IF code = 'known' THEN price_micros := call.known_price; END IF;
    IF code = 'meter_limit_exceeded' THEN
      window_ends_at := call.anchor + (meter_windows[call.meter_no] + 1) * interval '2592000 seconds';
    END IF;
    IF code = '' THEN
      IF price_micros > 0 THEN
        available[call.wallet_no] := available[call.wallet_no] - price_micros;
        holds[call.wallet_no] := holds[call.wallet_no] + price_micros;
      END IF;
      meter_used[call.meter_no] := meter_used[call.meter_no] + 1;
      fee := price_micros * p_fee_ppm / 1000000;
      new_calls := new_calls || call.call_id; new_buyers := new_buyers || call.buyer_id;
      new_purchases := new_purchases || call.purchase_id; new_apps := new_apps || call.app_id;
      new_publishers := new_publishers || call.publisher_id; new_tiers := new_tiers || call.tier;
      new_tools := new_tools || call.tool; new_prices := new_prices || price_micros; new_fees := new_fees || fee;
      new_windows := new_windows || meter_windows[call.meter_no];
      new_expiries := new_expiries || moment + call.ttl_ms * interval '1 millisecond';
    END IF;
    RETURN NEXT;
  END LOOP;

  IF cardinality(new_calls) = 0 THEN RETURN; END IF;
  INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                            fee_micros, window_index, reserved_at, expires_at)
    SELECT n.call_id, 'open', n.buyer_id, n.purchase_id, n.app_id, n.publisher_id, n.tier, n.tool, n.price, n.fee,
           n.window_index, moment, n.expires_at
    FROM unnest(new_calls, new_buyers, new_purchases, new_apps, new_publishers, new_tiers, new_tools, new_prices,
                new_fees, new_windows, new_expiries)
         AS n (call_id, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price, fee, window_index, expires_at);
  UPDATE wallets w SET held = w.held + hold.amount
    FROM unnest(wallet_ids, holds) AS hold (buyer_id, amount)
    WHERE w.buyer_id = hold.buyer_id AND w.buyer_id = ANY (wallet_ids) AND hold.amount > 0;
  -- A meter that has moved to a new window leaves the opening part of `used` behind.
  UPDATE purchases p SET used = meter.used, window_index = meter.window_index,
         used_opening = CASE WHEN meter.window_index > p.window_index THEN 0 ELSE p.used_opening END
    FROM unnest(meter_ids, meter_used, meter_windows) AS meter (id, used, window_index)
    WHERE p.id = meter.id AND p.id = ANY (new_purchases);
END $$;

CREATE OR REPLACE FUNCTION settle_calls(p_call_ids uuid[], p_actions text[], p_tokens bigint[], p_outcomes text[])
RETURNS TABLE (call_id uuid, code text, amount_micros bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
BEGIN
  PERFORM 1 FROM wallets w WHERE w.buyer_id = ANY (ARRAY(
    SELECT r.buyer_id FROM reservations r WHERE r.call_id = ANY (p_call_ids) AND r.price_micros > 0
  )) ORDER BY w.buyer_id FOR UPDATE;
  PERFORM 1 FROM purchases p WHERE p.id = ANY (ARRAY(
    SELECT r.purchase_id FROM reservations r WHERE r.call_id = ANY (ARRAY(
      SELECT wanted.id FROM unnest(p_call_ids, p_actions) AS wanted (id, action) WHERE wanted.action <> 'capture'))
  )) ORDER BY p.id FOR UPDATE;
  PERFORM 1 FROM reservations r WHERE r.call_id = ANY (p_call_ids) ORDER BY r.call_id FOR UPDATE;

  RETURN QUERY
  WITH wanted AS MATERIALIZED (
    SELECT i.call_id, i.action, i.tokens, i.outcome, r.state, r.buyer_id, r.purchase_id, r.publisher_id, r.price_micros,
           r.fee_micros, r.window_index, r.corrected,
           CASE
             WHEN i.action = 'capture' THEN CASE r.state
               WHEN 'open' THEN '' WHEN 'captured' THEN CASE WHEN r.corrected THEN 'reservation_resolved' ELSE 'again' END
               WHEN 'released' THEN 'reservation_resolved' WHEN 'expired' THEN 'reservation_resolved'
               ELSE 'reservation_not_found' END
             WHEN i.action = 'expire' THEN CASE WHEN r.state = 'open' AND r.expires_at <= moment THEN '' ELSE 'again' END
             WHEN r.state = 'open' THEN ''
             WHEN r.state IS NULL THEN 'tombstone'
             WHEN r.state <> 'captured' OR r.corrected THEN 'again'
             WHEN i.action = 'undeliver' THEN 'correct'
             ELSE 'reservation_resolved'
           END AS verdict
    FROM unnest(p_call_ids, p_actions, p_tokens, p_outcomes) AS i (call_id, action, tokens, outcome)
    LEFT JOIN reservations r ON r.call_id = i.call_id AND r.call_id = ANY (p_call_ids)
  ), resolved AS (
    UPDATE reservations r SET
      state = (CASE WHEN w.verdict = 'correct' OR w.action = 'capture' THEN 'captured'
                    WHEN w.action = 'expire' THEN 'expired' ELSE 'released' END)::reservation_state,
      resolved_at = coalesce(r.resolved_at, moment), total_tokens = greatest(r.total_tokens, w.tokens),
      outcome = w.outcome, corrected = w.verdict = 'correct'
    FROM wanted w WHERE r.call_id = w.call_id AND r.call_id = ANY (p_call_ids) AND w.verdict IN ('', 'correct')
  ), tombstones AS (
    INSERT INTO reservations (call_id, state, reserved_at, expires_at, resolved_at, outcome)
    SELECT w.call_id, 'released', moment, moment, moment, w.outcome FROM wanted w WHERE w.verdict = 'tombstone'
  ), entries AS (
    INSERT INTO journal (kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros, call_id, created_at)
    SELECT 'capture'::entry_kind, 'wallet'::account_type, w.buyer_id, 'publisher_payable'::account_type, w.publisher_id,
           w.price_micros - w.fee_micros, w.call_id, moment
      FROM wanted w WHERE w.verdict = '' AND w.action = 'capture' AND w.price_micros > w.fee_micros
    UNION ALL
    SELECT 'fee', 'wallet', w.buyer_id, 'platform_fee', NULL, w.fee_micros, w.call_id, moment
      FROM wanted w WHERE w.verdict = '' AND w.action = 'capture' AND w.fee_micros > 0
    UNION ALL
    SELECT 'correction', 'publisher_payable', w.publisher_id, 'wallet', w.buyer_id,
           w.price_micros - w.fee_micros, w.call_id, moment
      FROM wanted w WHERE w.verdict = 'correct' AND w.price_micros > w.fee_micros
    UNION ALL
    SELECT 'refund', 'platform_fee', NULL, 'wallet', w.buyer_id, w.fee_micros, w.call_id, moment
      FROM wanted w WHERE w.verdict = 'correct' AND w.fee_micros > 0
  ), balances AS (
    UPDATE wallets SET
      held = held - moved.unheld, posted = posted - moved.taken + moved.returned
    FROM (
      SELECT w.buyer_id,
             coalesce(sum(w.price_micros) FILTER (WHERE w.verdict = ''), 0) AS unheld,
             coalesce(sum(w.price_micros) FILTER (WHERE w.verdict = '' AND w.action = 'capture'), 0) AS taken,
             coalesce(sum(w.price_micros) FILTER (WHERE w.verdict = 'correct'), 0) AS returned
      FROM wanted w WHERE w.verdict IN ('', 'correct') AND w.price_micros > 0 GROUP BY w.buyer_id
    ) AS moved WHERE wallets.buyer_id = moved.buyer_id AND wallets.buyer_id = ANY (ARRAY(SELECT w.buyer_id FROM wanted w))
  ), meters AS (
    UPDATE purchases SET used = used - freed.calls
    FROM (
      SELECT w.purchase_id, w.window_index, count(*) AS calls FROM wanted w
      WHERE (w.verdict = '' AND w.action <> 'capture') OR w.verdict = 'correct'
      GROUP BY w.purchase_id, w.window_index
    ) AS freed WHERE purchases.id = freed.purchase_id AND purchases.window_index = freed.window_index
      AND purchases.id = ANY (ARRAY(SELECT w.purchase_id FROM wanted w))
  )
  SELECT w.call_id, CASE WHEN w.verdict IN ('correct', 'tombstone') THEN '' ELSE w.verdict END,
         coalesce(w.price_micros, 0) FROM wanted w;
END $$;
