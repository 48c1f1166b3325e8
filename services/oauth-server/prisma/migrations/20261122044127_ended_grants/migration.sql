-- Which ended grants auth has been told of, so that a failure or restart leaves no access token working.
ALTER TABLE "grants" ADD COLUMN     "announced_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "grants_unannounced" ON "grants"("revoked_at") WHERE (revoked_at IS NOT NULL AND announced_at IS NULL);
