-- Settled calls are summed up by app and day as they leave the tables of the call path: prices are rehearsed on sums, which cost the same
-- however many calls there were. Kept for as many days as anybody looks back on, and some more.
-- Safe for the release before: the function that is taken from everybody is new, and what settles calls is replaced as a whole.
CREATE TABLE "settled_app_days" (
    "app_id" UUID NOT NULL,
    "day" INTEGER NOT NULL,
    "buyer_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "call_count" BIGINT NOT NULL,
    "micros" BIGINT NOT NULL,

    CONSTRAINT "settled_app_days_pkey" PRIMARY KEY ("app_id","day","buyer_id","key_id","tool")
);

CREATE INDEX "settled_app_days_day_idx" ON "settled_app_days"("day");

-- Days since 1970, UTC.
CREATE FUNCTION day_of(moment TIMESTAMPTZ) RETURNS INTEGER LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT floor(extract(epoch FROM moment) / 86400)::integer
$$;

-- The first moment whose calls are summed up by app once they are settled.
CREATE FUNCTION app_days_from() RETURNS TIMESTAMPTZ LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT to_timestamp((day_of(clock_timestamp()) - 40) * 86400.0)
$$;

-- As before, and sums up by app and day. A day comes in and goes out as a whole: what is older is in no sum.
CREATE OR REPLACE FUNCTION sum_settled(p_call_ids UUID[], p_sign INTEGER) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO settled_sums AS sums (period, account_type, owner, credited_micros, debited_micros, entry_count)
    SELECT p.period, leg.account_type, coalesce(leg.owner, '00000000-0000-0000-0000-000000000000'),
           p_sign * sum(leg.credited), p_sign * sum(leg.debited), p_sign * count(*)
    FROM settled_entries e
    JOIN settled_periods p ON e.call_id >= p.lower_id AND e.call_id < p.upper_id
    CROSS JOIN LATERAL (VALUES (e.credit_type, e.credit_owner, e.amount_micros, 0), (e.debit_type, e.debit_owner, 0, e.amount_micros))
      AS leg (account_type, owner, credited, debited)
    WHERE e.call_id = ANY (p_call_ids) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (period, account_type, owner) DO UPDATE SET
      credited_micros = sums.credited_micros + excluded.credited_micros,
      debited_micros = sums.debited_micros + excluded.debited_micros,
      entry_count = sums.entry_count + excluded.entry_count;
  INSERT INTO settled_meters AS meters (purchase_id, window_index, period, call_count)
    SELECT c.purchase_id, c.window_index, p.period, p_sign * count(*)
    FROM settled_calls c JOIN settled_periods p ON c.call_id >= p.lower_id AND c.call_id < p.upper_id
    WHERE c.call_id = ANY (p_call_ids) AND c.state = 'captured' AND NOT c.corrected
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (purchase_id, window_index, period) DO UPDATE SET call_count = meters.call_count + excluded.call_count;
  UPDATE settled_periods p SET call_count = p.call_count + p_sign * moved.calls, entry_count = p.entry_count + p_sign * moved.entries,
         amount_micros = p.amount_micros + p_sign * moved.micros
    FROM (
      SELECT q.period, count(*) AS calls, coalesce(sum(own.entries), 0) AS entries, coalesce(sum(own.micros), 0) AS micros
      FROM settled_calls c
      JOIN settled_periods q ON c.call_id >= q.lower_id AND c.call_id < q.upper_id
      LEFT JOIN LATERAL (SELECT count(*) AS entries, sum(e.amount_micros) AS micros FROM settled_entries e WHERE e.call_id = c.call_id)
        AS own ON true
      WHERE c.call_id = ANY (p_call_ids) GROUP BY 1
    ) AS moved WHERE p.period = moved.period;
  INSERT INTO settled_app_days AS days (app_id, day, buyer_id, key_id, tool, call_count, micros)
    SELECT c.app_id, day_of(call_id_time(c.call_id)), c.buyer_id, coalesce(c.key_id, '00000000-0000-0000-0000-000000000000'), c.tool,
           p_sign * count(*), p_sign * sum(c.price_micros)
    FROM settled_calls c
    WHERE c.call_id = ANY (p_call_ids) AND c.state = 'captured' AND NOT c.corrected AND c.tier = 'paid'
      AND c.call_id >= call_id_floor(app_days_from())
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (app_id, day, buyer_id, key_id, tool) DO UPDATE SET
      call_count = days.call_count + excluded.call_count, micros = days.micros + excluded.micros;
END $$;

-- Forgets days that are summed up no more; answers with how many rows that were.
CREATE FUNCTION forget_app_days(p_limit INTEGER) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  removed int;
BEGIN
  PERFORM lock_settled();
  DELETE FROM settled_app_days WHERE (app_id, day, buyer_id, key_id, tool) IN (
    SELECT app_id, day, buyer_id, key_id, tool FROM settled_app_days WHERE day < day_of(app_days_from()) ORDER BY day LIMIT p_limit);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
REVOKE ALL ON FUNCTION forget_app_days(INTEGER) FROM PUBLIC;

-- Whoever moves calls meanwhile does so before or after, so that each is summed up once.
SELECT lock_settled();
INSERT INTO settled_app_days (app_id, day, buyer_id, key_id, tool, call_count, micros)
  SELECT c.app_id, day_of(call_id_time(c.call_id)), c.buyer_id, coalesce(c.key_id, '00000000-0000-0000-0000-000000000000'), c.tool,
         count(*), sum(c.price_micros)
  FROM settled_calls c
  WHERE c.call_id >= call_id_floor(app_days_from()) AND c.state = 'captured' AND NOT c.corrected AND c.tier = 'paid'
  GROUP BY 1, 2, 3, 4, 5;
