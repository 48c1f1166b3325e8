-- Billing looks for records of calls that it does not know among those of late. A record that claims to be of another time would
-- never be looked at, so it is noted here until billing has said that it knows the call.
CREATE TABLE "unconfirmed_usage" (
    "call_id" UUID NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unconfirmed_usage_pkey" PRIMARY KEY ("call_id")
);

-- Takes the records of many calls away, and what they added to the sums; how many there were. As retract_usage, but for all of them
-- in one statement, which moves the sums as storing does and in the same order.
CREATE FUNCTION retract_usages(retracted_call_ids UUID[]) RETURNS INTEGER LANGUAGE sql SECURITY DEFINER
SET search_path FROM CURRENT AS $$
    WITH gone AS (
        DELETE FROM usage_records WHERE call_id = ANY (retracted_call_ids)
        RETURNING buyer_id, occurred_at, publisher_username, app_name, charged_micros, total_tokens
    ), noted AS (
        DELETE FROM unconfirmed_usage WHERE call_id = ANY (retracted_call_ids)
    ), hours AS (
        SELECT buyer_id, date_trunc('hour', occurred_at, 'UTC') AS hour, publisher_username, app_name,
               count(*) AS call_count, sum(charged_micros) AS charged_micros, sum(total_tokens) AS total_tokens
        FROM gone GROUP BY 1, 2, 3, 4
    ), summed_hours AS (
        INSERT INTO usage_hours AS sums (buyer_id, hour, publisher_username, app_name, call_count, charged_micros, total_tokens)
        SELECT buyer_id, hour, publisher_username, app_name, -call_count, -charged_micros, -total_tokens
        FROM hours ORDER BY 1, 2, 3, 4
        ON CONFLICT (buyer_id, hour, publisher_username, app_name) DO UPDATE
        SET call_count = sums.call_count + excluded.call_count,
            charged_micros = sums.charged_micros + excluded.charged_micros,
            total_tokens = sums.total_tokens + excluded.total_tokens
    ), summed_days AS (
        INSERT INTO usage_days AS sums (buyer_id, day, publisher_username, app_name, call_count, charged_micros, total_tokens)
        SELECT buyer_id, date_trunc('day', hour, 'UTC'), publisher_username, app_name,
               -sum(call_count), -sum(charged_micros), -sum(total_tokens)
        FROM hours GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (buyer_id, day, publisher_username, app_name) DO UPDATE
        SET call_count = sums.call_count + excluded.call_count,
            charged_micros = sums.charged_micros + excluded.charged_micros,
            total_tokens = sums.total_tokens + excluded.total_tokens
    )
    SELECT count(*)::int FROM gone
$$;

-- Safe for the release before: the function is new, so that it calls nothing of the kind.
REVOKE ALL ON FUNCTION retract_usages(UUID[]) FROM PUBLIC;
