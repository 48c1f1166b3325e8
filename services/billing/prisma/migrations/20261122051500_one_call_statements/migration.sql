-- What one call asks for, as a statement of its own: where few calls are under way, a plan made for batches costs more than what it
-- decides. Each does what goes as it mostly goes and nothing else; NULL means that it changed nothing, and that move_calls has to
-- decide. Locks are taken in the order of move_calls: the wallet, the purchase, the reservation.

-- Holds the price of one call and counts its meter. NULL: it does not fit, is known already, or is not an ordinary one.
CREATE FUNCTION hold_call(
  p_call_id uuid, p_purchase_id uuid, p_tool text, p_paid boolean, p_ttl_ms bigint, p_key_id uuid, p_name text, p_fee_ppm bigint
) RETURNS bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  offer record;
  meter_window bigint;
BEGIN
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
    IF NOT FOUND THEN RETURN NULL; END IF;
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

-- Takes the price of one open reservation. NULL: it is not open.
CREATE FUNCTION take_price(p_call_id uuid, p_tokens bigint) RETURNS bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  call record;
BEGIN
  SELECT r.buyer_id, r.publisher_id, r.price_micros, r.fee_micros INTO call
    -- As text, the state does not lead the planner to an index of all open reservations.
    FROM reservations r WHERE r.call_id = p_call_id AND r.state::text = 'open';
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF call.price_micros > 0 THEN
    -- Somebody else may have resolved it meanwhile; then less may be held.
    UPDATE wallets SET held = held - call.price_micros, posted = posted - call.price_micros
      WHERE buyer_id = call.buyer_id AND held >= call.price_micros;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  UPDATE reservations r SET state = 'captured', resolved_at = moment, outcome = 'ok', total_tokens = greatest(r.total_tokens, p_tokens)
    WHERE r.call_id = p_call_id AND r.state::text = 'open';
  IF NOT FOUND THEN
    IF call.price_micros > 0 THEN
      UPDATE wallets SET held = held + call.price_micros, posted = posted + call.price_micros WHERE buyer_id = call.buyer_id;
    END IF;
    RETURN NULL;
  END IF;
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

-- Captures one call, durably: it returns when the disk has it. The wallet is locked only while it is written, not while the disk is
-- waited for: the first commit makes way for others, and the second one, which comes after it in the log, does not return before the
-- log is on the disk up to there. Whatever builds on the first commit comes after it in the log as well. NULL in `amount`: it is not open.
CREATE PROCEDURE capture_call(p_call_id uuid, p_tokens bigint, INOUT amount bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  amount := take_price(p_call_id, p_tokens);
  COMMIT;
  PERFORM pg_logical_emit_message(true, 'mtg', '');
END $$;
