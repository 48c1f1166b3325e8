import { randomUUID } from 'node:crypto'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'

/** The right to reconcile, which one process has at a time. */
export interface Lease {
  /** Up to when usage has been reconciled, milliseconds since 1970; undefined when it never was. */
  readonly confirmedMs: number | undefined
  /** Before each step that writes: rejects when another process has taken it, and nothing may be written any more. */
  renew(): Promise<void>
  /** Lets others have it; notes up to when usage is reconciled now, if it is. */
  release(confirmedMs?: number): Promise<void>
}

interface Row extends Record<string, unknown> {
  epoch: string
  confirmedMs: string | null
}

const LEASE_SECONDS = 30

const TAKE = {
  name: 'take-reconciliation',
  text: `UPDATE usage_reconciliation
         SET holder = $1::uuid, epoch = epoch + 1, lease_until = clock_timestamp() + make_interval(secs => $2::int)
         WHERE lease_until <= clock_timestamp()
         RETURNING epoch, (extract(epoch FROM confirmed_until) * 1000)::bigint AS "confirmedMs"`,
}

const RENEW = {
  name: 'renew-reconciliation',
  text: `UPDATE usage_reconciliation SET lease_until = clock_timestamp() + make_interval(secs => $2::int)
         WHERE epoch = $1::bigint RETURNING 1`,
}

const RELEASE = {
  name: 'release-reconciliation',
  text: `UPDATE usage_reconciliation
         SET lease_until = to_timestamp(0), holder = NULL,
             confirmed_until = greatest(confirmed_until, to_timestamp($2::float8 / 1000))
         WHERE epoch = $1::bigint`,
}

/** Takes the lease; undefined while another process has it. A holder that falls silent loses it after half a minute. */
export async function takeLease(db: Database): Promise<Lease | undefined> {
  const [row] = await db.query<Row>(TAKE, [randomUUID(), LEASE_SECONDS])
  if (row === undefined) return undefined
  const { epoch, confirmedMs } = row
  return {
    confirmedMs: confirmedMs === null ? undefined : Number(confirmedMs),
    async renew() {
      const renewed = await db.query(RENEW, [epoch, LEASE_SECONDS])
      if (renewed.length === 0) {
        throw appError('internal_error', { detail: { reason: 'another process reconciles now' } })
      }
    },
    async release(confirmedMs) {
      await db.query(RELEASE, [epoch, confirmedMs ?? null])
    },
  }
}
