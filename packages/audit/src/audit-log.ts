import type { Logger } from '@mtg/observability'
import type { Queryable, Statement } from '@mtg/postgres'
import { type Act, type ActLog, type ActOutcome, type PageEnd, remarkOf } from '@mtg/rpc'

/** An act as it was written down, with what became of it. */
export interface AuditEntry extends Omit<Act, 'asked' | 'before'> {
  readonly at: Date
  /** JSON, as it is stored. */
  readonly askedJson: string
  readonly beforeJson: string
  readonly afterJson: string
  /** Empty: not known. */
  readonly outcome: ActOutcome['outcome'] | ''
  readonly code: string
}

/** Which entries. */
export interface AuditQuery {
  readonly limit: number
  /** The last one of the page before. */
  readonly before: PageEnd | undefined
  readonly from: Date | undefined
  readonly to: Date | undefined
  /** Exactly as in the entry; undefined: any. */
  readonly actor: string | undefined
  readonly action: string | undefined
  readonly target: string | undefined
}

/** The audit log of one service, in its own schema. */
export interface AuditLog extends ActLog {
  /** Newest first. */
  list(query: AuditQuery): Promise<AuditEntry[]>
}

const STATE_BYTES_MAX = 16 * 1024
const TEXT_LENGTH_MAX = 2048

const BEGIN: Statement = {
  name: 'audit-begin',
  text: `INSERT INTO audit_entries (id, service, actor_kind, actor_id, actor, road, address, action, target, asked, state_before)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb)`,
}

const END: Statement = {
  name: 'audit-end',
  text: `INSERT INTO audit_outcomes (entry_id, outcome, code, state_after) VALUES ($1, $2, $3, $4::jsonb)
    ON CONFLICT (entry_id) DO NOTHING`,
}

const LIST: Statement = {
  name: 'audit-list',
  text: `SELECT e.id, e.at, e.service, e.actor_kind, e.actor_id, e.actor, e.road, e.address, e.action, e.target,
      e.asked::text AS asked, coalesce(e.state_before::text, '') AS state_before,
      coalesce(o.state_after::text, '') AS state_after, coalesce(o.outcome, '') AS outcome, coalesce(o.code, '') AS code
    FROM audit_entries e LEFT JOIN audit_outcomes o ON o.entry_id = e.id
    WHERE (e.at, e.id) < (coalesce($1::timestamptz, 'infinity'), coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      AND e.at >= coalesce($3::timestamptz, '-infinity') AND e.at < coalesce($4::timestamptz, 'infinity')
      AND ($5::text IS NULL OR $5 IN (e.actor, e.actor_id))
      AND ($6::text IS NULL OR e.action = $6)
      AND ($7::text IS NULL OR e.target = $7)
    ORDER BY e.at DESC, e.id DESC LIMIT $8`,
}

interface Row {
  readonly id: string
  readonly at: Date
  readonly service: Act['service']
  readonly actor_kind: Act['actor']['kind']
  readonly actor_id: string
  readonly actor: string
  readonly road: Act['road']
  readonly address: string
  readonly action: string
  readonly target: string
  readonly asked: string
  readonly state_before: string
  readonly state_after: string
  readonly outcome: AuditEntry['outcome']
  readonly code: string
}

/** Opens the audit log in the schema of a service. */
export function openAuditLog(db: Queryable, log: Logger): AuditLog {
  return {
    async begin({ id, service, actor, road, action, target, asked, before }) {
      const who = [actor.kind, actor.id, actor.name, road, actor.address]
      await db.query(BEGIN, [id, service, ...who, action, target, bounded(asked), bounded(before)])
    },
    async end(actId, { outcome, code, after }) {
      try {
        await db.query(END, [actId, outcome, code, bounded(after)])
      } catch (err) {
        log.error({ err, actId, outcome, code }, 'the outcome of an administrative act could not be written down')
      }
    },
    async list({ limit, before, from, to, actor, action, target }) {
      const page = [before?.createdAt ?? null, before?.id ?? null, from ?? null, to ?? null]
      const rows = await db.query<Row>(LIST, [...page, actor ?? null, action ?? null, target ?? null, limit])
      return rows.map(toEntry)
    },
  }
}

/** What the database can keep: texts may come from anybody. */
function kept(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'string' ? remarkOf(value, TEXT_LENGTH_MAX) : value
}

function bounded(state: object | undefined): string | null {
  if (state === undefined) return null
  const text = JSON.stringify(state, (_key, value: unknown) => kept(value))
  const bytes = Buffer.byteLength(text)
  return bytes <= STATE_BYTES_MAX ? text : JSON.stringify({ leftOut: 'too large', bytes })
}

function toEntry(row: Row): AuditEntry {
  const { id, at, service, road, action, target, outcome, code } = row
  return {
    id,
    at,
    service,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor, address: row.address },
    road,
    action,
    target,
    askedJson: row.asked,
    beforeJson: row.state_before,
    afterJson: row.state_after,
    outcome,
    code,
  }
}
