import { appError } from '@mtg/errors'
import type { Database, Queryable } from '@mtg/postgres'
import { type CallId, systemClock } from '@mtg/primitives'
import type { Attempt, AttemptTerms } from '../../domain/attempt.ts'
import { mayHaveLeft } from '../../domain/settled-call.ts'
import { claimKey, findKey, forgetKey, freeKey, type KeyState, lockKey } from '../../store/idempotency-keys.ts'
import { hasUnsettledReservation } from '../../store/reservations.ts'
import { settleCalls } from '../../store/settle-calls.ts'
import { recallCalls } from '../../store/settled/recall.ts'

/** How a request with an Idempotency-Key stands. */
export type Standing =
  | { readonly kind: 'started' }
  | { readonly kind: 'under_way' }
  | { readonly kind: 'done'; readonly callId: CallId; readonly answerSealed: Buffer | null }

/** Starts an attempt unless the request is under way or done. Throws idempotency_conflict. */
export async function beginAttempt(
  db: Database,
  attempt: Attempt,
  fingerprint: Buffer,
  terms: AttemptTerms,
): Promise<Standing> {
  if (await claimKey(db, attempt, fingerprint, terms)) return { kind: 'started' }
  const seen = await findKey(db, attempt, fingerprint)
  const standing = seen === undefined ? undefined : standingOf(seen, attempt)
  return standing ?? (await db.transaction(tx => takeOver(tx, attempt, fingerprint, terms)))
}

/** How the request that has the key stands; undefined when the key may be taken. */
function standingOf(key: KeyState, attempt: Attempt): Standing | undefined {
  if (key.isExpired) return undefined
  if (!key.isSameRequest) throw appError('idempotency_conflict', { detail: { callId: key.callId } })
  if (key.isDone) return { kind: 'done', callId: key.callId, answerSealed: key.answerSealed }
  if (key.callId === attempt.callId) return { kind: 'started' }
  return key.isLapsed ? undefined : { kind: 'under_way' }
}

async function takeOver(tx: Queryable, attempt: Attempt, fingerprint: Buffer, terms: AttemptTerms): Promise<Standing> {
  const key = await lockKey(tx, attempt, fingerprint)
  const standing = key === undefined ? undefined : standingOf(key, attempt)
  if (standing !== undefined) return standing
  if (key !== undefined) {
    // Also leaves a tombstone where nothing was reserved yet: an attempt that was only slow must not be charged later.
    if (!key.isDone) {
      await recallOld(tx, key.callId)
      await undo(tx, key.callId, 'idempotency_lease_lapsed')
    }
    await forgetKey(tx, attempt)
  }
  return { kind: (await claimKey(tx, attempt, fingerprint, terms)) ? 'started' : 'under_way' }
}

/** Frees the key of an attempt that was not charged, and gives back what its call may have held or taken all the same. */
export async function abandonAttempt(db: Database, attempt: Attempt, outcome: string): Promise<void> {
  await db.transaction(async tx => {
    if (!(await freeKey(tx, attempt))) return
    await recallOld(tx, attempt.callId)
    if (await hasUnsettledReservation(tx, attempt.callId)) await undo(tx, attempt.callId, outcome)
  })
}

/** Calls with a key under way do not leave; this is for those whose key was just taken from them. */
async function recallOld(tx: Queryable, callId: CallId): Promise<void> {
  if (mayHaveLeft(callId, systemClock.nowMs())) await recallCalls(tx, [callId])
}

async function undo(tx: Queryable, callId: CallId, outcome: string): Promise<void> {
  await settleCalls(tx, [{ callId, action: 'undeliver', totalTokens: 0n, outcome }])
}
