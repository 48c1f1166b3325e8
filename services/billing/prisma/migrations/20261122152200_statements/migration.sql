-- Statements of months that are over are kept as they were first given out: later releases, and months whose entries were dropped,
-- say the same.
-- Safe for the release before: the table is new, so that it empties none of its own.
CREATE TABLE "statements" (
    "account_type" "account_type" NOT NULL,
    "owner" UUID NOT NULL,
    "month" DATE NOT NULL,
    "opening_micros" BIGINT NOT NULL,
    "closing_micros" BIGINT NOT NULL,
    "lines" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "statements_pkey" PRIMARY KEY ("account_type","owner","month")
);

CREATE FUNCTION refuse_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'statements never change';
END
$$;
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE ON "statements" FOR EACH ROW EXECUTE FUNCTION refuse_statement_change();
CREATE TRIGGER statements_no_truncate BEFORE TRUNCATE ON "statements" FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();
