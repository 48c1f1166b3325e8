-- Takes the record of a call away whose charge was given back, and what it added to the sums; whether there was one. The
-- service's role may remove records in this way only: hour and day are locked in the order in which storing locks them.
CREATE FUNCTION retract_usage(retracted_call_id UUID) RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT AS $$
DECLARE
    gone usage_records;
BEGIN
    DELETE FROM usage_records WHERE call_id = retracted_call_id RETURNING * INTO gone;
    IF NOT FOUND THEN RETURN false; END IF;
    UPDATE usage_hours SET call_count = call_count - 1, charged_micros = charged_micros - gone.charged_micros,
        total_tokens = total_tokens - gone.total_tokens
    WHERE (buyer_id, publisher_username, app_name) = (gone.buyer_id, gone.publisher_username, gone.app_name)
        AND hour = date_trunc('hour', gone.occurred_at, 'UTC');
    UPDATE usage_days SET call_count = call_count - 1, charged_micros = charged_micros - gone.charged_micros,
        total_tokens = total_tokens - gone.total_tokens
    WHERE (buyer_id, publisher_username, app_name) = (gone.buyer_id, gone.publisher_username, gone.app_name)
        AND day = date_trunc('day', gone.occurred_at, 'UTC');
    RETURN true;
END $$;

-- Safe for the release before: the function is new, so that it calls nothing of the kind.
REVOKE ALL ON FUNCTION retract_usage(UUID) FROM PUBLIC;
