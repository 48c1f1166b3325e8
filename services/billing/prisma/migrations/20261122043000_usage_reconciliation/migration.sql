-- One process at a time compares captured calls with usage records, and the next one goes on where it had got to.
CREATE TABLE "usage_reconciliation" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "holder" UUID,
    "epoch" BIGINT NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01 00:00:00Z',
    "confirmed_until" TIMESTAMPTZ(3),

    CONSTRAINT "usage_reconciliation_pkey" PRIMARY KEY ("only_row"),
    CONSTRAINT "usage_reconciliation_only_row" CHECK ("only_row")
);

INSERT INTO "usage_reconciliation" DEFAULT VALUES;
