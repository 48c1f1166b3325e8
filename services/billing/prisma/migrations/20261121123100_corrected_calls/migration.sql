-- The reconciler asks for what was corrected of late.

CREATE INDEX "reservations_corrected" ON "reservations"("corrected_at") WHERE (corrected_at IS NOT NULL);
