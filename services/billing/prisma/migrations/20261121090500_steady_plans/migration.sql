-- Batches are small and every row is found by key, so the plan is known: nested loops over indexes. Without this the planner
-- plans every batch anew, or keeps plans from when the tables were empty and reads them whole.
ALTER FUNCTION reserve_calls(uuid[], uuid[], text[], boolean[], bigint[], bigint)
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION settle_calls(uuid[], text[], bigint[], text[])
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
