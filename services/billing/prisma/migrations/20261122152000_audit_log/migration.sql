-- Whatever those who run the gateway do is written down, before it is done and with what came of it, and never changed after.
-- Safe for the release before: the tables are new, so that it empties none of them.
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "service" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "road" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "asked" JSONB NOT NULL,
    "state_before" JSONB,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_outcomes" (
    "entry_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "state_after" JSONB,

    CONSTRAINT "audit_outcomes_pkey" PRIMARY KEY ("entry_id")
);

CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at" DESC, "id" DESC);
CREATE INDEX "audit_entries_target_at_idx" ON "audit_entries"("target", "at" DESC);

ALTER TABLE "audit_outcomes" ADD CONSTRAINT "audit_outcomes_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "audit_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is hostile or broken must not fill the log: sizes are bounded where it is written, and here.
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_bounded"
    CHECK (octet_length("asked"::text) <= 32768 AND octet_length(coalesce("state_before"::text, '')) <= 32768 AND octet_length("target") <= 1024);
ALTER TABLE "audit_outcomes" ADD CONSTRAINT "audit_outcomes_bounded" CHECK (octet_length(coalesce("state_after"::text, '')) <= 32768);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only';
END
$$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_outcomes_append_only BEFORE UPDATE OR DELETE ON "audit_outcomes" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_outcomes_no_truncate BEFORE TRUNCATE ON "audit_outcomes" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
