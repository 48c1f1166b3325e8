-- Reservations for the next calls of buyers who come back after a pause, for many of them in one statement.
-- Safe for the release before: it does not call the function, and what it writes are reservations like any other.

-- Holds the price of one call of each purchase, to come within its p_kept_ms, and counts it. Answers with the place in the lists, and the price, of
-- each that was made: none where it could get into anybody's way, as for `hold_ahead`, one a buyer at most, and none for a buyer whose wallet or
-- purchase is being written at this moment: nobody is waited for, so that no two who hold for many can wait for each other.
CREATE FUNCTION hold_next(
  p_call_ids uuid[], p_purchase_ids uuid[], p_tools text[], p_paid boolean[], p_ttl_ms bigint[], p_key_ids uuid[], p_names text[],
  p_kept_ms bigint[], p_fee_ppm bigint, p_share bigint
) RETURNS TABLE (place int, price_micros bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  of_wallets uuid[];
  of_purchases uuid[];
BEGIN
  of_wallets := ARRAY(
    SELECT w.buyer_id FROM wallets w
    WHERE w.buyer_id = ANY (ARRAY(SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (p_purchase_ids)))
    FOR NO KEY UPDATE SKIP LOCKED);
  of_purchases := ARRAY(
    SELECT p.id FROM purchases p
    WHERE p.id = ANY (p_purchase_ids)
      AND (p.buyer_id = ANY (of_wallets) OR NOT EXISTS (SELECT FROM wallets w WHERE w.buyer_id = p.buyer_id))
    FOR NO KEY UPDATE SKIP LOCKED);

  RETURN QUERY
  WITH wanted AS (
    SELECT DISTINCT ON (p.buyer_id) c.place, c.call_id, c.tool, c.key_id, c.name, p.id AS purchase_id, p.buyer_id, p.app_id, p.tier, p.window_index,
           a.publisher_id, price.micros, moment + (c.kept_ms + c.ttl_ms) * interval '1 millisecond' AS expires_at
    FROM unnest(p_call_ids, p_purchase_ids, p_tools, p_paid, p_ttl_ms, p_key_ids, p_names, p_kept_ms) WITH ORDINALITY
           AS c (call_id, purchase_id, tool, is_paid, ttl_ms, key_id, name, kept_ms, place)
    JOIN purchases p ON p.id = c.purchase_id
    JOIN apps a ON a.id = p.app_id
    JOIN publishers pub ON pub.id = a.publisher_id
    JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
    LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = c.tool
    LEFT JOIN wallets w ON w.buyer_id = p.buyer_id
    CROSS JOIN LATERAL (SELECT CASE WHEN p.tier <> 'paid' THEN 0 ELSE coalesce(tp.price_micros, t.price_micros) END AS micros) AS price
    WHERE p.id = ANY (of_purchases) AND p.status = 'active' AND (p.tier = 'paid') = c.is_paid AND NOT pub.suspended
      AND window_at(p.anchor, moment + c.kept_ms * interval '1 millisecond') <= p.window_index
      AND t.monthly - p.used >= p_share
      AND (a.prices_change_at IS NULL OR a.prices_change_at > moment + c.kept_ms * interval '1 millisecond')
      AND (price.micros = 0 OR (pub.payout_connected AND w.posted - w.held >= price.micros * p_share))
      AND NOT EXISTS (SELECT FROM key_limits k WHERE k.key_id = c.key_id)
    ORDER BY p.buyer_id, c.place
  ), made AS (
    INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                              fee_micros, window_index, reserved_at, expires_at, outcome, key_id, name)
      SELECT o.call_id, 'open', o.buyer_id, o.purchase_id, o.app_id, o.publisher_id, o.tier, o.tool, o.micros,
             o.micros * p_fee_ppm / 1000000, o.window_index, moment, o.expires_at, 'next', o.key_id, o.name
        FROM wanted o
  ), balances AS (
    UPDATE wallets SET held = held + o.micros FROM wanted o WHERE wallets.buyer_id = o.buyer_id AND o.micros > 0
  ), meters AS (
    UPDATE purchases SET used = used + 1 FROM wanted o WHERE purchases.id = o.purchase_id
  )
  SELECT o.place::int, o.micros FROM wanted o;
END $$;

-- Those for the next call of somebody who comes back are kept for ten seconds.
CREATE OR REPLACE VIEW calls_to_come AS
  SELECT buyer_id, purchase_id, window_index, price_micros, call_id FROM reservations
  WHERE state = 'open' AND outcome = ANY (ARRAY['ahead', 'next'])
    AND reserved_at > clock_timestamp() - CASE outcome WHEN 'next' THEN interval '11 seconds' ELSE interval '2 seconds' END;
