import type { Queryable } from '@mtg/postgres'

/** An event of the test processor that is to be delivered. */
export interface TestEvent extends Record<string, unknown> {
  readonly id: string
  readonly payload: string
}

const DUE = {
  name: 'pending-test-events',
  text: `SELECT id, payload FROM test_events WHERE delivered_at IS NULL AND next_attempt_at <= clock_timestamp()
         ORDER BY next_attempt_at LIMIT $1`,
}

/** Events whose turn it is, the longest overdue first. */
export function listDueTestEvents(db: Queryable, limit: number): Promise<TestEvent[]> {
  return db.query<TestEvent>(DUE, [limit])
}

const NEXT = {
  name: 'next-test-event',
  text: `SELECT (extract(epoch FROM min(next_attempt_at) - clock_timestamp()) * 1000)::float8 AS "inMs"
         FROM test_events WHERE delivered_at IS NULL`,
}

/** In how long the next event's turn comes, below zero when it has; undefined when all are delivered. */
export async function findNextTestEventMs(db: Queryable): Promise<number | undefined> {
  const [row] = await db.query<{ inMs: number | null }>(NEXT, [])
  return row?.inMs ?? undefined
}

const SET_DELIVERED = {
  name: 'test-event-delivered',
  text: 'UPDATE test_events SET delivered_at = clock_timestamp(), attempts = attempts + 1 WHERE id = $1',
}

/** Notes that the webhook has taken an event. */
export async function setTestEventDelivered(db: Queryable, id: string): Promise<void> {
  await db.query(SET_DELIVERED, [id])
}

const POSTPONE = {
  name: 'postpone-test-event',
  text: `UPDATE test_events SET attempts = attempts + 1,
           next_attempt_at = clock_timestamp() + least(power(2, least(attempts, 10)), 60) * interval '500 milliseconds'
         WHERE id = $1`,
}

/** Lets an event that the webhook has not taken come again later: after a second at first, at last every 30 seconds. */
export async function postponeTestEvent(db: Queryable, id: string): Promise<void> {
  await db.query(POSTPONE, [id])
}
