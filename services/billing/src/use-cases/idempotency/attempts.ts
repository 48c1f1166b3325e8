import { appError } from '@mtg/errors'
import type { Database, Queryable } from '@mtg/postgres'
import { settleCalls } from '../../store/settle-calls.ts'
import { type Attempt, claim, find, forget, free, type KeyState, lock, type Terms } from './keys.ts'

/** How a named request stands. */
export type Standing =
  | { readonly kind: 'started' }
  | { readonly kind: 'under_way' }
  | { readonly kind: 'done'; readonly callId: string; readonly answerSealed: Buffer | null }

/** Starts an attempt unless the request is under way or done. Throws idempotency_conflict. */
export async function begin(db: Database, attempt: Attempt, fingerprint: Buffer, terms: Terms): Promise<Standing> {
  if (await claim(db, attempt, fingerprint, terms)) return { kind: 'started' }
  const seen = await find(db, attempt, fingerprint)
  const standing = seen === undefined ? undefined : standingOf(seen, attempt)
  return standing ?? (await db.transaction(tx => takeOver(tx, attempt, fingerprint, terms)))
}

/** Undefined: the key is there to be taken. */
function standingOf(key: KeyState, attempt: Attempt): Standing | undefined {
  if (key.isExpired) return undefined
  if (!key.isSame) throw appError('idempotency_conflict', { detail: { callId: key.callId } })
  if (key.isDone) return { kind: 'done', callId: key.callId, answerSealed: key.answerSealed }
  if (key.callId === attempt.callId) return { kind: 'started' }
  return key.isLapsed ? undefined : { kind: 'under_way' }
}

async function takeOver(tx: Queryable, attempt: Attempt, fingerprint: Buffer, terms: Terms): Promise<Standing> {
  const key = await lock(tx, attempt, fingerprint)
  const standing = key === undefined ? undefined : standingOf(key, attempt)
  if (standing !== undefined) return standing
  if (key !== undefined) {
    // Also leaves a tombstone where nothing was reserved yet: an attempt that was only slow must not be charged later.
    if (!key.isDone) await undo(tx, key.callId, 'idempotency_lease_lapsed')
    await forget(tx, attempt)
  }
  return { kind: (await claim(tx, attempt, fingerprint, terms)) ? 'started' : 'under_way' }
}

const UNSETTLED = {
  name: 'unsettled-reservation',
  text: `SELECT 1 FROM reservations WHERE call_id = $1 AND (state = 'open' OR state = 'captured' AND NOT corrected)`,
}

/** Frees the key of an attempt that was not charged, and gives back what its call may have held or taken all the same. */
export async function abandon(db: Database, attempt: Attempt, outcome: string): Promise<void> {
  await db.transaction(async tx => {
    if (!(await free(tx, attempt))) return
    const isUnsettled = (await tx.query(UNSETTLED, [attempt.callId])).length > 0
    if (isUnsettled) await undo(tx, attempt.callId, outcome)
  })
}

async function undo(tx: Queryable, callId: string, outcome: string): Promise<void> {
  await settleCalls(tx, [{ callId, action: 'undeliver', totalTokens: 0n, outcome }])
}
