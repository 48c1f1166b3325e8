import { type AppError, appError } from '@mtg/errors'
import { boundText } from '@mtg/events'
import {
  type AppId,
  asAppId,
  asBuyerId,
  asCallId,
  asKeyId,
  asPurchaseId,
  type BuyerId,
  type CallId,
  type KeyId,
  type PurchaseId,
} from '@mtg/primitives'
import { z } from 'zod'
import { amount, count, text, time, uuidAs, uuidOrNullAs } from './fields.ts'

/** A captured call, checked and ready to be stored. */
export interface UsageRecord {
  readonly callId: CallId
  readonly occurredAt: string
  readonly buyerId: BuyerId
  readonly keyId: KeyId | null
  readonly purchaseId: PurchaseId
  readonly appId: AppId
  readonly publisherUsername: string
  readonly appName: string
  readonly adapter: string
  readonly operation: string
  readonly name: string
  readonly tier: string
  readonly chargedMicros: bigint
  readonly totalTokens: bigint
  readonly durationMs: number
}

/** The longest call that fits. */
export const DURATION_MS_MAX = 2 ** 31 - 1

const schema = z.object({
  callId: uuidAs(asCallId),
  occurredAt: time,
  buyerId: uuidAs(asBuyerId),
  keyId: uuidOrNullAs(asKeyId),
  purchaseId: uuidAs(asPurchaseId),
  appId: uuidAs(asAppId),
  publisherUsername: text(256).min(1),
  appName: text(256).min(1),
  adapter: z.enum(['mcp', 'llm']),
  operation: text(200).min(1),
  // What callers choose never costs a charged call its record.
  name: z.string().transform(boundText),
  tier: z.enum(['free', 'paid']),
  chargedMicros: amount,
  totalTokens: count,
  durationMs: z.number().int().min(0).max(DURATION_MS_MAX),
})

/**
 * A usage record out of whatever was sent: throws protocol_not_supported (A2A metering is not live), invalid_timestamp
 * (no time, or none that can be read), or invalid_record. Whether the time is acceptable is for the database's clock.
 */
export function parseUsageRecord(candidate: unknown): UsageRecord {
  const parsed = schema.safeParse(candidate)
  if (parsed.success) return parsed.data
  throw refusalOf(candidate, parsed.error.issues)
}

function refusalOf(candidate: unknown, issues: z.core.$ZodIssue[]): AppError {
  if (isA2a(candidate)) return appError('protocol_not_supported', { detail: { adapter: 'a2a' } })
  const faults = issues.map(issue => `${issue.path.join('.') || 'record'}: ${issue.message}`).join('; ')
  const onlyTime = issues.every(issue => issue.path[0] === 'occurredAt')
  return appError(onlyTime ? 'invalid_timestamp' : 'invalid_record', { detail: { faults } })
}

function isA2a(candidate: unknown): boolean {
  return typeof candidate === 'object' && candidate !== null && 'adapter' in candidate && candidate.adapter === 'a2a'
}
