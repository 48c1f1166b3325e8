import { createHash } from 'node:crypto'
import type { billing } from '@mtg/contracts'
import { formatMicros } from '@mtg/primitives'
import { fieldLimits, fromBigint, keyBounds, toBigint } from '@mtg/rpc'
import { z } from 'zod'
import { amount, isAppReference, time } from './values.ts'

const cap = amount.refine(micros => micros <= fieldLimits.amountMicrosMax, 'is too large')
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
  apps: oneOf(app, keyBounds.appsMax).optional(),
  tools: oneOf(tool, keyBounds.toolsMax).optional(),
  expiresAt: time.optional(),
  concurrent: whole(keyBounds.concurrentMax).optional(),
  loop: z.strictObject({ calls: whole(keyBounds.loopCallsMax), seconds: whole(keyBounds.loopSecondsMax) }).optional(),
})

/** Limits of a key. */
export type KeyLimits = z.infer<typeof keyLimitsSchema>

function isToolReference(text: string): boolean {
  const [reference = '', ...rest] = text.split('#')
  const name = rest.join('#')
  return isAppReference(reference) && name !== '' && Buffer.byteLength(name) <= fieldLimits.nameBytesMax
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

/** What billing knows of a key's limits; undefined and null: none. */
export function fromBillingLimits(limits: billing.KeyLimits__Output | null | undefined): KeyLimits {
  if (!limits) return {}
  const { totalMicros, perDayMicros, per30DaysMicros, maxPriceMicros, apps, tools, concurrent, loop } = limits
  return {
    ...(totalMicros !== undefined && { total: toBigint(totalMicros) }),
    ...(perDayMicros !== undefined && { perDay: toBigint(perDayMicros) }),
    ...(per30DaysMicros !== undefined && { per30Days: toBigint(per30DaysMicros) }),
    ...(maxPriceMicros !== undefined && { maxPrice: toBigint(maxPriceMicros) }),
    ...(apps.length > 0 && { apps }),
    ...(tools.length > 0 && { tools }),
    ...(concurrent !== undefined && { concurrent }),
    ...(loop && { loop: { calls: loop.calls, seconds: loop.seconds } }),
  }
}

/** Limits as they are written: amounts as decimal texts in USD. */
export function writtenLimits(limits: KeyLimits) {
  const { total, perDay, per30Days, maxPrice, apps, tools, expiresAt, concurrent, loop } = limits
  return {
    ...(total !== undefined && { total: formatMicros(total) }),
    ...(perDay !== undefined && { perDay: formatMicros(perDay) }),
    ...(per30Days !== undefined && { per30Days: formatMicros(per30Days) }),
    ...(maxPrice !== undefined && { maxPrice: formatMicros(maxPrice) }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    ...(apps !== undefined && { apps }),
    ...(tools !== undefined && { tools }),
    ...(concurrent !== undefined && { concurrent }),
    ...(loop !== undefined && { loop }),
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
