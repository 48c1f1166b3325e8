import { appError, type ErrorCode } from '@mtg/errors'
import { formatMicros, type KeyId } from '@mtg/primitives'
import type { Breach } from '../../domain/key-limits.ts'

/** How it is found out when spending frees. */
export interface KeyRefusalDeps {
  /** When so much of what a key spent has left its 30 days; undefined when it has not spent as much in them. */
  readonly whenSpendingFrees: (keyId: KeyId, micros: bigint) => Promise<Date | undefined>
}

/** The refusal of a call that is dearer than its caller pays. */
export function tooDear(priceMicros: bigint, maxPriceMicros: bigint): Error {
  const [price, value] = [formatMicros(priceMicros), formatMicros(maxPriceMicros)]
  return appError('price_limit_exceeded', {
    message: `This call costs ${price} USD, more than the ${value} USD that Mtg-Max-Price allows.`,
    detail: { limit: 'Mtg-Max-Price', limitValue: value, price },
  })
}

/** The refusal by a cap of a key: which limit, of which key, and when it frees, if it does so by itself. */
export async function keyRefusal(
  deps: KeyRefusalDeps,
  code: ErrorCode,
  breach: Breach,
  priceMicros: bigint,
): Promise<Error> {
  const { limit, keyId, keyName, value, spentMicros } = breach
  const freesAt = await whenItFrees(deps, breach, priceMicros)
  const price = formatMicros(priceMicros)
  const limitValue = limit === 'concurrent' ? value.toString() : formatMicros(value)
  const when = freesAt === undefined ? '' : ` It frees at ${freesAt.toISOString()}.`
  return appError(code, {
    message: `${sentences(breach, limitValue, price)}${when}`,
    detail: {
      limit,
      limitKeyId: keyId,
      limitKeyName: keyName,
      limitValue,
      ...(spentMicros !== null && { spent: formatMicros(spentMicros) }),
      price,
      ...(freesAt !== undefined && { freesAt: freesAt.toISOString() }),
    },
  })
}

async function whenItFrees(deps: KeyRefusalDeps, breach: Breach, priceMicros: bigint): Promise<Date | undefined> {
  const { limit, keyId, value, spentMicros, freesAt } = breach
  if (priceMicros > value && limit !== 'concurrent') return undefined
  if (limit !== 'per30Days') return freesAt ?? undefined
  return await deps.whenSpendingFrees(keyId, (spentMicros ?? 0n) + priceMicros - value)
}

const spans = { total: 'in all', per30Days: 'in 30 days', perDay: 'in a day (UTC)' } as const

function sentences({ limit, keyName, spentMicros }: Breach, value: string, price: string): string {
  const key = `The key "${keyName}"`
  if (limit === 'maxPrice') return `${key} may pay ${value} USD for a call, and this one costs ${price} USD.`
  if (limit === 'concurrent') {
    return `${key} may have ${value} billable calls under way at once: try again when one of them has ended.`
  }
  const spent = formatMicros(spentMicros ?? 0n)
  return `${key} may spend ${value} USD ${spans[limit]}: ${spent} USD are spent or held, and this call costs ${price} USD.`
}
