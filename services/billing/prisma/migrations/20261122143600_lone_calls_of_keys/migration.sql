-- The statements for one call also do calls that are counted for keys, so that a lone call of a key with limits costs one statement
-- as any other's. What a limit refuses, or is not as it mostly is, is left to move_calls as before.

-- Of a key and those above it, whether all of them let a call of this price pass, as they stand at this moment.
CREATE FUNCTION keys_admit(p_lineage uuid[], p_app_id uuid, p_tool text, p_price bigint) RETURNS boolean LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  level record;
  app text;
BEGIN
  FOR level IN
    SELECT k.*, s.spent_micros, s.open_calls, s.day_micros, s.days_30_micros
    FROM key_limits k JOIN key_spending s ON s.key_id = k.key_id WHERE k.key_id = ANY (p_lineage)
  LOOP
    IF p_price > level.max_price_micros OR level.open_calls >= level.concurrent OR p_price > 0 AND (
         level.spent_micros + p_price > level.total_micros OR level.day_micros + p_price > level.per_day_micros
         OR level.days_30_micros + p_price > level.per_30_days_micros) THEN RETURN false; END IF;
    IF cardinality(level.apps) + cardinality(level.tools) > 0 THEN
      IF app IS NULL THEN
        SELECT pub.username || '/' || a.name INTO app FROM apps a JOIN publishers pub ON pub.id = a.publisher_id WHERE a.id = p_app_id;
      END IF;
      IF key_that_refuses(ARRAY[level.key_id], app, p_tool) IS NOT NULL THEN RETURN false; END IF;
    END IF;
  END LOOP;
  RETURN true;
END $$;

-- As before, and of calls that are counted for keys. Locks the wallet, the purchase, and then the keys.
CREATE OR REPLACE FUNCTION hold_call(
  p_call_id uuid, p_purchase_id uuid, p_tool text, p_paid boolean, p_ttl_ms bigint, p_key_id uuid, p_name text, p_fee_ppm bigint
) RETURNS bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  offer record;
  keys uuid[];
  present int;
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
    IF keys IS NOT NULL AND NOT keys_admit(keys, offer.app_id, p_tool, offer.price_micros) THEN RETURN NULL; END IF;
  END IF;

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
    IF keys IS NOT NULL THEN present := lock_keys(keys, moment); END IF;
    IF keys IS NULL OR keys_admit(keys, offer.app_id, p_tool, offer.price_micros) THEN
      INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                                fee_micros, window_index, reserved_at, expires_at, key_id, name, key_hour)
        VALUES (p_call_id, 'open', offer.buyer_id, p_purchase_id, offer.app_id, offer.publisher_id, offer.tier, p_tool,
                offer.price_micros, offer.price_micros * p_fee_ppm / 1000000, meter_window, moment,
                moment + p_ttl_ms * interval '1 millisecond', p_key_id, p_name, present)
        ON CONFLICT DO NOTHING;
      IF FOUND THEN
        IF keys IS NOT NULL THEN
          UPDATE key_spending SET spent_micros = spent_micros + offer.price_micros, open_calls = open_calls + 1,
            hour_micros = hour_micros + offer.price_micros, day_micros = day_micros + offer.price_micros,
            days_30_micros = days_30_micros + offer.price_micros WHERE key_id = ANY (keys);
        END IF;
        RETURN offer.price_micros;
      END IF;
    END IF;
    UPDATE purchases SET used = used - 1 WHERE id = p_purchase_id;
  END IF;
  IF offer.price_micros > 0 THEN
    UPDATE wallets SET held = held - offer.price_micros WHERE buyer_id = offer.buyer_id;
  END IF;
  RETURN NULL;
END $$;

-- As before, and of calls that are counted for keys: one less of them is under way. Locks the wallet, the keys, and then the reservation.
CREATE OR REPLACE FUNCTION take_price(p_call_id uuid, p_tokens bigint) RETURNS bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  call record;
  keys uuid[];
BEGIN
  SELECT r.buyer_id, r.publisher_id, r.price_micros, r.fee_micros, r.key_id, r.key_hour INTO call
    -- As text, the state does not lead the planner to an index of all open reservations.
    FROM reservations r WHERE r.call_id = p_call_id AND r.state::text = 'open';
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF call.price_micros > 0 THEN
    -- Somebody else may have resolved it meanwhile; then less may be held.
    UPDATE wallets SET held = held - call.price_micros, posted = posted - call.price_micros
      WHERE buyer_id = call.buyer_id AND held >= call.price_micros;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  IF call.key_hour IS NOT NULL THEN
    SELECT k.lineage INTO keys FROM key_limits k WHERE k.key_id = call.key_id;
    PERFORM 1 FROM key_spending s WHERE s.key_id = ANY (keys) ORDER BY s.key_id FOR UPDATE;
  END IF;
  UPDATE reservations r SET state = 'captured', resolved_at = moment, outcome = 'ok', total_tokens = greatest(r.total_tokens, p_tokens)
    WHERE r.call_id = p_call_id AND r.state::text = 'open';
  IF NOT FOUND THEN
    IF call.price_micros > 0 THEN
      UPDATE wallets SET held = held + call.price_micros, posted = posted + call.price_micros WHERE buyer_id = call.buyer_id;
    END IF;
    RETURN NULL;
  END IF;
  IF keys IS NOT NULL THEN UPDATE key_spending SET open_calls = open_calls - 1 WHERE key_id = ANY (keys); END IF;
  IF call.price_micros > call.fee_micros THEN
    INSERT INTO journal (kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros, call_id, created_at)
      VALUES ('capture', 'wallet', call.buyer_id, 'publisher_payable', call.publisher_id, call.price_micros - call.fee_micros,
              p_call_id, moment);
  END IF;
  IF call.fee_micros > 0 THEN
    INSERT INTO journal (kind, debit_type, debit_owner, credit_type, credit_owner, amount_micros, call_id, created_at)
      VALUES ('fee', 'wallet', call.buyer_id, 'platform_fee', NULL, call.fee_micros, p_call_id, moment);
  END IF;
  RETURN call.price_micros;
END $$;
