-- Signing keys, authorization codes and grants: everything durable that the authorization server owns.
CREATE TABLE "signing_keys" (
    "kid" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "sealed_private" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activates_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("kid")
);

CREATE TABLE "authorization_codes" (
    "code_hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "authorization_codes_pkey" PRIMARY KEY ("code_hash")
);

CREATE TABLE "grants" (
    "id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "redirect_host" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,

    CONSTRAINT "grants_pkey" PRIMARY KEY ("id"),
    -- An empty scope would mean "unrestricted".
    CONSTRAINT "grants_scope_check" CHECK ("scope" <> '')
);

CREATE TABLE "spent_refresh_tokens" (
    "token_hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "spent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "spent_refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE UNIQUE INDEX "authorization_codes_grant_id_key" ON "authorization_codes"("grant_id");
CREATE INDEX "authorization_codes_expires_at_idx" ON "authorization_codes"("expires_at");
CREATE UNIQUE INDEX "grants_token_hash_key" ON "grants"("token_hash");
CREATE INDEX "grants_buyer_id_created_at_idx" ON "grants"("buyer_id", "created_at");
CREATE INDEX "grants_expires_at_idx" ON "grants"("expires_at");
CREATE INDEX "spent_refresh_tokens_grant_id_idx" ON "spent_refresh_tokens"("grant_id");

ALTER TABLE "spent_refresh_tokens" ADD CONSTRAINT "spent_refresh_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
