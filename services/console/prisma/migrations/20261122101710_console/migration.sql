-- Sessions, links in messages, messages on their way, and answers to requests that may be repeated: all that the console owns.
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_links" (
    "token_hash" BYTEA NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_links_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "recipient_hash" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotent_requests" (
    "key_digest" BYTEA NOT NULL,
    "owner_digest" BYTEA NOT NULL,
    "request_digest" BYTEA NOT NULL,
    "lease_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "sealed_answer" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("key_digest")
);

CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_account_id_created_at_idx" ON "sessions"("account_id", "created_at");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE INDEX "mail_links_expires_at_idx" ON "mail_links"("expires_at");
CREATE INDEX "messages_due_at_idx" ON "messages"("due_at");
CREATE INDEX "messages_recipient_hash_created_at_idx" ON "messages"("recipient_hash", "created_at");
CREATE INDEX "idempotent_requests_owner_digest_expires_at_idx" ON "idempotent_requests"("owner_digest", "expires_at");
CREATE INDEX "idempotent_requests_expires_at_idx" ON "idempotent_requests"("expires_at");
