-- Keys may ask for digests of their requests and answers, which receipts then vouch for.

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "wants_digests" BOOLEAN NOT NULL DEFAULT false;
