-- The payment processor is asked for a payout or refund by one process at a time: of two who ask at once, one could be refused before
-- the other is accepted.

-- AlterTable
ALTER TABLE "payouts" ADD COLUMN     "sending_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "reversals" ADD COLUMN     "sending_until" TIMESTAMPTZ(3);
