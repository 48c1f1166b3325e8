import type { Queryable } from '@mtg/postgres'
import { plainArray } from '@mtg/postgres'
import type { PageEnd } from '@mtg/rpc'
import { TOLD_FAILURES } from '../domain/call-failures.ts'
import type { CallStage } from '../domain/call-observation.ts'
import type { Span } from '../domain/time-range.ts'
import { pageStart } from './page-start.ts'
import { timeOf } from './time.ts'

/** A call that failed, without whose it was. */
export interface FailedCall {
  readonly callId: string
  readonly startedAt: Date
  readonly operation: string
  readonly name: string
  readonly code: string
  readonly status: number
  readonly stages: readonly CallStage[]
}

/** How often calls failed in one way. */
export interface FailureCount {
  readonly code: string
  readonly callCount: bigint
}

/** Which failures of an app ("publisher/app"). */
export interface FailureFilter {
  readonly app: string
  readonly span: Span
}

// So many are counted that a publisher sees what is wrong, and no more, so that asking stays cheap while everything fails.
const COUNT = {
  name: 'count-failures',
  text: `
    SELECT code, count(*) AS call_count FROM (
      SELECT code FROM call_observations
      WHERE app = $1 AND started_at >= $2 AND started_at < $3 AND code = ANY ($4)
      ORDER BY started_at DESC, call_id DESC LIMIT 10000
    ) AS newest GROUP BY 1 ORDER BY 2 DESC, 1`,
}

/** How often calls of an app failed in each way, most frequent first. */
export async function countFailures(db: Queryable, { app, span }: FailureFilter): Promise<FailureCount[]> {
  const values = [app, timeOf(span.fromMs), timeOf(span.toMs), plainArray(TOLD_FAILURES)]
  const rows = await db.query<{ code: string; call_count: string }>(COUNT, values)
  return rows.map(({ code, call_count: count }) => ({ code, callCount: BigInt(count) }))
}

const LIST = {
  name: 'list-failures',
  text: `
    SELECT call_id AS "callId", started_at AS "startedAt", operation, name, code, status, stages
    FROM call_observations
    WHERE app = $1 AND started_at >= $2 AND (started_at, call_id) < ($3::timestamptz, $4::uuid) AND code = ANY ($5)
    ORDER BY started_at DESC, call_id DESC LIMIT $6`,
}

/** One page of an app's failed calls, newest first. */
export async function listFailures(
  db: Queryable,
  filter: FailureFilter & {
    /** Undefined: all that are told. */
    readonly code: string | undefined
    readonly after: PageEnd | undefined
    readonly limit: number
  },
): Promise<FailedCall[]> {
  const { app, span, code, after, limit } = filter
  const codes = TOLD_FAILURES.filter(told => code === undefined || told === code)
  const values = [app, timeOf(span.fromMs), ...pageStart(span, after), plainArray(codes), limit]
  return await db.query<FailedCall & Record<string, unknown>>(LIST, values)
}
