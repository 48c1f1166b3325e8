-- A marketplace file changes only what its author changed in it, so that nothing that was ended since comes back.
ALTER TABLE "publishers" ADD COLUMN     "applied_fields" JSONB;

-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "applied_fields" JSONB;
