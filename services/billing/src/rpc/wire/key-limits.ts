import type { billing } from '@mtg/contracts'
import {
  appOf,
  buyerIdOf,
  fieldLimits,
  int64Of,
  invalidField,
  keyBounds,
  keyIdOf,
  nameOf,
  textOf,
  toTimestamp,
} from '@mtg/rpc'
import { type KeyLimits, type LoopLimit, splitTool } from '../../domain/key-limits.ts'
import type { SpendingKey } from '../../store/key-spending.ts'
import type { LimitsToSet } from '../../use-cases/keys/set-limits.ts'

const VERSION_NONE = -1n

/** Reads a key and the limits that it is to have. */
export function limitsToSetOf(request: billing.SetKeyLimitsRequest__Output): LimitsToSet {
  return {
    buyerId: buyerIdOf(request.buyerId),
    keyId: keyIdOf(request.keyId),
    name: nameOf(request.name, 'name'),
    parentKeyId: request.parentKeyId === '' ? null : keyIdOf(request.parentKeyId, 'parent_key_id'),
    limits: limitsOf(request.limits),
    expectedVersion: int64Of(request.expectedVersion, 'expected_version', VERSION_NONE),
  }
}

type LimitsMessage = Partial<billing.KeyLimits__Output>

function limitsOf(message: billing.KeyLimits__Output | null): KeyLimits {
  const limits: LimitsMessage = message ?? {}
  return {
    totalMicros: microsOf(limits.totalMicros, 'limits.total_micros'),
    perDayMicros: microsOf(limits.perDayMicros, 'limits.per_day_micros'),
    per30DaysMicros: microsOf(limits.per30DaysMicros, 'limits.per30_days_micros'),
    maxPriceMicros: microsOf(limits.maxPriceMicros, 'limits.max_price_micros'),
    apps: listOf(limits.apps ?? [], 'limits.apps', keyBounds.appsMax, (text, field) => void appOf(text, field)),
    tools: listOf(limits.tools ?? [], 'limits.tools', keyBounds.toolsMax, checkTool),
    concurrent:
      limits.concurrent === undefined ? null : countOf(limits.concurrent, 'limits.concurrent', keyBounds.concurrentMax),
    loop: loopOf(limits.loop ?? null),
  }
}

function microsOf(text: string | undefined, field: string): bigint | null {
  return text === undefined ? null : int64Of(text, field, 0n, fieldLimits.amountMicrosMax)
}

function countOf(count: number, field: string, max: number): number {
  if (count < 1 || count > max) throw invalidField(field, `must be 1 to ${max}`)
  return count
}

function loopOf(loop: billing.LoopLimit__Output | null): LoopLimit | null {
  if (loop === null) return null
  const calls = countOf(loop.calls, 'limits.loop.calls', keyBounds.loopCallsMax)
  return { calls, seconds: countOf(loop.seconds, 'limits.loop.seconds', keyBounds.loopSecondsMax) }
}

function listOf(
  texts: readonly string[],
  field: string,
  countMax: number,
  check: (text: string, field: string) => void,
): readonly string[] {
  if (texts.length > countMax) throw invalidField(field, `must have at most ${countMax} entries`)
  if (new Set(texts).size < texts.length) throw invalidField(field, 'has an entry twice')
  texts.forEach((text, index) => check(text, `${field}[${index}]`))
  return texts
}

function checkTool(text: string, field: string): void {
  // "publisher/app#tool", each of the three a name.
  const [app, tool] = splitTool(textOf(text, field, 3 * fieldLimits.nameBytesMax))
  appOf(app, field)
  if (tool === '') throw invalidField(field, 'must be "publisher/app#tool"')
}

/** A key with its limits and what is used of them. */
export function toLimitedKeyMessage({
  keyId,
  buyerId,
  name,
  lineage,
  limits,
  spending,
  version,
}: SpendingKey): billing.LimitedKey {
  return {
    keyId,
    buyerId,
    name,
    parentKeyId: lineage[1] ?? '',
    lineage: [...lineage],
    limits: toLimitsMessage(limits),
    version: version.toString(),
    spending: {
      totalMicros: spending.totalMicros.toString(),
      todayMicros: spending.todayMicros.toString(),
      last30DaysMicros: spending.last30DaysMicros.toString(),
      openCalls: spending.openCalls.toString(),
      countedSince: toTimestamp(spending.countedSince),
      dayEndsAt: toTimestamp(spending.dayEndsAt),
      oldestLeavesAt: spending.oldestLeavesAt === null ? null : toTimestamp(spending.oldestLeavesAt),
    },
  }
}

function toLimitsMessage(limits: KeyLimits): billing.KeyLimits {
  const { totalMicros, perDayMicros, per30DaysMicros, maxPriceMicros, apps, tools, concurrent, loop } = limits
  return {
    ...(totalMicros !== null && { totalMicros: totalMicros.toString() }),
    ...(perDayMicros !== null && { perDayMicros: perDayMicros.toString() }),
    ...(per30DaysMicros !== null && { per30DaysMicros: per30DaysMicros.toString() }),
    ...(maxPriceMicros !== null && { maxPriceMicros: maxPriceMicros.toString() }),
    apps: [...apps],
    tools: [...tools],
    ...(concurrent !== null && { concurrent }),
    loop,
  }
}
