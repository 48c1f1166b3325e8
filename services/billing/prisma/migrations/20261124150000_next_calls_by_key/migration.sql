-- What next calls are held for is looked up call by call, each along its own keys. Joined with the list, all of the list was gone
-- through for each call, and where the planner took the table to be small, everybody's active purchases as well.
-- Safe for the release before: the function does what it did.

-- As before.
CREATE OR REPLACE FUNCTION hold_next(
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
    SELECT DISTINCT ON (offer.buyer_id) c.place, c.call_id, c.tool, c.key_id, c.name, c.purchase_id, offer.buyer_id, offer.app_id,
           offer.tier, offer.window_index, offer.publisher_id, offer.micros,
           moment + (c.kept_ms + c.ttl_ms) * interval '1 millisecond' AS expires_at
    FROM unnest(p_call_ids, p_purchase_ids, p_tools, p_paid, p_ttl_ms, p_key_ids, p_names, p_kept_ms) WITH ORDINALITY
           AS c (call_id, purchase_id, tool, is_paid, ttl_ms, key_id, name, kept_ms, place)
    CROSS JOIN LATERAL (
      SELECT p.buyer_id, p.app_id, p.tier, p.status, p.anchor, p.window_index, p.used, a.publisher_id, a.prices_change_at,
             pub.suspended, pub.payout_connected, t.monthly, w.posted - w.held AS available, k.key_id IS NOT NULL AS is_limited,
             CASE WHEN p.tier <> 'paid' THEN 0 ELSE coalesce(tp.price_micros, t.price_micros) END AS micros
      FROM purchases p
      JOIN apps a ON a.id = p.app_id
      JOIN publishers pub ON pub.id = a.publisher_id
      JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
      LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = c.tool
      LEFT JOIN wallets w ON w.buyer_id = p.buyer_id
      LEFT JOIN key_limits k ON k.key_id = c.key_id
      WHERE p.id = c.purchase_id
      -- Looked up call by call, whatever the planner believes of the sizes.
      OFFSET 0
    ) AS offer
    WHERE c.purchase_id = ANY (of_purchases) AND offer.status = 'active' AND (offer.tier = 'paid') = c.is_paid AND NOT offer.suspended
      AND window_at(offer.anchor, moment + c.kept_ms * interval '1 millisecond') <= offer.window_index
      AND offer.monthly - offer.used >= p_share
      AND (offer.prices_change_at IS NULL OR offer.prices_change_at > moment + c.kept_ms * interval '1 millisecond')
      AND (offer.micros = 0 OR (offer.payout_connected AND offer.available >= offer.micros * p_share))
      AND NOT offer.is_limited
    ORDER BY offer.buyer_id, c.place
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
