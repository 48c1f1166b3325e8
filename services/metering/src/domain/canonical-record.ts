import { NAME_LENGTH_MAX } from '@mtg/events'
import { asAppId, asBuyerId, asCallId, asKeyId, asPurchaseId } from '@mtg/primitives'
import { isCanonicalId, isDigits, isInteger, isText, isTime } from './fields.ts'
import { DURATION_MS_MAX, type UsageRecord } from './usage-record.ts'

const AMOUNT_DIGITS = 15
const COUNT_DIGITS = 12

/**
 * A usage record out of an event in exactly the form in which edges write it; undefined for any other, which may be right all
 * the same. The schema, which can say what is wrong, takes several times as long.
 */
export function readCanonicalRecord(event: Readonly<Record<string, unknown>>): UsageRecord | undefined {
  const { callId, occurredAt, buyerId, keyId, purchaseId, appId, durationMs, chargedMicros, totalTokens } = event
  const { publisherUsername, appName, adapter, operation, name, tier } = event
  const isCanonical =
    isCanonicalId(callId, asCallId) &&
    isTime(occurredAt) &&
    isCanonicalId(buyerId, asBuyerId) &&
    (keyId === '' || isCanonicalId(keyId, asKeyId)) &&
    isCanonicalId(purchaseId, asPurchaseId) &&
    isCanonicalId(appId, asAppId) &&
    isText(publisherUsername, 256, 1) &&
    isText(appName, 256, 1) &&
    (adapter === 'mcp' || adapter === 'llm') &&
    isText(operation, 200, 1) &&
    isText(name, NAME_LENGTH_MAX) &&
    (tier === 'free' || tier === 'paid') &&
    isDigits(chargedMicros, AMOUNT_DIGITS) &&
    isDigits(totalTokens, COUNT_DIGITS) &&
    isInteger(durationMs, 0, DURATION_MS_MAX)
  if (!isCanonical) return undefined
  return {
    callId,
    occurredAt,
    buyerId,
    keyId: keyId === '' ? null : keyId,
    purchaseId,
    appId,
    publisherUsername,
    appName,
    adapter,
    operation,
    name,
    tier,
    chargedMicros: BigInt(chargedMicros),
    totalTokens: BigInt(totalTokens),
    durationMs,
  }
}
