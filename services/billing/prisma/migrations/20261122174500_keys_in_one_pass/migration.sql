-- As before, only cheaper: rows of wallets, purchases and keys are found by one scan of an index for the whole batch, and what is added to
-- each is looked up by its place in an array. To join them one by one sorted the array of a batch anew for every row of it. What a batch
-- adds is held against each key only where all of it would not fit into some key.
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
  is_settled_apart boolean := false;
  paying uuid[];
  -- Keys of this batch that are counted, and those above them; null when there are none.
  keys uuid[];
  -- Those of them that have lists.
  listed uuid[];
  present int;
  -- What every one of them leaves: to spend, calls under way, the price of a call; null when none limits it.
  room bigint;
  places bigint;
  ceiling bigint;
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
      SELECT array_agg(t.buyer_id) AS ids, array_agg(t.micros) AS micros
      FROM (
        SELECT c.buyer_id, sum(c.price_micros)::bigint AS micros FROM captured c WHERE c.price_micros > 0 GROUP BY c.buyer_id
      ) AS t
    ), balances AS (
      UPDATE wallets SET (held, posted) = (
        SELECT wallets.held - of_buyer.micros, wallets.posted - of_buyer.micros
        FROM (SELECT t.micros[array_position(t.ids, wallets.buyer_id)] AS micros FROM taken t OFFSET 0) AS of_buyer)
      WHERE wallets.buyer_id = ANY ((SELECT t.ids FROM taken t)::uuid[])
    ), freed AS MATERIALIZED (
      SELECT array_agg(f.key_id) AS ids, array_agg(f.calls) AS calls
      FROM (
        SELECT above.key_id, count(*) AS calls
        FROM captured c CROSS JOIN LATERAL (
          SELECT k.lineage FROM key_limits k WHERE keys IS NOT NULL AND k.key_id = c.key_id OFFSET 0
        ) AS keyed CROSS JOIN LATERAL unnest(keyed.lineage) AS above (key_id)
        WHERE c.key_hour IS NOT NULL GROUP BY above.key_id
      ) AS f
    ), ended AS (
      UPDATE key_spending SET open_calls = open_calls - (
        SELECT f.calls[array_position(f.ids, key_spending.key_id)] FROM freed f)
      WHERE key_spending.key_id = ANY ((SELECT f.ids FROM freed f)::uuid[])
    )
    SELECT c.call_id, '', c.price_micros, NULL::timestamptz, NULL::jsonb FROM captured c;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done < cardinality(c_call_ids) THEN
      is_settled_apart := true;
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
    is_settled_apart := true;
    RETURN QUERY
    SELECT s.call_id, s.code, s.amount_micros, NULL::timestamptz, NULL::jsonb
    FROM settle_calls(s_call_ids, s_actions, s_tokens, s_outcomes) AS s;
  END IF;

  IF cardinality(r_call_ids) > 0 THEN
    -- Settling may have brought some of them to the next hour.
    IF keys IS NOT NULL THEN
      IF is_settled_apart THEN present := lock_keys(keys, moment); END IF;
      SELECT min(least(k.total_micros - s.spent_micros, k.per_day_micros - s.day_micros, k.per_30_days_micros - s.days_30_micros)),
             min(k.concurrent - s.open_calls), min(k.max_price_micros),
             array_agg(k.key_id) FILTER (WHERE cardinality(k.apps) + cardinality(k.tools) > 0)
        INTO room, places, ceiling, listed
        FROM key_limits k
        CROSS JOIN LATERAL (SELECT * FROM key_spending one WHERE one.key_id = k.key_id OFFSET 0) AS s
        WHERE k.key_id = ANY (keys);
    END IF;
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
               pub.username || '/' || a.name AS app,
               CASE WHEN keys IS NOT NULL THEN (
                 SELECT k.lineage FROM key_limits k WHERE k.key_id = i.key_id AND k.buyer_id = p.buyer_id) END AS lineage,
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
    ), asked AS (
      -- What the whole batch would add to each key, unless all of it fits into any of them.
      SELECT above.key_id, sum(c.price_micros) AS micros, max(c.price_micros) AS dearest, count(*) AS calls
      FROM wanted c CROSS JOIN LATERAL unnest(c.lineage) AS above (key_id)
      WHERE keys IS NOT NULL
        AND (SELECT sum(w.price_micros) > room OR count(*) > places OR max(w.price_micros) > ceiling FROM wanted w)
      GROUP BY above.key_id
    ), full_keys AS (
      SELECT k.buyer_id
      FROM asked a
      CROSS JOIN LATERAL (SELECT * FROM key_limits one WHERE one.key_id = a.key_id OFFSET 0) AS k
      CROSS JOIN LATERAL (SELECT * FROM key_spending one WHERE one.key_id = a.key_id OFFSET 0) AS s
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
    ), held AS MATERIALIZED (
      SELECT array_agg(h.buyer_id) AS ids, array_agg(h.micros) AS micros
      FROM (
        SELECT c.buyer_id, sum(c.price_micros)::bigint AS micros FROM admitted c WHERE c.price_micros > 0 GROUP BY c.buyer_id
      ) AS h
    ), balances AS (
      UPDATE wallets SET held = held + (SELECT h.micros[array_position(h.ids, wallets.buyer_id)] FROM held h)
      WHERE wallets.buyer_id = ANY ((SELECT h.ids FROM held h)::uuid[])
    ), spent AS MATERIALIZED (
      SELECT array_agg(s.key_id) AS ids, array_agg(s.micros) AS micros, array_agg(s.calls) AS calls
      FROM (
        SELECT above.key_id, sum(c.price_micros)::bigint AS micros, count(*) AS calls
        FROM admitted c CROSS JOIN LATERAL unnest(c.lineage) AS above (key_id) WHERE keys IS NOT NULL GROUP BY above.key_id
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
      FROM (SELECT c.purchase_id, count(*) AS calls FROM admitted c GROUP BY c.purchase_id) AS m
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
