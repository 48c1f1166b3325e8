-- Reservations for calls that have not come yet: a buyer who calls without a pause waits for none of them.
-- Safe for the release before: it calls neither function, and what they write are reservations like any other.

-- Holds the price of calls alike that are to come within p_kept_ms, and counts them: all of them or none. Answers with the price of one;
-- null where they could get into anybody's way: unless p_share times as much is left in the wallet and in the meter, for a key with limits, and
-- where the price or the meter's window may have changed when they come.
CREATE FUNCTION hold_ahead(
  p_call_ids uuid[], p_purchase_id uuid, p_tool text, p_paid boolean, p_ttl_ms bigint, p_key_id uuid, p_name text,
  p_fee_ppm bigint, p_kept_ms bigint, p_share bigint
) RETURNS bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  last_use timestamptz := moment + p_kept_ms * interval '1 millisecond';
  calls bigint := cardinality(p_call_ids);
  offer record;
BEGIN
  SELECT p.buyer_id, p.app_id, p.tier, a.publisher_id, t.monthly, pub.suspended, pub.payout_connected, a.prices_change_at,
         p.window_index, t.monthly - p.used AS calls_left, w.posted - w.held AS available,
         CASE WHEN p.tier <> 'paid' THEN 0 ELSE coalesce(tp.price_micros, t.price_micros) END AS price_micros
    INTO offer
    FROM purchases p
    JOIN apps a ON a.id = p.app_id
    JOIN publishers pub ON pub.id = a.publisher_id
    JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
    LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = p_tool
    LEFT JOIN wallets w ON w.buyer_id = p.buyer_id
    WHERE p.id = p_purchase_id;
  IF NOT FOUND OR offer.suspended OR (offer.tier = 'paid') <> p_paid OR offer.prices_change_at <= last_use
    OR (offer.price_micros > 0 AND NOT offer.payout_connected)
    OR offer.calls_left < calls * p_share
    OR (offer.price_micros > 0 AND coalesce(offer.available, 0) < offer.price_micros * calls * p_share)
    OR EXISTS (SELECT FROM key_limits k WHERE k.key_id = p_key_id) THEN RETURN NULL; END IF;

  -- The rows first, so that wallet and purchase are locked for a moment only; where they say otherwise by then, nothing has happened.
  BEGIN
    INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                              fee_micros, window_index, reserved_at, expires_at, outcome, key_id, name)
      SELECT ahead.call_id, 'open', offer.buyer_id, p_purchase_id, offer.app_id, offer.publisher_id, offer.tier, p_tool,
             offer.price_micros, offer.price_micros * p_fee_ppm / 1000000, offer.window_index, moment,
             last_use + p_ttl_ms * interval '1 millisecond', 'ahead', p_key_id, p_name
        FROM unnest(p_call_ids) AS ahead (call_id);
    IF offer.price_micros > 0 THEN
      UPDATE wallets SET held = held + offer.price_micros * calls
        WHERE buyer_id = offer.buyer_id AND posted - held >= offer.price_micros * calls * p_share;
      IF NOT FOUND THEN RAISE SQLSTATE 'MTG01'; END IF;
    END IF;
    UPDATE purchases SET used = used + calls
      WHERE id = p_purchase_id AND status = 'active' AND offer.monthly - used >= calls * p_share
        AND window_index = offer.window_index AND window_at(anchor, last_use) <= window_index;
    IF NOT FOUND THEN RAISE SQLSTATE 'MTG01'; END IF;
  EXCEPTION WHEN SQLSTATE 'MTG01' THEN RETURN NULL;
  END;
  RETURN offer.price_micros;
END $$;

-- Takes back what was held for calls that did not come: nobody made them, so nothing stays of them. Answers with how many there were.
-- Whoever moves calls may delete no others than these.
CREATE FUNCTION release_ahead(p_buyer_id uuid, p_call_ids uuid[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  released bigint;
BEGIN
  PERFORM 1 FROM wallets w WHERE w.buyer_id = p_buyer_id FOR UPDATE;
  PERFORM 1 FROM purchases p WHERE p.id = ANY (ARRAY(
    SELECT r.purchase_id FROM reservations r WHERE r.call_id = ANY (p_call_ids))) ORDER BY p.id FOR UPDATE;
  WITH gone AS (
    DELETE FROM reservations r
    WHERE r.call_id = ANY (p_call_ids) AND r.buyer_id = p_buyer_id AND r.state::text = 'open' AND r.key_hour IS NULL
    RETURNING r.purchase_id, r.window_index, r.price_micros
  ), of_meter AS (
    SELECT g.purchase_id, g.window_index, count(*) AS calls, sum(g.price_micros)::bigint AS micros FROM gone g GROUP BY 1, 2
  ), balances AS (
    UPDATE wallets SET held = held - (SELECT sum(m.micros) FROM of_meter m)
      WHERE buyer_id = p_buyer_id AND (SELECT sum(m.micros) FROM of_meter m) > 0
  ), meters AS (
    UPDATE purchases SET used = used - m.calls FROM of_meter m
      WHERE purchases.id = m.purchase_id AND purchases.window_index = m.window_index
  )
  SELECT coalesce(sum(m.calls), 0) INTO released FROM of_meter m;
  RETURN released;
END $$;

-- What is held and counted for calls that have most likely not come: nobody is shown it as theirs. Whatever is older is a call under way, or will
-- soon be taken back.
CREATE VIEW calls_to_come AS
  SELECT buyer_id, purchase_id, window_index, price_micros FROM reservations
  WHERE state = 'open' AND outcome = 'ahead' AND reserved_at > clock_timestamp() - interval '2 seconds';
