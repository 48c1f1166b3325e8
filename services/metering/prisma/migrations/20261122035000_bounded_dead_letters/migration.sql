-- Of what is too large only the beginning is kept: how large it was tells whether a dead letter is whole.
ALTER TABLE "dead_letters" ADD COLUMN "payload_bytes" INTEGER;

-- By age they are removed.
CREATE INDEX "dead_letters_last_seen_at_idx" ON "dead_letters"("last_seen_at");
