-- A call that cannot be paid for is refused by the statement for one call as well: whoever calls from an empty wallet costs one cheap
-- statement, not that one and a batch of its own. The negative of the price says so; otherwise as before.
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
         CASE WHEN p.tier = 'paid' THEN coalesce(tp.price_micros, t.price_micros) ELSE 0 END AS price_micros
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
