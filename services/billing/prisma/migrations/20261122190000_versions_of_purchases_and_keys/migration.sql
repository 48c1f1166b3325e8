-- Purchases and the limits of keys count their changes, so that of two who change what they have read only the first one does.
-- Safe for the release before: it changes them without counting, as long as it runs.
ALTER TABLE "purchases" ADD COLUMN "version" BIGINT NOT NULL DEFAULT 1;
ALTER TABLE "key_limits" ADD COLUMN "version" BIGINT NOT NULL DEFAULT 1;
