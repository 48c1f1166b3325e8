-- Buyers, logins and API keys: who may call, and as whom.
CREATE TABLE "buyers" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "suspended" BOOLEAN NOT NULL DEFAULT false,
    "applied_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "buyers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "logins" (
    "email_key" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "logins_pkey" PRIMARY KEY ("email_key")
);

CREATE TABLE "publisher_owners" (
    "username" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "applied_hash" BYTEA,

    CONSTRAINT "publisher_owners_pkey" PRIMARY KEY ("username")
);

CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "buyers_email_key_key" ON "buyers"("email_key");
CREATE UNIQUE INDEX "publisher_owners_email_key_key" ON "publisher_owners"("email_key");
CREATE UNIQUE INDEX "api_keys_digest_key" ON "api_keys"("digest");
CREATE UNIQUE INDEX "api_keys_buyer_id_name_key" ON "api_keys"("buyer_id", "name");

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_buyer_id_fkey" FOREIGN KEY ("buyer_id") REFERENCES "buyers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
