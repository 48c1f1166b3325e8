-- A record on its way to the default partition while the partition it belongs to was attached was refused ("violates
-- partition constraint"), and so became a dead letter. Writers now wait for the attachment, which takes milliseconds.
CREATE OR REPLACE FUNCTION ensure_partition(parent TEXT, partition TEXT, lower_bound TIMESTAMPTZ, upper_bound TIMESTAMPTZ)
RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF to_regclass(format('%I', partition)) IS NOT NULL THEN RETURN false; END IF;
    -- Before anything else: who holds the parent's lock chooses partitions by a list that does not change meanwhile.
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition, parent);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE call_id >= %L AND call_id < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM moved',
        parent || '_default', call_id_floor(lower_bound), call_id_floor(upper_bound), partition);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        parent, partition, call_id_floor(lower_bound), call_id_floor(upper_bound));
    IF session_user <> current_user THEN EXECUTE format('REVOKE ALL ON %I FROM %I', partition, session_user); END IF;
    RETURN true;
END $$;
