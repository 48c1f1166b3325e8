import { appError } from '@mtg/errors'
import { type KeyLimits, keyLimitsSchema, writtenLimits } from '@mtg/marketplace'
import { formatMicros } from '@mtg/primitives'
import { keyBounds } from '@mtg/rpc'
import { type Static, Type } from 'typebox'
import type { KeySpending, LimitedKey } from '../../domain/key-limits.ts'
import { Amount, AmountInput, AppPath, closed, Time } from './values.ts'

const ToolPath = Type.String({
  minLength: 5,
  maxLength: 400,
  pattern: '^[^/#]+/[^/#]+#.+$',
  examples: ['acme/search#deep_search'],
})

const shared = {
  apps: Type.Optional(Type.Array(AppPath, { minItems: 1, maxItems: keyBounds.appsMax })),
  tools: Type.Optional(Type.Array(ToolPath, { minItems: 1, maxItems: keyBounds.toolsMax })),
  expiresAt: Type.Optional(Time),
  concurrent: Type.Optional(Type.Integer({ minimum: 1, maximum: keyBounds.concurrentMax })),
  loop: Type.Optional(
    Type.Object(
      {
        calls: Type.Integer({ minimum: 1, maximum: keyBounds.loopCallsMax }),
        seconds: Type.Integer({ minimum: 1, maximum: keyBounds.loopSecondsMax }),
      },
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

/** The limits that a request sets, at `/limits` of its body; `invalid_argument` for what their schema cannot say. */
export function limitsIn(input: Static<typeof LimitsInput>): KeyLimits {
  const read = keyLimitsSchema.safeParse(input)
  if (read.success) return read.data
  const { path = [], message = 'is not valid' } = read.error.issues[0] ?? {}
  const field = ['limits', ...path].join('/')
  throw appError('invalid_argument', { message: `${field} ${message}.`, field: `/${field}` })
}

/** Limits and spending for an answer. */
export function shownLimits(limited: LimitedKey | undefined, expiresAt: Date | undefined) {
  return {
    limits: writtenLimits({ ...limited?.limits, expiresAt }),
    spending: limited === undefined ? null : shownSpending(limited.spending),
  }
}

function shownSpending({ totalMicros, todayMicros, last30DaysMicros, openCalls, countedSince }: KeySpending) {
  return {
    total: formatMicros(totalMicros),
    today: formatMicros(todayMicros),
    last30Days: formatMicros(last30DaysMicros),
    openCalls,
    countedSince: countedSince.toISOString(),
  }
}
