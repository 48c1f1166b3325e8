-- Money into wallets and back through a payment processor, payouts to publishers, and sums of the journal.

CREATE TYPE "top_up_state" AS ENUM ('pending', 'paid', 'failed');

CREATE TYPE "reversal_kind" AS ENUM ('refund', 'dispute');

CREATE TYPE "reversal_state" AS ENUM ('requested', 'taken', 'returned');

CREATE TYPE "payout_state" AS ENUM ('requested', 'paid', 'returned');

CREATE TYPE "test_checkout_state" AS ENUM ('open', 'paid', 'expired');

ALTER TABLE "publishers" ADD COLUMN     "payout_account" TEXT;

CREATE TABLE "account_hours" (
    "account_type" "account_type" NOT NULL,
    "owner" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" "entry_kind" NOT NULL,
    "credited_micros" BIGINT NOT NULL,
    "debited_micros" BIGINT NOT NULL,
    "entry_count" BIGINT NOT NULL,

    CONSTRAINT "account_hours_pkey" PRIMARY KEY ("account_type","owner","hour","kind")
);

CREATE TABLE "roll_up" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "entry_id" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "roll_up_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "top_ups" (
    "id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "state" "top_up_state" NOT NULL DEFAULT 'pending',
    "processor" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "checkout_url" TEXT,
    "payment_id" TEXT,
    "reversed_micros" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "top_ups_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "reversals" (
    "id" UUID NOT NULL,
    "top_up_id" UUID NOT NULL,
    "kind" "reversal_kind" NOT NULL,
    "state" "reversal_state" NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "from_wallet_micros" BIGINT NOT NULL,
    "request_id" TEXT,
    "processor_ref" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reversals_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payouts" (
    "id" UUID NOT NULL,
    "publisher_id" UUID NOT NULL,
    "state" "payout_state" NOT NULL DEFAULT 'requested',
    "amount_micros" BIGINT NOT NULL,
    "account" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "transfer_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "processor_events" (
    "processor" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "processor_events_pkey" PRIMARY KEY ("processor","event_id")
);

CREATE TABLE "test_checkouts" (
    "id" TEXT NOT NULL,
    "top_up_id" UUID NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "return_url" TEXT NOT NULL,
    "state" "test_checkout_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_checkouts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "test_events" (
    "id" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "test_events_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "top_ups_of_buyer" ON "top_ups"("buyer_id", "created_at" DESC, "id" DESC);

CREATE UNIQUE INDEX "top_ups_once_per_request" ON "top_ups"("buyer_id", "request_id");

CREATE UNIQUE INDEX "top_ups_once_per_payment" ON "top_ups"("processor", "payment_id");

CREATE INDEX "reversals_requested" ON "reversals"("created_at") WHERE (state = 'requested'::reversal_state);

CREATE UNIQUE INDEX "reversals_once_per_request" ON "reversals"("top_up_id", "request_id");

CREATE UNIQUE INDEX "reversals_once_per_ref" ON "reversals"("kind", "processor_ref");

CREATE INDEX "payouts_of_publisher" ON "payouts"("publisher_id", "created_at" DESC, "id" DESC);

CREATE INDEX "payouts_requested" ON "payouts"("created_at") WHERE (state = 'requested'::payout_state);

CREATE UNIQUE INDEX "payouts_once_per_request" ON "payouts"("publisher_id", "request_id");

CREATE UNIQUE INDEX "test_checkouts_top_up_id_key" ON "test_checkouts"("top_up_id");

CREATE INDEX "test_events_pending" ON "test_events"("next_attempt_at") WHERE (delivered_at IS NULL);

CREATE INDEX "journal_gateway_accounts" ON "journal"("id") WHERE (debit_owner IS NULL OR credit_owner IS NULL);

ALTER TABLE "reversals" ADD CONSTRAINT "reversals_top_up_id_fkey" FOREIGN KEY ("top_up_id") REFERENCES "top_ups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payouts" ADD CONSTRAINT "payouts_publisher_id_fkey" FOREIGN KEY ("publisher_id") REFERENCES "publishers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What no code may get past.
ALTER TABLE top_ups
  ADD CONSTRAINT top_ups_amount_positive CHECK (amount_micros > 0),
  ADD CONSTRAINT top_ups_paid_has_time CHECK ((state = 'paid') = (paid_at IS NOT NULL)),
  ADD CONSTRAINT top_ups_reversed_within CHECK (reversed_micros = 0 OR (reversed_micros > 0 AND state = 'paid'));
ALTER TABLE reversals
  ADD CONSTRAINT reversals_amounts CHECK (amount_micros > 0 AND 0 <= from_wallet_micros AND from_wallet_micros <= amount_micros);
ALTER TABLE payouts ADD CONSTRAINT payouts_amount_positive CHECK (amount_micros > 0);
ALTER TABLE roll_up ADD CONSTRAINT roll_up_one_row CHECK (id = 1);
INSERT INTO roll_up (id, entry_id) VALUES (1, 0);

ALTER TABLE journal
  DROP CONSTRAINT journal_debit_owned,
  DROP CONSTRAINT journal_credit_owned,
  ADD CONSTRAINT journal_debit_owned
    CHECK ((debit_type IN ('wallet', 'publisher_payable', 'receivable')) = (debit_owner IS NOT NULL)),
  ADD CONSTRAINT journal_credit_owned
    CHECK ((credit_type IN ('wallet', 'publisher_payable', 'receivable')) = (credit_owner IS NOT NULL));

-- The newest entry below which nothing can appear any more: ids are given before their transactions commit, so the
-- highest visible one proves nothing. The lock waits for writers under way and keeps new ones out for one look at the
-- index; when a long transaction holds it up, it gives way rather than hold up calls. It runs as the owner, since the
-- service's role may only append to the journal and so may not lock it.
CREATE FUNCTION journal_mark() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '100ms' AS $$
BEGIN
  LOCK TABLE journal IN SHARE MODE;
  RETURN coalesce((SELECT max(id) FROM journal), 0);
END $$;
