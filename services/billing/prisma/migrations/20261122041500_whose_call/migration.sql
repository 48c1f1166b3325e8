-- Which key made a call, and the model it named: without these a usage record that was lost could not be rebuilt whole.
ALTER TABLE "reservations" ADD COLUMN "key_id" UUID, ADD COLUMN "name" TEXT;

-- As before, with both for each call that asks to be admitted. The release before goes on with the function of before, which has
-- two parameters less. reserve_calls knows nothing of them: what it admits, calls of buyers who cannot have all they ask for, is
-- told them afterwards.
-- Captures, then the other settlements, then admissions, so that what is given back can be held again at once. No call id may
-- stand in it twice. Locks wallets, then purchases, each in id order, then reservations; what settle_calls and reserve_calls
-- lock after that is locked already.
-- code: that of settle_calls for what is settled, and of reserve_calls for what is admitted; '' is the success of both.
CREATE FUNCTION move_calls(
  c_call_ids uuid[], c_tokens bigint[],
  s_call_ids uuid[], s_actions text[], s_tokens bigint[], s_outcomes text[],
  r_call_ids uuid[], r_purchase_ids uuid[], r_tools text[], r_paid boolean[], r_ttls_ms bigint[],
  r_key_ids uuid[], r_names text[], p_fee_ppm bigint
) RETURNS TABLE (call_id uuid, code text, amount_micros bigint, window_ends_at timestamptz) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := clock_timestamp();
  done int;
