import type { Queryable } from '@mtg/postgres'
import type { AppId, BuyerId, CallId } from '@mtg/primitives'
import type { PagePosition } from '../domain/page.ts'
import type { DueTask, ListedTask, NewTask, Task } from '../domain/task.ts'

/** How long after a task's time its price may still be held: an edge that died while it asked leaves its place to another. */
const GRACE = "interval '1 minute'"
const LEASE = "interval '20 seconds'"
/** Publishers may forget a task once its time is over, so they are asked a little earlier. */
const DUE = (created: string, expires: string) =>
  `${expires} - least((${expires} - ${created}) / 10, interval '10 seconds')`

const KEEP = {
  name: 'keep-task',
  text: `
    WITH life AS (SELECT moment, moment + $4 * interval '1 millisecond' AS ends_at FROM clock_timestamp() AS moment),
    kept AS (
      UPDATE reservations r SET expires_at = greatest(r.expires_at, life.ends_at + ${GRACE}), outcome = '' FROM life
      WHERE r.call_id = $1 AND r.state::text = 'open'
      RETURNING r.app_id, r.buyer_id, life.moment, life.ends_at
    )
    INSERT INTO tasks (app_id, task_hash, task_id_sealed, call_id, buyer_id, created_at, expires_at, due_at)
    SELECT app_id, $2, $3, $1, buyer_id, moment, ends_at, ${DUE('moment', 'ends_at')} FROM kept
    ON CONFLICT DO NOTHING RETURNING 1`,
}

/** Notes a task and holds its call's price for as long as it lives; false when that cannot be, and nothing may be kept of it. */
export async function keepTask(tx: Queryable, { callId, taskHash, taskIdSealed, ttlMs }: NewTask): Promise<boolean> {
  return (await tx.query(KEEP, [callId, taskHash, taskIdSealed, ttlMs])).length > 0
}

const STANDING = {
  name: 'standing-of-call',
  text: `SELECT r.state::text AS state, (SELECT t.task_hash FROM tasks t WHERE t.call_id = r.call_id) AS "taskHash"
         FROM all_calls r WHERE r.call_id = $1`,
}

/** What is known of a call that could not be kept as a task. */
export interface CallStanding extends Record<string, unknown> {
  readonly state: string
  /** Null: the call has no task. */
  readonly taskHash: Buffer | null
}

/** How a call stands, and which task it has; undefined when there is no such call. */
export async function findCallStanding(db: Queryable, callId: CallId): Promise<CallStanding | undefined> {
  return (await db.query<CallStanding>(STANDING, [callId]))[0]
}

const CONFIRM = {
  name: 'confirm-task',
  text: 'UPDATE tasks SET handed_over = true WHERE call_id = $1 AND NOT handed_over',
}

/** Notes that the buyer has the handle of a task. */
export async function confirmTask(db: Queryable, callId: CallId): Promise<void> {
  await db.query(CONFIRM, [callId])
}

const HASTEN = {
  name: 'hasten-task',
  text: `UPDATE tasks SET due_at = least(due_at, clock_timestamp() + interval '5 seconds') WHERE call_id = $1`,
}

/** Has a task asked about soon. */
export async function hastenTask(db: Queryable, callId: CallId): Promise<void> {
  await db.query(HASTEN, [callId])
}

const COLUMNS = `
  t.call_id AS "callId", t.buyer_id AS "buyerId", r.key_id AS "keyId", r.purchase_id AS "purchaseId", t.app_id AS "appId",
  publisher.username, app.name AS "appName", r.tool, r.tier,
  CASE WHEN r.state = 'open' THEN 'open' WHEN r.state = 'captured' AND NOT r.corrected THEN 'captured' ELSE 'released' END
    AS state,
  CASE WHEN r.state = 'released' THEN coalesce(r.outcome, '') ELSE '' END AS outcome`

const FIND = {
  name: 'find-task',
  text: `
    SELECT ${COLUMNS}, t.handed_over AS "isHandedOver"
    FROM tasks t
    JOIN all_calls r ON r.call_id = t.call_id
    JOIN apps app ON app.id = t.app_id
    JOIN publishers publisher ON publisher.id = app.publisher_id
    WHERE t.app_id = $1 AND t.task_hash = $2 AND t.buyer_id = $3`,
}

