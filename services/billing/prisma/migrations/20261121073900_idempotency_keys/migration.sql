-- Requests that buyers name with an Idempotency-Key, so that asking again is not paid for again.

CREATE TABLE "idempotency_keys" (
    "buyer_id" UUID NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "call_id" UUID NOT NULL,
    "done" BOOLEAN NOT NULL DEFAULT false,
    "answer_sealed" BYTEA,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("buyer_id","key_hash")
);

CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

ALTER TABLE idempotency_keys
  ADD CONSTRAINT idempotency_keys_hashes CHECK (octet_length(key_hash) = 32 AND octet_length(fingerprint) = 32),
  ADD CONSTRAINT idempotency_keys_answer_when_done CHECK (done OR answer_sealed IS NULL);