BEGIN
  PERFORM 1 FROM wallets w WHERE w.buyer_id = ANY (ARRAY(
    SELECT r.buyer_id FROM reservations r WHERE r.call_id = ANY (c_call_ids || s_call_ids) AND r.price_micros > 0
    UNION ALL
    SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (ARRAY(
      SELECT i.purchase_id FROM unnest(r_purchase_ids, r_paid) AS i (purchase_id, paid) WHERE i.paid))
  )) ORDER BY w.buyer_id FOR UPDATE;
  IF cardinality(s_call_ids) + cardinality(r_call_ids) > 0 THEN
    PERFORM 1 FROM purchases p WHERE p.id = ANY (r_purchase_ids || ARRAY(
      SELECT r.purchase_id FROM reservations r WHERE r.call_id = ANY (s_call_ids)
    )) ORDER BY p.id FOR UPDATE;
  END IF;

  IF cardinality(c_call_ids) > 0 THEN
    RETURN QUERY
    WITH captured AS (
      -- As text, the state does not lead the planner to an index of all open reservations.
      UPDATE reservations r SET state = 'captured', resolved_at = moment, outcome = 'ok',
        total_tokens = greatest(r.total_tokens, c_tokens[array_position(c_call_ids, r.call_id)])
      WHERE r.call_id = ANY (c_call_ids) AND r.state::text = 'open'
      RETURNING r.call_id, r.buyer_id, r.publisher_id, r.price_micros, r.fee_micros
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
    )
    SELECT c.call_id, '', c.price_micros, NULL::timestamptz FROM captured c;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done < cardinality(c_call_ids) THEN
      RETURN QUERY
      SELECT s.call_id, s.code, s.amount_micros, NULL::timestamptz
      FROM (
        SELECT array_agg(i.call_id) AS ids, array_agg(i.tokens) AS tokens, array_agg('capture'::text) AS actions,
               array_agg('ok'::text) AS outcomes
        FROM unnest(c_call_ids, c_tokens) AS i (call_id, tokens) WHERE NOT written_here(i.call_id)
      ) AS others CROSS JOIN LATERAL settle_calls(others.ids, others.actions, others.tokens, others.outcomes) AS s;
    END IF;
  END IF;

  IF cardinality(s_call_ids) > 0 THEN
    RETURN QUERY
    SELECT s.call_id, s.code, s.amount_micros, NULL::timestamptz
    FROM settle_calls(s_call_ids, s_actions, s_tokens, s_outcomes) AS s;
  END IF;

  IF cardinality(r_call_ids) > 0 THEN
    RETURN QUERY
    WITH wanted AS (
      SELECT i.call_id, i.tool, i.ttl_ms, i.key_id, i.name, offer.*,
             offer.status = 'active' AND (offer.tier = 'paid') = i.paid AND NOT offer.suspended
               AND window_at(offer.anchor, moment) <= offer.window_index
               AND (offer.price_micros = 0 OR offer.payout_connected)
               AND offer.used + count(*) OVER (PARTITION BY offer.purchase_id) <= offer.monthly
               AND sum(offer.price_micros) OVER (PARTITION BY offer.buyer_id) <= offer.available AS fits
      FROM unnest(r_call_ids, r_purchase_ids, r_tools, r_paid, r_ttls_ms, r_key_ids, r_names)
           AS i (call_id, purchase_id, tool, paid, ttl_ms, key_id, name)
      CROSS JOIN LATERAL (
        SELECT p.id AS purchase_id, p.buyer_id, p.app_id, p.tier, p.status, p.anchor, p.window_index, p.used, a.publisher_id,
               pub.suspended, pub.payout_connected, t.monthly, coalesce(w.posted - w.held, 0) AS available,
               CASE WHEN p.tier = 'paid' THEN coalesce(tp.price_micros, t.price_micros) ELSE 0 END AS price_micros
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
    ), admitted AS MATERIALIZED (
      -- A buyer of whom one call does not fit: which of them do is for reserve_calls to say, in their order.
      SELECT whole.* FROM (
        SELECT wanted.*, bool_and(wanted.fits) OVER (PARTITION BY wanted.buyer_id) AS all_fit FROM wanted
      ) AS whole
      WHERE whole.all_fit AND NOT EXISTS (SELECT FROM reservations r WHERE r.call_id = ANY (r_call_ids))
    ), added AS (
      INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                                fee_micros, window_index, reserved_at, expires_at, key_id, name)
      SELECT c.call_id, 'open', c.buyer_id, c.purchase_id, c.app_id, c.publisher_id, c.tier, c.tool, c.price_micros,
             c.price_micros * p_fee_ppm / 1000000, c.window_index, moment, moment + c.ttl_ms * interval '1 millisecond',
             c.key_id, c.name
      FROM admitted c
    ), balances AS (
      UPDATE wallets SET held = held + holds.micros
      FROM (
        SELECT c.buyer_id, sum(c.price_micros) AS micros FROM admitted c WHERE c.price_micros > 0 GROUP BY c.buyer_id
      ) AS holds
      WHERE wallets.buyer_id = holds.buyer_id AND wallets.buyer_id = ANY (ARRAY(SELECT c.buyer_id FROM admitted c))
    ), meters AS (
      UPDATE purchases SET used = used + counted.calls
      FROM (SELECT c.purchase_id, count(*) AS calls FROM admitted c GROUP BY c.purchase_id) AS counted
      WHERE purchases.id = counted.purchase_id AND purchases.id = ANY (r_purchase_ids)
    )
    SELECT c.call_id, '', c.price_micros, NULL::timestamptz FROM admitted c;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done < cardinality(r_call_ids) THEN
      RETURN QUERY
      SELECT others.ids[r.item], r.code, r.price_micros, r.window_ends_at
      FROM (
        SELECT array_agg(i.call_id ORDER BY i.ord) AS ids, array_agg(i.purchase_id ORDER BY i.ord) AS purchase_ids,
               array_agg(i.tool ORDER BY i.ord) AS tools, array_agg(i.paid ORDER BY i.ord) AS paid,
               array_agg(i.ttl_ms ORDER BY i.ord) AS ttls_ms
        FROM unnest(r_call_ids, r_purchase_ids, r_tools, r_paid, r_ttls_ms) WITH ORDINALITY
             AS i (call_id, purchase_id, tool, paid, ttl_ms, ord)
        WHERE NOT written_here(i.call_id)
      ) AS others
      CROSS JOIN LATERAL
        reserve_calls(others.ids, others.purchase_ids, others.tools, others.paid, others.ttls_ms, p_fee_ppm) AS r;
      UPDATE reservations r SET key_id = i.key_id, name = i.name
        FROM unnest(r_call_ids, r_key_ids, r_names) AS i (call_id, key_id, name)
        WHERE r.call_id = i.call_id AND r.call_id = ANY (r_call_ids) AND r.state::text = 'open' AND written_here(r.call_id)
          AND (r.key_id, r.name) IS DISTINCT FROM (i.key_id, i.name);
    END IF;
  END IF;
END $$;
