-- Usage records are evidence: the service adds them and never changes one. It removes those only whose charge was given back
-- (retract_usage, retract_usages); retention drops whole partitions.
REVOKE UPDATE, DELETE, TRUNCATE ON usage_records FROM :role;
REVOKE UPDATE, DELETE, TRUNCATE ON call_observations FROM :role;
REVOKE UPDATE, DELETE, TRUNCATE ON call_passages FROM :role;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON usage_months FROM :role;
REVOKE EXECUTE ON FUNCTION ensure_partition(TEXT, TEXT, TIMESTAMPTZ, TIMESTAMPTZ) FROM :role;
REVOKE EXECUTE ON FUNCTION drop_partitions(TEXT, TEXT, INTERVAL, TIMESTAMPTZ) FROM :role;

-- A partition would be a way around its parent.
DO $$
DECLARE
    partition REGCLASS;
BEGIN
    FOR partition IN
        SELECT inhrelid::regclass FROM pg_inherits
        WHERE inhparent IN ('usage_records'::regclass, 'call_observations'::regclass, 'call_passages'::regclass)
    LOOP
        EXECUTE 'REVOKE ALL ON ' || partition || ' FROM :role';
    END LOOP;
END $$;
