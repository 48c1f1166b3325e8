-- Entries of settled calls are summed up by account, month, kind and app as they leave the journal: a monthly statement costs the same however
-- many calls the month had. They stay when a month is dropped.
-- Safe for the release before: what settles calls is replaced as a whole, and does what it did besides.
CREATE TABLE "settled_months" (
    "account_type" "account_type" NOT NULL,
    "owner" UUID NOT NULL,
    "month" DATE NOT NULL,
    "kind" "entry_kind" NOT NULL,
    "app_id" UUID NOT NULL,
    "period" DATE NOT NULL,
    "credited_micros" BIGINT NOT NULL,
    "debited_micros" BIGINT NOT NULL,
    "entry_count" BIGINT NOT NULL,

    CONSTRAINT "settled_months_pkey" PRIMARY KEY ("account_type","owner","month","kind","app_id","period")
);

-- As before, and sums up what statements tell.
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
  INSERT INTO settled_months AS months (account_type, owner, month, kind, app_id, period, credited_micros, debited_micros, entry_count)
    SELECT leg.account_type, leg.owner, (date_trunc('month', e.created_at, 'UTC') AT TIME ZONE 'UTC')::date, e.kind,
           coalesce(c.app_id, '00000000-0000-0000-0000-000000000000'), p.period,
           p_sign * sum(leg.credited), p_sign * sum(leg.debited), p_sign * count(*)
    FROM settled_entries e
    JOIN settled_calls c ON c.call_id = e.call_id
    JOIN settled_periods p ON e.call_id >= p.lower_id AND e.call_id < p.upper_id
    CROSS JOIN LATERAL (VALUES (e.credit_type, e.credit_owner, e.amount_micros, 0), (e.debit_type, e.debit_owner, 0, e.amount_micros))
      AS leg (account_type, owner, credited, debited)
    WHERE e.call_id = ANY (p_call_ids) AND leg.owner IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (account_type, owner, month, kind, app_id, period) DO UPDATE SET
      credited_micros = months.credited_micros + excluded.credited_micros,
      debited_micros = months.debited_micros + excluded.debited_micros,
      entry_count = months.entry_count + excluded.entry_count;
END $$;

-- Whoever moves calls meanwhile does so before or after, so that each is summed up once.
SELECT lock_settled();
INSERT INTO settled_months (account_type, owner, month, kind, app_id, period, credited_micros, debited_micros, entry_count)
  SELECT leg.account_type, leg.owner, (date_trunc('month', e.created_at, 'UTC') AT TIME ZONE 'UTC')::date, e.kind,
         coalesce(c.app_id, '00000000-0000-0000-0000-000000000000'), p.period, sum(leg.credited), sum(leg.debited), count(*)
  FROM settled_entries e
  JOIN settled_calls c ON c.call_id = e.call_id
  JOIN settled_periods p ON e.call_id >= p.lower_id AND e.call_id < p.upper_id
  CROSS JOIN LATERAL (VALUES (e.credit_type, e.credit_owner, e.amount_micros, 0), (e.debit_type, e.debit_owner, 0, e.amount_micros))
    AS leg (account_type, owner, credited, debited)
  WHERE leg.owner IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;
