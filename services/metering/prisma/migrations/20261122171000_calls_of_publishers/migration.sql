-- Publishers see sums of the calls of their apps, and how calls failed.
CREATE INDEX "usage_days_publisher_username_day_idx" ON "usage_days"("publisher_username", "day");

-- CreateIndex
CREATE INDEX "call_observations_app_started_at_call_id_idx" ON "call_observations"("app", "started_at" DESC, "call_id" DESC);
