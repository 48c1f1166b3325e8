import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { noSpan, type Span } from '@mtg/observability'
import { createClient } from '@mtg/rpc'

/** A call that carries out a request which its buyer named with an Idempotency-Key. */
export interface NamedCall {
  readonly buyerId: string
  /** SHA-256 of the key. */
  readonly keyHash: Buffer
  readonly callId: string
  /** The trace's span of the call. */
  readonly span?: Span
}

/** An answer as the buyer got it. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** How a named request stands. */
export type Standing =
  | { readonly kind: 'started'; readonly leaseMs: number }
  | { readonly kind: 'under_way' }
  /** Without an answer: it was not kept. */
  | { readonly kind: 'done'; readonly callId: string; readonly answer: KeptAnswer | undefined }

/** Billing's memory of named requests. Everything is idempotent by call id; everything rejects with an AppError. */
export interface AttemptsClient {
  /** `fingerprint`: SHA-256 of the request. Throws idempotency_conflict when the key stands for another one. */
  begin(call: NamedCall, fingerprint: Buffer): Promise<Standing>
  renew(call: NamedCall): Promise<void>
  /** False when the key is another attempt's by now, which has given back what this call took. */
  finish(call: NamedCall, answer: KeptAnswer | undefined): Promise<boolean>
  abandon(call: NamedCall, outcome: string): Promise<void>
  close(): void
}

const OUTCOME_LENGTH_MAX = 64

/** Connects to billing's idempotency service; works, or heals, whatever billing's state is. */
export function createAttemptsClient(options: { address: string; token: string; timeoutMs: number }): AttemptsClient {
  const client = createClient(services.billing.IdempotencyService, options)
  const limitsOf = ({ span = noSpan }: NamedCall) => ({ timeoutMs: options.timeoutMs, span, asksElsewhere: true })
  return {
    async begin(call, fingerprint) {
      return toStanding(await client.BeginAttempt({ ...idsOf(call), fingerprint }, limitsOf(call)))
    },
    async renew(call) {
      await client.RenewAttempt(idsOf(call), limitsOf(call))
    },
    async finish(call, answer) {
      return (await client.FinishAttempt({ ...idsOf(call), answer: answer ?? null }, limitsOf(call))).done
    },
    async abandon(call, outcome) {
      const request = { ...idsOf(call), outcome: outcome.slice(0, OUTCOME_LENGTH_MAX) }
      await client.AbandonAttempt(request, limitsOf(call))
    },
    close: () => client.close(),
  }
}

const idsOf = ({ buyerId, keyHash, callId }: NamedCall) => ({ buyerId, keyHash, callId })

function toStanding({ started, underWay, done }: billing.BeginAttemptResponse__Output): Standing {
  if (started) return { kind: 'started', leaseMs: started.leaseMs }
  if (underWay) return { kind: 'under_way' }
  if (done) return { kind: 'done', callId: done.callId, answer: done.answer ?? undefined }
  throw appError('internal_error', { detail: { callee: 'BeginAttempt', reason: 'the result is empty' } })
}
