-- What changed of keys and buyers lately: edges remember callers, and ask for this to know whether what they remember still holds.
CREATE TABLE "caller_changes" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint,
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "caller_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "caller_changes_kind" CHECK ("kind" IN ('key', 'buyer'))
);

CREATE INDEX "caller_changes_transaction_id_idx" ON "caller_changes"("transaction_id");
CREATE INDEX "caller_changes_made_at_idx" ON "caller_changes"("made_at");

-- Triggers, so that no way of changing a row can forget to tell.
CREATE FUNCTION note_key_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO caller_changes (kind, subject_id) VALUES ('key', OLD.id);
  RETURN NULL;
END $$;

CREATE FUNCTION note_buyer_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO caller_changes (kind, subject_id) VALUES ('buyer', OLD.id);
  RETURN NULL;
END $$;

CREATE FUNCTION note_owner_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO caller_changes (kind, subject_id)
  SELECT 'buyer', buyers.id FROM buyers WHERE buyers.email_key IN (OLD.email_key, NEW.email_key);
  RETURN NULL;
END $$;

CREATE TRIGGER note_key_change AFTER UPDATE ON "api_keys" FOR EACH ROW
  WHEN ((OLD.scope, OLD.revoked_at, OLD.expires_at, OLD.wants_digests, OLD.digest)
    IS DISTINCT FROM (NEW.scope, NEW.revoked_at, NEW.expires_at, NEW.wants_digests, NEW.digest))
  EXECUTE FUNCTION note_key_change();
CREATE TRIGGER note_key_removal AFTER DELETE ON "api_keys" FOR EACH ROW EXECUTE FUNCTION note_key_change();

CREATE TRIGGER note_buyer_change AFTER UPDATE ON "buyers" FOR EACH ROW
  WHEN ((OLD.suspended, OLD.email_key) IS DISTINCT FROM (NEW.suspended, NEW.email_key))
  EXECUTE FUNCTION note_buyer_change();
CREATE TRIGGER note_buyer_removal AFTER DELETE ON "buyers" FOR EACH ROW EXECUTE FUNCTION note_buyer_change();

CREATE TRIGGER note_owner_change AFTER INSERT OR UPDATE OR DELETE ON "publisher_owners" FOR EACH ROW
  EXECUTE FUNCTION note_owner_change();
