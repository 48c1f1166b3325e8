import { appError } from '@mtg/errors'
import { asBuyerId, asCallId, asKeyId, type BuyerId, type CallId, type KeyId } from '@mtg/primitives'
import { z } from 'zod'
import { amount, text, uuidAs, uuidOrNullAs } from './fields.ts'

/** How a call went through the edge. */
export interface CallObservation {
  readonly callId: CallId
  readonly startedAt: string
  readonly buyerId: BuyerId | null
  readonly keyId: KeyId | null
  readonly app: string
  readonly adapter: string
  readonly operation: string
  readonly name: string
  readonly code: string
  readonly status: number
  readonly chargedMicros: bigint
  readonly stages: readonly CallStage[]
  /** Of the purchase that it was admitted by, where that is known. */
  readonly tier?: string | undefined
}

/** One step of a call. */
export interface CallStage {
  readonly name: string
  readonly durationUs: number
  readonly note: string
}

const stage = z.object({
  name: text(100),
  durationUs: z.coerce.number().int().min(0),
  note: text(2000).default(''),
})

const schema = z.object({
  callId: uuidAs(asCallId),
  startedAt: z.iso.datetime({ offset: true }),
  buyerId: uuidOrNullAs(asBuyerId),
  keyId: uuidOrNullAs(asKeyId),
  app: text(513),
  adapter: text(20),
  operation: text(200),
  name: text(1024),
  code: text(100),
  status: z.number().int().min(0).max(999),
  chargedMicros: amount,
  stages: z.array(stage).max(100),
  // How a call went is kept whatever its record says.
  tier: z.enum(['free', 'paid']).optional().catch(undefined),
})

/** An observation out of whatever was sent; throws invalid_record. */
export function parseCallObservation(candidate: unknown): CallObservation {
  const parsed = schema.safeParse(candidate)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw appError('invalid_record', { detail: { faults } })
}
