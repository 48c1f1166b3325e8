-- Catalogue, purchases with their meters, wallets, reservations and the journal.

CREATE TYPE "adapter" AS ENUM ('mcp', 'llm');

CREATE TYPE "tier" AS ENUM ('free', 'paid');

CREATE TYPE "purchase_status" AS ENUM ('active', 'inactive', 'expired', 'cancelled');

CREATE TYPE "reservation_state" AS ENUM ('open', 'captured', 'released', 'expired');

CREATE TYPE "account_type" AS ENUM ('wallet', 'publisher_payable', 'platform_fee', 'processor_clearing', 'opening_balance', 'payout');

CREATE TYPE "entry_kind" AS ENUM ('opening_balance', 'topup', 'capture', 'fee', 'correction', 'refund', 'dispute', 'payout');

CREATE TABLE "publishers" (
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "suspended" BOOLEAN NOT NULL DEFAULT false,
    "payout_connected" BOOLEAN NOT NULL DEFAULT false,
    "api_key_sealed" BYTEA,
    "applied_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "publishers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "apps" (
    "id" UUID NOT NULL,
    "publisher_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "adapter" "adapter" NOT NULL,
    "upstream_url" TEXT NOT NULL,
    "timeout_ms" INTEGER NOT NULL,
    "charge_tool_errors" BOOLEAN NOT NULL DEFAULT false,
    "applied_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "app_tiers" (
    "app_id" UUID NOT NULL,
    "tier" "tier" NOT NULL,
    "price_micros" BIGINT NOT NULL,
    "per_minute" BIGINT NOT NULL,
    "per_day" BIGINT NOT NULL,
    "monthly" BIGINT NOT NULL,

    CONSTRAINT "app_tiers_pkey" PRIMARY KEY ("app_id","tier")
);

CREATE TABLE "tool_prices" (
    "app_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "price_micros" BIGINT NOT NULL,

    CONSTRAINT "tool_prices_pkey" PRIMARY KEY ("app_id","tool")
);

CREATE TABLE "purchases" (
    "id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "tier" "tier" NOT NULL,
    "status" "purchase_status" NOT NULL DEFAULT 'active',
    "anchor" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "renews" BOOLEAN NOT NULL DEFAULT true,
    "window_index" BIGINT NOT NULL DEFAULT 0,
    "used" BIGINT NOT NULL DEFAULT 0,
    "used_opening" BIGINT NOT NULL DEFAULT 0,
    "applied_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchases_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "wallets" (
    "buyer_id" UUID NOT NULL,
    "posted" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wallets_pkey" PRIMARY KEY ("buyer_id")
);

CREATE TABLE "reservations" (
    "call_id" UUID NOT NULL,
    "state" "reservation_state" NOT NULL,
    "buyer_id" UUID,
    "purchase_id" UUID,
    "app_id" UUID,
    "publisher_id" UUID,
    "tier" "tier",
    "tool" TEXT NOT NULL DEFAULT '',
    "price_micros" BIGINT NOT NULL DEFAULT 0,
    "fee_micros" BIGINT NOT NULL DEFAULT 0,
    "window_index" BIGINT NOT NULL DEFAULT 0,
    "total_tokens" BIGINT NOT NULL DEFAULT 0,
    "reserved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "outcome" TEXT NOT NULL DEFAULT '',
    "corrected" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "reservations_pkey" PRIMARY KEY ("call_id")
);

CREATE TABLE "journal" (
    "id" BIGSERIAL NOT NULL,
    "kind" "entry_kind" NOT NULL,
    "debit_type" "account_type" NOT NULL,
    "debit_owner" UUID,
    "credit_type" "account_type" NOT NULL,
    "credit_owner" UUID,
    "amount_micros" BIGINT NOT NULL,
    "call_id" UUID,
    "reference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "publishers_username_key" ON "publishers"("username");

CREATE UNIQUE INDEX "apps_publisher_id_name_key" ON "apps"("publisher_id", "name");

CREATE INDEX "purchases_buyer_id_app_id_created_at_idx" ON "purchases"("buyer_id", "app_id", "created_at" DESC);

CREATE INDEX "purchases_app_id_idx" ON "purchases"("app_id");

CREATE UNIQUE INDEX "purchases_one_active" ON "purchases"("buyer_id", "app_id") WHERE (status = 'active'::purchase_status);

CREATE INDEX "reservations_open" ON "reservations"("expires_at") WHERE (state = 'open'::reservation_state);

CREATE INDEX "reservations_captured" ON "reservations"("resolved_at") WHERE (state = 'captured'::reservation_state);

CREATE INDEX "journal_debit_owner" ON "journal"("debit_owner", "id") WHERE (debit_owner IS NOT NULL);

CREATE INDEX "journal_credit_owner" ON "journal"("credit_owner", "id") WHERE (credit_owner IS NOT NULL);

CREATE UNIQUE INDEX "journal_once_per_call" ON "journal"("call_id", "kind", "credit_type") WHERE (call_id IS NOT NULL);

CREATE UNIQUE INDEX "journal_once_per_reference" ON "journal"("kind", "reference") WHERE (reference IS NOT NULL);

ALTER TABLE "apps" ADD CONSTRAINT "apps_publisher_id_fkey" FOREIGN KEY ("publisher_id") REFERENCES "publishers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "app_tiers" ADD CONSTRAINT "app_tiers_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "tool_prices" ADD CONSTRAINT "tool_prices_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "purchases" ADD CONSTRAINT "purchases_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What no code may get past.
ALTER TABLE wallets
  ADD CONSTRAINT wallets_held_within_posted CHECK (0 <= held AND held <= posted),
  SET (fillfactor = 50);
ALTER TABLE purchases
  ADD CONSTRAINT purchases_used_not_negative CHECK (used >= 0 AND used_opening >= 0),
  ADD CONSTRAINT purchases_window_not_negative CHECK (window_index >= 0),
  SET (fillfactor = 70);
ALTER TABLE app_tiers
  ADD CONSTRAINT app_tiers_limits CHECK (price_micros >= 0 AND per_minute >= 0 AND per_day >= 0 AND monthly >= 0),
  ADD CONSTRAINT app_tiers_free_costs_nothing CHECK (tier = 'paid' OR price_micros = 0);
ALTER TABLE tool_prices ADD CONSTRAINT tool_prices_not_negative CHECK (price_micros >= 0);
ALTER TABLE reservations
  ADD CONSTRAINT reservations_amounts CHECK (0 <= fee_micros AND fee_micros <= price_micros),
  ADD CONSTRAINT reservations_resolved_once CHECK ((state = 'open') = (resolved_at IS NULL)),
  ADD CONSTRAINT reservations_tombstones_hold_nothing CHECK (buyer_id IS NOT NULL OR (state = 'released' AND price_micros = 0)),
  ADD CONSTRAINT reservations_corrected_was_captured CHECK (NOT corrected OR state = 'captured'),
  SET (fillfactor = 80);
ALTER TABLE journal
  ADD CONSTRAINT journal_amount_positive CHECK (amount_micros > 0),
  ADD CONSTRAINT journal_two_accounts CHECK (debit_type <> credit_type OR debit_owner IS DISTINCT FROM credit_owner),
  ADD CONSTRAINT journal_debit_owned CHECK ((debit_type IN ('wallet', 'publisher_payable')) = (debit_owner IS NOT NULL)),
  ADD CONSTRAINT journal_credit_owned CHECK ((credit_type IN ('wallet', 'publisher_payable')) = (credit_owner IS NOT NULL));

-- The journal is append-only, for every role.
CREATE FUNCTION refuse_journal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is append-only: correct with a new entry' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE ON journal
  FOR EACH ROW EXECUTE FUNCTION refuse_journal_change();
CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();

-- The number of the rolling 30-day window at a moment, in exact milliseconds from the anchor; before it: window 0.
CREATE FUNCTION window_at(anchor timestamptz, moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, floor(extract(epoch FROM moment - anchor) * 1000 / 2592000000))::bigint
$$;

-- Admits a batch of billable calls: checks meter and funds of each in order, holds prices, counts meters.
-- A call that is refused changes nothing, and does not stand in the way of a smaller one after it.
-- Locks wallets, then purchases, each in id order, as settle_calls does.
-- code: '' admitted, 'known' the same open reservation as before, 'stale' the tier changed since it was looked up.
CREATE FUNCTION reserve_calls(
  p_call_ids uuid[], p_purchase_ids uuid[], p_tools text[], p_paid boolean[], p_ttls_ms bigint[], p_fee_ppm bigint
) RETURNS TABLE (item int, code text, price_micros bigint, window_ends_at timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  wallet_ids uuid[];
  available bigint[];
  holds bigint[];
  meter_ids uuid[];
  meter_used bigint[];
  meter_windows bigint[];
  call record;
  fee bigint;
  new_calls uuid[] := '{}'; new_buyers uuid[] := '{}'; new_purchases uuid[] := '{}'; new_apps uuid[] := '{}';
  new_publishers uuid[] := '{}'; new_tiers tier[] := '{}'; new_tools text[] := '{}'; new_prices bigint[] := '{}';
  new_fees bigint[] := '{}'; new_windows bigint[] := '{}'; new_expiries timestamptz[] := '{}';
BEGIN
  PERFORM 1 FROM wallets WHERE buyer_id IN (
    SELECT purchases.buyer_id FROM unnest(p_purchase_ids, p_paid) AS wanted (purchase_id, paid)
    JOIN purchases ON purchases.id = wanted.purchase_id WHERE wanted.paid
  ) ORDER BY buyer_id FOR UPDATE;
  PERFORM 1 FROM purchases WHERE id = ANY (p_purchase_ids) ORDER BY id FOR UPDATE;

  -- Read again under the locks: what was waited for may have changed everything.
  SELECT array_agg(w.buyer_id ORDER BY w.buyer_id), array_agg(w.posted - w.held ORDER BY w.buyer_id), array_agg(0::bigint)
    INTO wallet_ids, available, holds
    FROM wallets w WHERE w.buyer_id IN (SELECT p.buyer_id FROM purchases p WHERE p.id = ANY (p_purchase_ids));
  SELECT array_agg(p.id ORDER BY p.id),
         array_agg(CASE WHEN window_at(p.anchor, moment) > p.window_index THEN 0 ELSE p.used END ORDER BY p.id),
         array_agg(greatest(p.window_index, window_at(p.anchor, moment)) ORDER BY p.id)
    INTO meter_ids, meter_used, meter_windows
    FROM purchases p WHERE p.id = ANY (p_purchase_ids);

  FOR call IN
    SELECT wanted.ord::int AS ord, wanted.call_id, wanted.tool, wanted.paid, wanted.ttl_ms,
           p.id AS purchase_id, p.buyer_id, p.app_id, p.tier, p.status, p.renews, p.anchor, p.window_index AS stored_window,
           a.publisher_id, pub.suspended, pub.payout_connected, t.monthly,
           CASE WHEN p.tier = 'paid' THEN coalesce(tp.price_micros, t.price_micros) ELSE 0 END AS price,
           array_position(wallet_ids, p.buyer_id) AS wallet_no, array_position(meter_ids, p.id) AS meter_no,
           known.state AS known_state, known.buyer_id AS known_buyer, known.app_id AS known_app,
           known.tool AS known_tool, known.price_micros AS known_price
    FROM unnest(p_call_ids, p_purchase_ids, p_tools, p_paid, p_ttls_ms)
         WITH ORDINALITY AS wanted (call_id, purchase_id, tool, paid, ttl_ms, ord)
    LEFT JOIN purchases p ON p.id = wanted.purchase_id
    LEFT JOIN apps a ON a.id = p.app_id
    LEFT JOIN publishers pub ON pub.id = a.publisher_id
    LEFT JOIN app_tiers t ON t.app_id = p.app_id AND t.tier = p.tier
    LEFT JOIN tool_prices tp ON tp.app_id = p.app_id AND tp.tool = wanted.tool
    LEFT JOIN reservations known ON known.call_id = wanted.call_id
    ORDER BY wanted.ord
  LOOP
    item := call.ord;
    price_micros := coalesce(call.price, 0);
    window_ends_at := NULL;
    code := CASE
      WHEN call.known_state IS NOT NULL AND call.known_buyer IS NOT NULL
        AND (call.known_buyer, call.known_app, call.known_tool) IS DISTINCT FROM (call.buyer_id, call.app_id, call.tool)
        THEN 'call_conflict'
      WHEN call.known_state = 'open' THEN 'known'
      WHEN call.known_state IS NOT NULL THEN 'reservation_resolved'
      WHEN call.purchase_id IS NULL OR call.status <> 'active' OR (call.tier = 'paid') <> call.paid THEN 'stale'
      WHEN call.suspended THEN 'publisher_suspended'
      WHEN call.monthly IS NULL THEN 'invalid_app_config'
      WHEN NOT call.renews AND meter_windows[call.meter_no] > call.stored_window THEN 'meter_expired'
      WHEN meter_used[call.meter_no] >= call.monthly THEN 'meter_limit_exceeded'
      WHEN price_micros > 0 AND NOT call.payout_connected THEN 'publisher_not_payable'
      WHEN price_micros > coalesce(available[call.wallet_no], 0) THEN 'insufficient_balance'
      ELSE ''
    END;
    IF code = 'known' THEN price_micros := call.known_price; END IF;
    IF code = 'meter_limit_exceeded' THEN
      window_ends_at := call.anchor + (meter_windows[call.meter_no] + 1) * interval '2592000 seconds';
    END IF;
    IF code = '' THEN
      IF price_micros > 0 THEN
        available[call.wallet_no] := available[call.wallet_no] - price_micros;
        holds[call.wallet_no] := holds[call.wallet_no] + price_micros;
      END IF;
      meter_used[call.meter_no] := meter_used[call.meter_no] + 1;
      fee := price_micros * p_fee_ppm / 1000000;
      new_calls := new_calls || call.call_id; new_buyers := new_buyers || call.buyer_id;
      new_purchases := new_purchases || call.purchase_id; new_apps := new_apps || call.app_id;
      new_publishers := new_publishers || call.publisher_id; new_tiers := new_tiers || call.tier;
      new_tools := new_tools || call.tool; new_prices := new_prices || price_micros; new_fees := new_fees || fee;
      new_windows := new_windows || meter_windows[call.meter_no];
      new_expiries := new_expiries || moment + call.ttl_ms * interval '1 millisecond';
    END IF;
    RETURN NEXT;
  END LOOP;

  IF cardinality(new_calls) = 0 THEN RETURN; END IF;
  INSERT INTO reservations (call_id, state, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price_micros,
                            fee_micros, window_index, reserved_at, expires_at)
    SELECT n.call_id, 'open', n.buyer_id, n.purchase_id, n.app_id, n.publisher_id, n.tier, n.tool, n.price, n.fee,
           n.window_index, moment, n.expires_at
    FROM unnest(new_calls, new_buyers, new_purchases, new_apps, new_publishers, new_tiers, new_tools, new_prices,
                new_fees, new_windows, new_expiries)
         AS n (call_id, buyer_id, purchase_id, app_id, publisher_id, tier, tool, price, fee, window_index, expires_at);
  UPDATE wallets w SET held = w.held + hold.amount
    FROM unnest(wallet_ids, holds) AS hold (buyer_id, amount)
    WHERE w.buyer_id = hold.buyer_id AND hold.amount > 0;
  -- A meter that has moved to a new window leaves the opening part of `used` behind.
  UPDATE purchases p SET used = meter.used, window_index = meter.window_index,
         used_opening = CASE WHEN meter.window_index > p.window_index THEN 0 ELSE p.used_opening END
    FROM unnest(meter_ids, meter_used, meter_windows) AS meter (id, used, window_index)
    WHERE p.id = meter.id AND p.id = ANY (new_purchases);
END $$;

-- Resolves a batch of reservations. p_actions: 'capture', 'release', 'undeliver' (release that also corrects a captured
-- call) or 'expire' (release of an open one whose deadline has passed). No call_id may stand in a batch twice.
-- code: '' done, 'again' it had been done before, or the reason why not.
CREATE FUNCTION settle_calls(p_call_ids uuid[], p_actions text[], p_tokens bigint[], p_outcomes text[])
RETURNS TABLE (call_id uuid, code text, amount_micros bigint) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
BEGIN
  PERFORM 1 FROM wallets w WHERE w.buyer_id IN (
    SELECT r.buyer_id FROM reservations r WHERE r.call_id = ANY (p_call_ids) AND r.price_micros > 0
  ) ORDER BY w.buyer_id FOR UPDATE;
  PERFORM 1 FROM purchases p WHERE p.id IN (
    SELECT r.purchase_id FROM unnest(p_call_ids, p_actions) AS wanted (call_id, action)
    JOIN reservations r ON r.call_id = wanted.call_id WHERE wanted.action <> 'capture'
  ) ORDER BY p.id FOR UPDATE;
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
    LEFT JOIN reservations r ON r.call_id = i.call_id
  ), resolved AS (
    UPDATE reservations r SET
      state = (CASE WHEN w.verdict = 'correct' OR w.action = 'capture' THEN 'captured'
                    WHEN w.action = 'expire' THEN 'expired' ELSE 'released' END)::reservation_state,
      resolved_at = coalesce(r.resolved_at, moment), total_tokens = greatest(r.total_tokens, w.tokens),
      outcome = w.outcome, corrected = w.verdict = 'correct'
    FROM wanted w WHERE r.call_id = w.call_id AND w.verdict IN ('', 'correct')
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
    ) AS moved WHERE wallets.buyer_id = moved.buyer_id
  ), meters AS (
    UPDATE purchases SET used = used - freed.calls
    FROM (
      SELECT w.purchase_id, w.window_index, count(*) AS calls FROM wanted w
      WHERE (w.verdict = '' AND w.action <> 'capture') OR w.verdict = 'correct'
      GROUP BY w.purchase_id, w.window_index
    ) AS freed WHERE purchases.id = freed.purchase_id AND purchases.window_index = freed.window_index
  )
  SELECT w.call_id, CASE WHEN w.verdict IN ('correct', 'tombstone') THEN '' ELSE w.verdict END,
         coalesce(w.price_micros, 0) FROM wanted w;
END $$;
