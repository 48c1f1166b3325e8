-- Buyers look through their calls, refused ones too.
CREATE INDEX "call_observations_buyer_id_started_at_call_id_idx" ON "call_observations"("buyer_id", "started_at" DESC, "call_id" DESC);
