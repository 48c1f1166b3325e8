import { formatMicros, parseMicros } from '@mtg/primitives'
import { type Static, Type } from 'typebox'
import type { KeyLimits, LimitedKey } from '../../domain/key-limits.ts'
import { Amount, AmountInput, AppPath, closed, Time } from './values.ts'

const ToolPath = Type.String({
  minLength: 5,
  maxLength: 400,
  pattern: '^[^/#]+/[^/#]+#.+$',
  examples: ['acme/search#deep_search'],
})

const shared = {
  apps: Type.Optional(Type.Array(AppPath, { minItems: 1, maxItems: 100 })),
  tools: Type.Optional(Type.Array(ToolPath, { minItems: 1, maxItems: 200 })),
  expiresAt: Type.Optional(Time),
  concurrent: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  loop: Type.Optional(
    Type.Object(
      { calls: Type.Integer({ minimum: 1, maximum: 100 }), seconds: Type.Integer({ minimum: 1, maximum: 3600 }) },
      { ...closed, description: 'The same call so many times in so many seconds' },
    ),
  ),
}

/** Limits as they are set: as a whole, what is left out is not limited. */
export const LimitsInput = Type.Object(
  {
    total: Type.Optional(AmountInput),
    perDay: Type.Optional(AmountInput),
    per30Days: Type.Optional(AmountInput),
    maxPrice: Type.Optional(AmountInput),
    ...shared,
  },
  closed,
)

/** Limits as they are shown. */
export const LimitsBody = Type.Object({
  total: Type.Optional(Amount),
  perDay: Type.Optional(Amount),
  per30Days: Type.Optional(Amount),
  maxPrice: Type.Optional(Amount),
  ...shared,
})

/** What of them is used. */
export const SpendingBody = Type.Object({
  total: Amount,
  today: Amount,
  last30Days: Amount,
  openCalls: Type.Integer(),
  countedSince: Time,
})

/** The limits that a request sets. */
export function limitsIn(input: Static<typeof LimitsInput>): KeyLimits {
  const { apps = [], tools = [], concurrent, loop } = input
  return {
    totalMicros: microsIn(input.total),
    perDayMicros: microsIn(input.perDay),
    per30DaysMicros: microsIn(input.per30Days),
    maxPriceMicros: microsIn(input.maxPrice),
    apps,
    tools,
    concurrent,
    loop,
  }
}

const microsIn = (text: string | undefined) => (text === undefined ? undefined : parseMicros(text))

/** Limits and spending for an answer. */
export function shownLimits(limited: LimitedKey | undefined, expiresAt: Date | undefined) {
  const { limits, spending } = limited ?? {}
  return {
    limits: {
      ...(limits && shownAmounts(limits)),
      ...(limits && limits.apps.length > 0 && { apps: [...limits.apps] }),
      ...(limits && limits.tools.length > 0 && { tools: [...limits.tools] }),
      ...(limits?.concurrent !== undefined && { concurrent: limits.concurrent }),
      ...(limits?.loop !== undefined && { loop: limits.loop }),
      ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    },
    spending:
      spending === undefined
        ? null
        : {
            total: formatMicros(spending.totalMicros),
            today: formatMicros(spending.todayMicros),
            last30Days: formatMicros(spending.last30DaysMicros),
            openCalls: spending.openCalls,
            countedSince: spending.countedSince.toISOString(),
          },
  }
}

function shownAmounts({ totalMicros, perDayMicros, per30DaysMicros, maxPriceMicros }: KeyLimits) {
  return {
    ...(totalMicros !== undefined && { total: formatMicros(totalMicros) }),
    ...(perDayMicros !== undefined && { perDay: formatMicros(perDayMicros) }),
    ...(per30DaysMicros !== undefined && { per30Days: formatMicros(per30DaysMicros) }),
    ...(maxPriceMicros !== undefined && { maxPrice: formatMicros(maxPriceMicros) }),
  }
}