/** A buyer's task of an app, and whether the buyer is known to have its handle; undefined when it has none of that id. */
export async function findTask(
  db: Queryable,
  appId: AppId,
  taskHash: Buffer,
  buyerId: BuyerId,
): Promise<(Task & { readonly isHandedOver: boolean }) | undefined> {
  const [row] = await db.query<Task & { isHandedOver: boolean } & Record<string, unknown>>(FIND, [
    appId,
    taskHash,
    buyerId,
  ])
  return row
}

const LIST = {
  name: 'list-tasks',
  text: `
    SELECT ${COLUMNS}, r.price_micros AS "priceMicros", t.created_at AS "startedAt", t.expires_at AS "endsAt",
           t.handed_over AS "isHandedOver"
    FROM tasks t
    JOIN all_calls r ON r.call_id = t.call_id
    JOIN apps app ON app.id = t.app_id
    JOIN publishers publisher ON publisher.id = app.publisher_id
    WHERE t.buyer_id = $1 AND (NOT $2 OR r.state = 'open')
      AND ($3::timestamptz IS NULL OR (t.created_at, t.call_id) < ($3, $4::uuid))
    ORDER BY t.created_at DESC, t.call_id DESC LIMIT $5`,
}

/** Tasks of a buyer that are not forgotten yet, newest first. */
export async function listTasks(
  db: Queryable,
  buyerId: BuyerId,
  options: { readonly isOpenOnly: boolean; readonly after: PagePosition | undefined; readonly limit: number },
): Promise<ListedTask[]> {
  const { isOpenOnly, after, limit } = options
  const values = [buyerId, isOpenOnly, after?.createdAt ?? null, after?.id ?? null, limit]
  const rows = await db.query<Omit<ListedTask, 'priceMicros'> & { priceMicros: string }>(LIST, values)
  return rows.map(row => ({ ...row, priceMicros: BigInt(row.priceMicros) }))
}

const LEASE_DUE = {
  name: 'lease-due-tasks',
  text: `
    WITH due AS MATERIALIZED (
      SELECT t.call_id, coalesce(r.state::text = 'open', false) AS is_open
      FROM tasks t LEFT JOIN reservations r ON r.call_id = t.call_id
      WHERE t.due_at <= clock_timestamp() ORDER BY t.due_at LIMIT $1 FOR UPDATE OF t SKIP LOCKED
    ), leased AS (
      UPDATE tasks t SET due_at = CASE WHEN due.is_open
        THEN greatest(clock_timestamp() + ${LEASE}, ${DUE('t.created_at', 't.expires_at')}) END
      FROM due WHERE t.call_id = due.call_id
      RETURNING t.*, due.is_open
    )
    SELECT ${COLUMNS}, t.task_id_sealed AS "taskIdSealed", t.expires_at <= clock_timestamp() AS "isOver",
           publisher.id AS "publisherId", publisher.api_key_sealed AS "apiKeySealed", app.upstream_url AS "upstreamUrl",
           app.timeout_ms AS "timeoutMs", app.charge_tool_errors AS "chargeToolErrors", app.promise_output_schema AS "promiseOutputSchema"
    FROM leased t
    JOIN reservations r ON r.call_id = t.call_id
    JOIN apps app ON app.id = t.app_id
    JOIN publishers publisher ON publisher.id = app.publisher_id
    WHERE t.is_open AND t.handed_over
    ORDER BY t.expires_at`,
}

/** Takes tasks that are due to be asked about, for a while; those that are settled are not due any more. */
export async function leaseDueTasks(db: Queryable, limit: number): Promise<DueTask[]> {
  return await db.query<DueTask & Record<string, unknown>>(LEASE_DUE, [limit])
}

const PURGE = {
  name: 'purge-tasks',
  text: `
    DELETE FROM tasks WHERE call_id IN (
      SELECT t.call_id FROM tasks t
      WHERE t.expires_at <= clock_timestamp() - interval '1 day'
        AND NOT EXISTS (SELECT FROM reservations r WHERE r.call_id = t.call_id AND r.state::text = 'open')
      ORDER BY t.expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING 1`,
}

/** Removes tasks whose time was over a day ago; answers with how many there were. */
export async function purgeTasks(db: Queryable, limit: number): Promise<number> {
  return (await db.query(PURGE, [limit])).length
}
