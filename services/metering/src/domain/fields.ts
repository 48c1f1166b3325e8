import { expectUuid, isLowerCaseUuid, isUuid, type Uuid } from '@mtg/primitives'
import { z } from 'zod'

/** A UUID, in the form in which the database gives it back, as the id of something. */
export function uuidAs<Id>(brand: (uuid: Uuid) => Id) {
  return z
    .string()
    .refine(isUuid, 'must be a UUID')
    .transform(text => brand(expectUuid(text)))
}

/** A UUID as the id of something, or nothing (null, empty or absent): null. */
export function uuidOrNullAs<Id>(brand: (uuid: Uuid) => Id) {
  return z
    .union([z.literal('').transform(() => null), uuidAs(brand)])
    .nullish()
    .transform(value => value ?? null)
}

/**
 * Text that PostgreSQL can hold. Wider than what a call may bear (`fieldLimits`), so that whatever was charged is recorded,
 * by edges and services of another release too.
 */
export function text(lengthMax: number) {
  return z
    .string()
    .max(lengthMax)
    .refine(value => !value.includes('\0'), 'must not contain NUL')
}

/** Whether it is a UUID that needs no change: what `uuidAs` would give back as it is. */
export function isCanonicalId<Id extends Uuid>(value: unknown, _brand: (uuid: Uuid) => Id): value is Id {
  return typeof value === 'string' && isLowerCaseUuid(value)
}

const TIME = z.regexes.datetime({ offset: true })

/** A time with its offset. */
export const time = z.iso.datetime({ offset: true })

/** Whether it is what `time` accepts. */
export function isTime(value: unknown): value is string {
  return typeof value === 'string' && TIME.test(value)
}

/** Whether it is what `text` accepts, and not shorter than the least. */
export function isText(value: unknown, lengthMax: number, lengthMin = 0): value is string {
  return typeof value === 'string' && value.length <= lengthMax && value.length >= lengthMin && !value.includes('\0')
}

/** Whether it is a whole number within these bounds. */
export function isInteger(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

const DIGITS = /^\d+$/

/** Whether it is decimal digits only, and so few of them that no bound of an amount or count is reached. */
export function isDigits(value: unknown, lengthMax: number): value is string {
  return typeof value === 'string' && value.length <= lengthMax && DIGITS.test(value)
}

// Far above any real charge or answer, and low enough that sums of a very long time stay within 64 bits.
const AMOUNT_MAX = 10n ** 15n
const COUNT_MAX = 10n ** 12n

const wholeNumber = z
  .union([z.string(), z.number().int()])
  .refine(value => /^\d{1,18}$/.test(String(value)), 'must be a whole number, not negative')
  .transform(value => BigInt(value))

/** Micro-USD, not negative. */
export const amount = wholeNumber.refine(value => value <= AMOUNT_MAX, 'is too large')

/** A count, not negative. */
export const count = wholeNumber.refine(value => value <= COUNT_MAX, 'is too large')
