-- Apps are listed by those who own them: what people read of an app, what its server says it has, whether it is published, and rises of
-- its prices that were announced. What is there already is published, as it was.
-- Safe for the release before: it leaves the column of the unique index null.

-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "description" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "probed_at" TIMESTAMPTZ(3),
ADD COLUMN     "promise_first_byte_ms" INTEGER,
ADD COLUMN     "promise_output_schema" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "published" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "retired_at" TIMESTAMPTZ(3),
ADD COLUMN     "title" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "version" BIGINT NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "publishers" ADD COLUMN     "account_id" UUID;

-- CreateTable
CREATE TABLE "app_tools" (
    "app_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "input_schema" JSONB NOT NULL,
    "output_schema" JSONB,
    "position" INTEGER NOT NULL,

    CONSTRAINT "app_tools_pkey" PRIMARY KEY ("app_id","name")
);

-- CreateTable
CREATE TABLE "price_changes" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "tool" TEXT NOT NULL DEFAULT '',
    "old_micros" BIGINT NOT NULL,
    "new_micros" BIGINT NOT NULL,
    "falls_back" BOOLEAN NOT NULL DEFAULT false,
    "announced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "effective_at" TIMESTAMPTZ(3) NOT NULL,
    "applied_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "price_changes_due" ON "price_changes"("effective_at") WHERE (applied_at IS NULL AND cancelled_at IS NULL);

-- CreateIndex
CREATE INDEX "price_changes_app_id_announced_at_idx" ON "price_changes"("app_id", "announced_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "price_changes_pending" ON "price_changes"("app_id", "tool") WHERE (applied_at IS NULL AND cancelled_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "publishers_account_id_key" ON "publishers"("account_id");

-- AddForeignKey
ALTER TABLE "app_tools" ADD CONSTRAINT "app_tools_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the services check as well: whatever comes from a publisher is bounded where it is kept.
ALTER TABLE apps
  ADD CHECK (char_length(title) <= 200),
  ADD CHECK (char_length(description) <= 2000),
  ADD CHECK (promise_first_byte_ms > 0);
ALTER TABLE app_tools
  ADD CHECK (octet_length(name) <= 256 AND octet_length(title) <= 800 AND octet_length(description) <= 2000),
  -- Twice what is taken, since JSON is written with more spaces here.
  ADD CHECK (octet_length(input_schema::text) <= 65536 AND octet_length(output_schema::text) <= 65536);
ALTER TABLE price_changes
  ADD CHECK (old_micros >= 0 AND new_micros > old_micros),
  ADD CHECK (effective_at >= announced_at),
  ADD CHECK (applied_at IS NULL OR cancelled_at IS NULL);
