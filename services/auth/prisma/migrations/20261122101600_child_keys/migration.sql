-- A key may have children that are narrower than it, and an end.
-- Safe for the release before: its keys have no parent, so that what the constraints demand holds for all of them.
ALTER TABLE "api_keys" ADD COLUMN     "parent_id" UUID,
ADD COLUMN     "ancestor_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "expires_at" TIMESTAMPTZ(3);

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The parent is the last of the ancestors, of whom there are four at most: five generations.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_ancestors_check"
  CHECK (cardinality("ancestor_ids") <= 4 AND "parent_id" IS NOT DISTINCT FROM "ancestor_ids"[cardinality("ancestor_ids")]);

-- CreateIndex
CREATE INDEX "api_keys_parent_id_idx" ON "api_keys"("parent_id");

-- CreateIndex
CREATE INDEX "api_keys_buyer_id_created_at_id_idx" ON "api_keys"("buyer_id", "created_at", "id");
