-- Operators read refunds and disputes of everybody, newest first.
CREATE INDEX "reversals_created_at_id_idx" ON "reversals"("created_at" DESC, "id" DESC);
