import { createHash } from 'node:crypto'
import type { billing } from '@mtg/contracts'
import { formatMicros } from '@mtg/primitives'
import { fromBigint, toBigint } from '@mtg/rpc'
import { z } from 'zod'
import { amount, isAppReference, time } from './values.ts'

const AMOUNT_MICROS_MAX = 10n ** 15n
const APPS_MAX = 100
const TOOLS_MAX = 200
const TOOL_BYTES_MAX = 256
const CONCURRENT_MAX = 10_000
const LOOP_CALLS_MAX = 100
const LOOP_SECONDS_MAX = 3_600

const cap = amount.refine(micros => micros <= AMOUNT_MICROS_MAX, 'is too large')
const whole = (max: number) =>
  z.int('must be a whole number').min(1, 'must be at least 1').max(max, `must be at most ${max}`)
const app = z.string().refine(isAppReference, 'must be "publisher/app"')
const tool = z.string().refine(isToolReference, 'must be "publisher/app#tool"')

/** An empty list would allow nothing where a missing one allows everything: it is written by mistake only. */
const oneOf = (item: typeof app, max: number) =>
  z.array(item).min(1, 'must not be empty: leave it out to allow all').max(max, `must have at most ${max} entries`)

/** `limits` of a key, as marketplace file, `mtg` and HTTP API have them; amounts become micro-USD. */
export const keyLimitsSchema = z.strictObject({
  total: cap.optional(),
  perDay: cap.optional(),
  per30Days: cap.optional(),
  maxPrice: cap.optional(),
  apps: oneOf(app, APPS_MAX).optional(),
  tools: oneOf(tool, TOOLS_MAX).optional(),
  expiresAt: time.optional(),
  concurrent: whole(CONCURRENT_MAX).optional(),
  loop: z.strictObject({ calls: whole(LOOP_CALLS_MAX), seconds: whole(LOOP_SECONDS_MAX) }).optional(),
})

/** Limits of a key. */
export type KeyLimits = z.infer<typeof keyLimitsSchema>

function isToolReference(text: string): boolean {
  const [reference = '', ...rest] = text.split('#')
  const name = rest.join('#')
  return isAppReference(reference) && name !== '' && Buffer.byteLength(name) <= TOOL_BYTES_MAX
}

/** What billing is to know of a key's limits: all but when it expires, which auth keeps. */
export function toBillingLimits(limits: KeyLimits): billing.KeyLimits {
  const { total, perDay, per30Days, maxPrice, apps, tools, concurrent, loop } = limits
  return {
    ...(total !== undefined && { totalMicros: fromBigint(total) }),
    ...(perDay !== undefined && { perDayMicros: fromBigint(perDay) }),
    ...(per30Days !== undefined && { per30DaysMicros: fromBigint(per30Days) }),
    ...(maxPrice !== undefined && { maxPriceMicros: fromBigint(maxPrice) }),
    apps: apps ?? [],
    tools: tools ?? [],
    ...(concurrent !== undefined && { concurrent }),
    loop: loop ?? null,
  }
}

/** Limits as they are written: amounts are decimal texts in USD. */
interface WrittenKeyLimits {
  readonly total?: string
  readonly perDay?: string
  readonly per30Days?: string
  readonly maxPrice?: string
  readonly apps?: readonly string[]
  readonly tools?: readonly string[]
  readonly expiresAt?: string
  readonly concurrent?: number
  readonly loop?: { readonly calls: number; readonly seconds: number }
}

/** What billing and auth know of a key's limits, as they are written. */
export function writtenLimits(
  limits: billing.KeyLimits__Output | null | undefined,
  expiresAt: Date | undefined,
): WrittenKeyLimits {
  const {
    totalMicros,
    perDayMicros,
    per30DaysMicros,
    maxPriceMicros,
    apps = [],
    tools = [],
    concurrent,
    loop,
  } = limits ?? {}
  const usd = (micros: string) => formatMicros(toBigint(micros))
  return {
    ...(totalMicros !== undefined && { total: usd(totalMicros) }),
    ...(perDayMicros !== undefined && { perDay: usd(perDayMicros) }),
    ...(per30DaysMicros !== undefined && { per30Days: usd(per30DaysMicros) }),
    ...(maxPriceMicros !== undefined && { maxPrice: usd(maxPriceMicros) }),
    ...(apps.length > 0 && { apps }),
    ...(tools.length > 0 && { tools }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    ...(concurrent !== undefined && { concurrent }),
    ...(loop && { loop: { calls: loop.calls, seconds: loop.seconds } }),
  }
}

/** Stands for what billing is to know of a key. Empty when that is nothing: the key has neither limits nor a parent. */
export function limitsDigest(limits: KeyLimits, parent: string | undefined): string {
  const wire = toBillingLimits(limits)
  const isNothing = parent === undefined && JSON.stringify(wire) === NO_LIMITS
  return isNothing
    ? ''
    : createHash('sha256')
        .update(JSON.stringify([wire, parent]))
        .digest('base64url')
}

const NO_LIMITS = JSON.stringify(toBillingLimits({}))
