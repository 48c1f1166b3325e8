-- The reconciler asks of captured calls whether their attempts are still under way.

CREATE INDEX "idempotency_keys_under_way" ON "idempotency_keys"("call_id") WHERE (NOT done);
