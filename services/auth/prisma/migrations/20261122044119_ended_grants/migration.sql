-- Access tokens end with the grant they were issued under: auth keeps the ids of ended grants until those tokens have expired.
CREATE TABLE "ended_grants" (
    "grant_id" UUID NOT NULL,
    "tokens_expire_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_grants_pkey" PRIMARY KEY ("grant_id")
);

-- CreateIndex
CREATE INDEX "ended_grants_tokens_expire_at_idx" ON "ended_grants"("tokens_expire_at");
