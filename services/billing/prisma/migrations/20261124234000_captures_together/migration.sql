-- Captures of one turn, as a statement made for captures: what callers without a pause ask for, whose reservations are made ahead. In move_calls
-- a fifth to a quarter of a small batch goes on what holds and releases would need. It does what goes as it mostly goes and nothing else; locks are
-- taken in the order of move_calls: the wallets, the reservations.

-- Takes the prices of those of the reservations that are open and of no key with limits, and answers for them alone.
CREATE FUNCTION capture_calls(p_call_ids uuid[], p_tokens bigint[]) RETURNS TABLE (call_id uuid, amount_micros bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  ordinary int;
  paying uuid[];
BEGIN
  SELECT count(*), array_agg(r.buyer_id) FILTER (WHERE r.price_micros > 0) INTO ordinary, paying
    FROM reservations r WHERE r.call_id = ANY (p_call_ids) AND r.state::text = 'open' AND r.key_hour IS NULL;
  IF ordinary = 0 THEN RETURN; END IF;
  PERFORM 1 FROM wallets w WHERE w.buyer_id = ANY (paying) ORDER BY w.buyer_id FOR UPDATE;
  RETURN QUERY
    WITH captured AS (
      -- As text, the state does not lead the planner to an index of all open reservations.
      UPDATE reservations r SET state = 'captured', resolved_at = moment, outcome = 'ok',
        total_tokens = greatest(r.total_tokens, p_tokens[array_position(p_call_ids, r.call_id)])
      WHERE r.call_id = ANY (p_call_ids) AND r.state::text = 'open' AND r.key_hour IS NULL
      RETURNING r.call_id, r.buyer_id, r.publisher_id, r.price_micros, r.fee_micros
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
      FROM (SELECT c.buyer_id, sum(c.price_micros)::bigint AS micros FROM captured c WHERE c.price_micros > 0 GROUP BY c.buyer_id) AS t
    ), balances AS (
      UPDATE wallets SET (held, posted) = (
        SELECT wallets.held - at.micros[at.place], wallets.posted - at.micros[at.place]
        FROM (SELECT t.micros, array_position(t.ids, wallets.buyer_id) AS place FROM taken t OFFSET 0) AS at)
      WHERE wallets.buyer_id = ANY ((SELECT t.ids FROM taken t)::uuid[])
    )
    SELECT c.call_id, c.price_micros FROM captured c;
END $$;
