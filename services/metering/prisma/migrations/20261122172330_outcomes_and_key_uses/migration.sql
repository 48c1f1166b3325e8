-- The console tells exactly how many calls were refused today, and when a key was last used; both are counted from now on.

-- CreateTable
CREATE TABLE "outcome_hours" (
    "buyer_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "code" TEXT NOT NULL,
    "call_count" BIGINT NOT NULL,

    CONSTRAINT "outcome_hours_pkey" PRIMARY KEY ("buyer_id","hour","code")
);

-- CreateTable
CREATE TABLE "key_uses" (
    "key_id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_uses_pkey" PRIMARY KEY ("key_id")
);

-- CreateIndex
CREATE INDEX "outcome_hours_hour_idx" ON "outcome_hours" USING BRIN ("hour");
