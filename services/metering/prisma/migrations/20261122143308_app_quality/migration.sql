-- The catalogue says how well apps do: calls are counted for it by a job, each once, from now on.

-- AlterTable
ALTER TABLE "call_observations" ADD COLUMN     "tier" TEXT;

-- CreateTable
CREATE TABLE "own_buyers" (
    "publisher_username" TEXT NOT NULL,
    "buyer_id" UUID NOT NULL,

    CONSTRAINT "own_buyers_pkey" PRIMARY KEY ("publisher_username","buyer_id")
);

-- CreateTable
CREATE TABLE "quality_days" (
    "app" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "charged" BIGINT NOT NULL DEFAULT 0,
    "failed" BIGINT NOT NULL DEFAULT 0,
    "refunded" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "quality_days_pkey" PRIMARY KEY ("app","day")
);

-- CreateTable
CREATE TABLE "quality_durations" (
    "app" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "bucket" INTEGER NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "quality_durations_pkey" PRIMARY KEY ("app","day","bucket")
);

-- CreateTable
CREATE TABLE "quality_buyers" (
    "app" TEXT NOT NULL,
    "buyer_id" UUID NOT NULL,
    "last_day" DATE NOT NULL,

    CONSTRAINT "quality_buyers_pkey" PRIMARY KEY ("app","buyer_id")
);

-- CreateTable
CREATE TABLE "app_quality" (
    "app" TEXT NOT NULL,
    "charged" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "buyers" BIGINT NOT NULL,
    "p50_ms" INTEGER,
    "p95_ms" INTEGER,
    "computed_on" DATE NOT NULL,

    CONSTRAINT "app_quality_pkey" PRIMARY KEY ("app")
);

-- CreateTable
CREATE TABLE "quality_progress" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "counted_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quality_progress_pkey" PRIMARY KEY ("only_row")
);

-- CreateIndex
CREATE INDEX "quality_days_day_idx" ON "quality_days"("day");

-- CreateIndex
CREATE INDEX "quality_durations_day_idx" ON "quality_durations"("day");

-- CreateIndex
CREATE INDEX "quality_buyers_last_day_idx" ON "quality_buyers"("last_day");

-- CreateIndex
CREATE INDEX "app_quality_computed_on_idx" ON "app_quality"("computed_on");

INSERT INTO quality_progress DEFAULT VALUES;

-- The bucket of a duration: each is a tenth wider than the one before, so that what is told of it is never more than a tenth too long.
CREATE FUNCTION duration_bucket(ms INTEGER) RETURNS INTEGER LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ceil(ln(greatest(ms, 1)) / ln(1.1));
