-- Calls that a publisher carries on as a task (MCP's Tasks extension): whose it is, and until when its price stays held.
CREATE TABLE "tasks" (
    "app_id" UUID NOT NULL,
    "task_hash" BYTEA NOT NULL,
    "task_id_sealed" BYTEA NOT NULL,
    "call_id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "handed_over" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("app_id","task_hash")
);

CREATE UNIQUE INDEX "tasks_call_id_key" ON "tasks"("call_id");
CREATE INDEX "tasks_expires_at_idx" ON "tasks"("expires_at");
CREATE INDEX "tasks_due" ON "tasks"("due_at") WHERE due_at IS NOT NULL;

ALTER TABLE tasks
  ADD CONSTRAINT tasks_hash CHECK (octet_length(task_hash) = 32),
  ADD CONSTRAINT tasks_last CHECK (expires_at > created_at);

-- When a task is paid: once its result is delivered, or once the publisher has accepted it.
ALTER TABLE "apps" ADD COLUMN "charge_tasks_on_acceptance" BOOLEAN NOT NULL DEFAULT false;
