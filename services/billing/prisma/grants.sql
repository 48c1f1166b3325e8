-- The service may add to the journal and read it, and no more: not even a bug can rewrite history.
REVOKE UPDATE, DELETE, TRUNCATE ON journal FROM :role;
