-- A refund that the payment processor carried out after it had said no is taken from the buyer a second time, by entries of their own.

-- AlterTable
ALTER TABLE "reversals" ADD COLUMN     "taken_again" BOOLEAN NOT NULL DEFAULT false;
