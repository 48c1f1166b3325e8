-- When a captured price was given back: the reconciler takes the usage record of such a call away, however old the call is.

ALTER TABLE "reservations" ADD COLUMN "corrected_at" TIMESTAMPTZ(3);

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
      outcome = w.outcome, corrected = w.verdict = 'correct',
      corrected_at = CASE WHEN w.verdict = 'correct' THEN moment END
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
