-- What is held for a buyer's calls to come is found without a look at anybody else's calls. A call that is reserved when it comes has no entry.
-- The table holds calls under way and those settled lately, so that this takes moments.
CREATE INDEX "reservations_to_come" ON "reservations"("buyer_id") WHERE (state = 'open'::reservation_state AND outcome = ANY (ARRAY['ahead', 'next']));
