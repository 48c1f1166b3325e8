import { type billing, services } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { buyerIdOf, callIdOf, implement, invalidField, remarkOf } from '@mtg/rpc'
import type { Sealer } from '@mtg/runtime'
import type { Attempt, AttemptTerms } from '../domain/attempt.ts'
import type { Reach } from '../domain/failpoints.ts'
import { finishKey, renewLease } from '../store/idempotency-keys.ts'
import { abandonAttempt, beginAttempt } from '../use-cases/idempotency/attempts.ts'
import { openAnswer, sealAnswer } from '../use-cases/idempotency/kept-answer.ts'

/** The database, the key that answers are kept under, and how long keys last. */
export interface IdempotencyDeps {
  readonly db: Database
  readonly sealer: Sealer
  readonly terms: AttemptTerms
  /** Fault tests end the process here, after each commit. */
  readonly reach: Reach
}

const HASH_BYTES = 32
const ANSWER_BYTES_MAX = 64 * 1024
const OUTCOME_LENGTH_MAX = 64

/** IdempotencyService: requests with an Idempotency-Key, for the edge. */
export function idempotencyService(deps: IdempotencyDeps) {
  const { db, terms, reach } = deps
  return implement(services.billing.IdempotencyService, {
    BeginAttempt: request => begin(deps, request),
    async RenewAttempt(request) {
      await renewLease(db, attemptOf(request), terms.leaseMs)
      return {}
    },
    FinishAttempt: request => finish(deps, request),
    async AbandonAttempt(request) {
      await abandonAttempt(db, attemptOf(request), remarkOf(request.outcome, OUTCOME_LENGTH_MAX))
      reach('attempt_abandoned')
      return {}
    },
  })
}

async function begin(
  { db, sealer, terms, reach }: IdempotencyDeps,
  request: billing.BeginAttemptRequest__Output,
): Promise<billing.BeginAttemptResponse> {
  const standing = await beginAttempt(db, attemptOf(request), hashOf(request.fingerprint, 'fingerprint'), terms)
  switch (standing.kind) {
    case 'started':
      reach('attempt_begun')
      return { started: { leaseMs: terms.leaseMs } }
    case 'under_way':
      return { underWay: {} }
    case 'done': {
      const { callId, answerSealed } = standing
      return { done: { callId, answer: answerSealed === null ? null : openAnswer(sealer, callId, answerSealed) } }
    }
    default:
      return standing satisfies never
  }
}

async function finish(
  { db, sealer, reach }: IdempotencyDeps,
  request: billing.FinishAttemptRequest__Output,
): Promise<billing.FinishAttemptResponse> {
  const attempt = attemptOf(request)
  const { answer } = request
  if (answer !== null && answer.body.length > ANSWER_BYTES_MAX) {
    throw invalidField('answer.body', `is larger than ${ANSWER_BYTES_MAX} bytes`)
  }
  const done = await finishKey(db, attempt, answer === null ? null : sealAnswer(sealer, attempt.callId, answer))
  reach('attempt_finished')
  return { done }
}

function attemptOf(request: billing.RenewAttemptRequest__Output): Attempt {
  return {
    buyerId: buyerIdOf(request.buyerId),
    keyHash: hashOf(request.keyHash, 'key_hash'),
    callId: callIdOf(request.callId),
  }
}

function hashOf(bytes: Buffer, field: string): Buffer {
  if (bytes.length !== HASH_BYTES) throw invalidField(field, `must have ${HASH_BYTES} bytes`)
  return bytes
}
