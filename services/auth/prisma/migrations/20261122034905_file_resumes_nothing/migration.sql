-- A marketplace file changes only what its author changed in it, and brings back nobody and nothing that was ended since.
ALTER TABLE "api_keys" ADD COLUMN     "applied_fields" JSONB;

-- AlterTable
ALTER TABLE "buyers" ADD COLUMN     "applied_fields" JSONB;

-- AlterTable
ALTER TABLE "publisher_owners" ADD COLUMN     "applied_fields" JSONB;

-- CreateTable
CREATE TABLE "deleted_buyers" (
    "email_digest" BYTEA NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deleted_buyers_pkey" PRIMARY KEY ("email_digest")
);

-- CreateTable
CREATE TABLE "deleted_keys" (
    "digest" BYTEA NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deleted_keys_pkey" PRIMARY KEY ("digest")
);
