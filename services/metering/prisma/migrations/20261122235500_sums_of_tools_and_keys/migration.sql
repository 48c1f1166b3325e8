-- Usage by tool and by key is read from sums by day, as usage by app is: single records of a month cost a second where there are many.
-- Safe for the release before: what it does not know of is kept by triggers, and the function that is replaced does what it did.
CREATE TABLE "usage_tools" (
    "buyer_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "publisher_username" TEXT NOT NULL,
    "app_name" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "call_count" BIGINT NOT NULL,
    "charged_micros" BIGINT NOT NULL,
    "total_tokens" BIGINT NOT NULL,

    CONSTRAINT "usage_tools_pkey" PRIMARY KEY ("buyer_id","day","publisher_username","app_name","name")
);

CREATE TABLE "usage_keys" (
    "buyer_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "key_id" UUID NOT NULL,
    "call_count" BIGINT NOT NULL,
    "charged_micros" BIGINT NOT NULL,
    "total_tokens" BIGINT NOT NULL,

    CONSTRAINT "usage_keys_pkey" PRIMARY KEY ("buyer_id","day","key_id")
);

-- Adds records that came to the sums, and takes those that go from them; behind hours and days, and in key order, so that nobody waits
-- in a circle.
CREATE FUNCTION sum_tools_and_keys() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    sign CONSTANT BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
    INSERT INTO usage_tools AS sums (buyer_id, day, publisher_username, app_name, name, call_count, charged_micros, total_tokens)
    SELECT buyer_id, date_trunc('day', occurred_at, 'UTC'), publisher_username, app_name, name,
           sign * count(*), sign * sum(charged_micros), sign * sum(total_tokens)
    FROM moved GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (buyer_id, day, publisher_username, app_name, name) DO UPDATE
    SET call_count = sums.call_count + excluded.call_count,
        charged_micros = sums.charged_micros + excluded.charged_micros,
        total_tokens = sums.total_tokens + excluded.total_tokens;
    INSERT INTO usage_keys AS sums (buyer_id, day, key_id, call_count, charged_micros, total_tokens)
    SELECT buyer_id, date_trunc('day', occurred_at, 'UTC'), coalesce(key_id, '00000000-0000-0000-0000-000000000000'),
           sign * count(*), sign * sum(charged_micros), sign * sum(total_tokens)
    FROM moved GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (buyer_id, day, key_id) DO UPDATE
    SET call_count = sums.call_count + excluded.call_count,
        charged_micros = sums.charged_micros + excluded.charged_micros,
        total_tokens = sums.total_tokens + excluded.total_tokens;
    RETURN NULL;
END $$;

CREATE TRIGGER usage_records_summed AFTER INSERT ON "usage_records" REFERENCING NEW TABLE AS moved
    FOR EACH STATEMENT EXECUTE FUNCTION sum_tools_and_keys();
CREATE TRIGGER usage_records_retracted AFTER DELETE ON "usage_records" REFERENCING OLD TABLE AS moved
    FOR EACH STATEMENT EXECUTE FUNCTION sum_tools_and_keys();

-- Takes locks in the order of the other one, as the triggers need it.
CREATE OR REPLACE FUNCTION retract_usage(retracted_call_id UUID) RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT AS $$
BEGIN
    RETURN retract_usages(ARRAY[retracted_call_id]) > 0;
END $$;

-- The triggers have locked the records against new ones by now.
INSERT INTO usage_tools (buyer_id, day, publisher_username, app_name, name, call_count, charged_micros, total_tokens)
    SELECT buyer_id, date_trunc('day', occurred_at, 'UTC'), publisher_username, app_name, name,
           count(*), sum(charged_micros), sum(total_tokens)
    FROM usage_records GROUP BY 1, 2, 3, 4, 5;
INSERT INTO usage_keys (buyer_id, day, key_id, call_count, charged_micros, total_tokens)
    SELECT buyer_id, date_trunc('day', occurred_at, 'UTC'), coalesce(key_id, '00000000-0000-0000-0000-000000000000'),
           count(*), sum(charged_micros), sum(total_tokens)
    FROM usage_records GROUP BY 1, 2, 3;
