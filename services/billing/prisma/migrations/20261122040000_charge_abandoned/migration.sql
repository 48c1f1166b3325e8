-- An app may choose to be paid for calls whose buyer left before the answer: its publisher has worked for them.
ALTER TABLE "apps" ADD COLUMN "charge_abandoned" BOOLEAN NOT NULL DEFAULT false;
