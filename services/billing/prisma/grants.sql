-- The service may add to the journal and read it, and no more: not even a bug can rewrite history.
REVOKE UPDATE, DELETE, TRUNCATE ON journal FROM :role;

-- Calls leave the tables of the call path, come back, are sealed and dropped by functions of the schema's owner alone.
REVOKE DELETE, TRUNCATE ON reservations FROM :role;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON settled_calls, settled_entries, settled_periods, settled_sums, settled_meters, settled_keys, settled_app_days, settled_months, recalled_calls FROM :role;
REVOKE EXECUTE ON FUNCTION ensure_settled_period(UUID) FROM :role;
REVOKE EXECUTE ON FUNCTION sum_settled(UUID[], INTEGER) FROM :role;

-- Buyers leave and arrive by functions of the schema's owner alone.
REVOKE INSERT, DELETE, TRUNCATE ON departures FROM :role;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON arrivals, carried_payments, carried_key_hours, left_meters, left_keys, left_key_hours FROM :role;
REVOKE EXECUTE ON FUNCTION pack_rows(uuid, int, text, text, uuid, uuid[]) FROM :role;
REVOKE EXECUTE ON FUNCTION unpack_rows(text, jsonb) FROM :role;
REVOKE EXECUTE ON FUNCTION pack_requests(uuid, int, uuid, bytea[]) FROM :role;
REVOKE EXECUTE ON FUNCTION keep_sums_of_leaver(uuid, uuid[]) FROM :role;
REVOKE EXECUTE ON FUNCTION sum_up_leaver(uuid) FROM :role;
REVOKE EXECUTE ON FUNCTION carry_keys(uuid, uuid[], uuid[]) FROM :role;

-- A partition would be a way around its parent.
DO $$
DECLARE
    partition REGCLASS;
BEGIN
    FOR partition IN
        SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent IN ('settled_calls'::regclass, 'settled_entries'::regclass)
    LOOP
        EXECUTE 'REVOKE ALL ON ' || partition || ' FROM :role';
    END LOOP;
END $$;
