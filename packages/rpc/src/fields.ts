import type { Timestamp__Output } from '@mtg/contracts'
import {
  type AccountId,
  asAccountId,
  asBuyerId,
  asCallId,
  asGrantId,
  asKeyId,
  type BuyerId,
  type CallId,
  type GrantId,
  type KeyId,
  readUuid,
  type Uuid,
} from '@mtg/primitives'
import { invalidField } from './convert.ts'

/** Bytes of what callers may choose themselves. Every service and the edge hold to the same. */
export const fieldLimits = {
  /** Names of tools, prompts, resources, models, apps and publishers. */
  nameBytesMax: 256,
  /** API keys and access tokens. */
  credentialBytesMax: 2048,
  /** E-mail addresses: 254 characters are the most that mail can carry. */
  emailBytesMax: 1024,
  /** Scopes, so that a token that carries them is not too long to be sent. */
  scopeBytesMax: 512,
  /** Ids that are not UUIDs. */
  idBytesMax: 64,
  /** Tokens of one answer: far above any real one, and low enough that sums of a very long time stay within 64 bits. */
  countMax: 10n ** 12n,
  /** A price, micro-USD: a thousand million USD. */
  amountMicrosMax: 10n ** 15n,
} as const

/** Control characters, NUL among them, and halves of surrogate pairs. */
const UNFIT = /[\p{Cc}\p{Cs}]/u
const EACH_UNFIT = /[\p{Cc}\p{Cs}]/gu
const BYTES_PER_CHARACTER = 3

/** Whether the text has at most so many bytes in UTF-8, without looking at those that are certainly short or long. */
export function fitsBytes(text: string, bytesMax: number): boolean {
  if (text.length * BYTES_PER_CHARACTER <= bytesMax) return true
  return text.length <= bytesMax && Buffer.byteLength(text) <= bytesMax
}

/** Whether the text is well formed, has no control characters, and at most so many bytes: one that every part can keep. */
export function isPlainText(text: string, bytesMax: number): boolean {
  return fitsBytes(text, bytesMax) && !UNFIT.test(text)
}

/** The UUID in lower case, or `invalid_argument` naming the field. */
export function uuidOf(text: string, field: string): Uuid {
  if (text === '') throw invalidField(field, 'is missing')
  const uuid = readUuid(text)
  if (uuid === undefined) throw invalidField(field, 'must be a UUID')
  return uuid
}

/** The id of a call, or `invalid_argument`. */
export const callIdOf = (text: string, field = 'call_id'): CallId => asCallId(uuidOf(text, field))
/** The id of an account, or `invalid_argument`. */
export const accountIdOf = (text: string, field = 'account_id'): AccountId => asAccountId(uuidOf(text, field))
/** The id of a key, or `invalid_argument`. */
export const keyIdOf = (text: string, field = 'key_id'): KeyId => asKeyId(uuidOf(text, field))
/** The id of a grant, or `invalid_argument`. */
export const grantIdOf = (text: string, field = 'grant_id'): GrantId => asGrantId(uuidOf(text, field))
/** The id of a buyer, or `invalid_argument`. */
export const buyerIdOf = (text: string, field = 'buyer_id'): BuyerId => asBuyerId(uuidOf(text, field))

/** The text, which may be empty, or `invalid_argument` naming the field. */
export function textOf(text: string, field: string, bytesMax: number = fieldLimits.nameBytesMax): string {
  if (!fitsBytes(text, bytesMax)) throw invalidField(field, `must have at most ${bytesMax} bytes`)
  if (UNFIT.test(text)) throw invalidField(field, 'must not have control characters or broken ones')
  return text
}

/** What is kept of a remark that must not stand in the way of what it is about: the beginning, and nothing unfit. */
export function remarkOf(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(EACH_UNFIT, '\uFFFD')
}

/** A name that must be there, or `invalid_argument` naming the field. */
export function nameOf(text: string, field: string): string {
  if (text === '') throw invalidField(field, 'is missing')
  return textOf(text, field)
}

/** An id that its asker chose, of printable characters, or `invalid_argument` naming the field. */
export function idOf(text: string, field: string): string {
  if (text === '') throw invalidField(field, `must have 1 to ${fieldLimits.idBytesMax} characters`)
  return textOf(text, field, fieldLimits.idBytesMax)
}

/** "publisher/app" as its parts, or `invalid_argument` naming the field. */
export function appOf(text: string, field = 'app'): { username: string; appName: string } {
  const [username = '', appName = '', ...rest] = textOf(text, field, 2 * fieldLimits.nameBytesMax).split('/')
  if (username === '' || appName === '' || rest.length > 0) throw invalidField(field, 'must be "publisher/app"')
  return { username, appName }
}

const INT64_MAX = 2n ** 63n - 1n

/** An int64 of the wire within bounds, or `invalid_argument` naming the field. */
export function int64Of(text: string, field: string, min = 0n, max = INT64_MAX): bigint {
  const value = BigInt(text)
  if (value < min || value > max) throw invalidField(field, `must be ${min} to ${max}`)
  return value
}

// google.protobuf.Timestamp ends with the year 9999.
const TIME_MIN_MS = Date.parse('0001-01-01T00:00:00Z')
const TIME_MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A time of the wire in milliseconds; undefined when absent; `invalid_argument` naming the field when it is none. */
export function timeMsOf(timestamp: Timestamp__Output | null | undefined, field: string): number | undefined {
  if (timestamp === null || timestamp === undefined) return undefined
  const timeMs = Math.floor(Number(timestamp.seconds) * 1000 + timestamp.nanos / 1_000_000)
  if (Number.isNaN(timeMs) || timeMs < TIME_MIN_MS || timeMs > TIME_MAX_MS) {
    throw invalidField(field, 'is not a time between the years 1 and 9999')
  }
  return timeMs
}

/** As `timeMsOf`, as a Date. */
export function timeOf(timestamp: Timestamp__Output | null | undefined, field: string): Date | undefined {
  const timeMs = timeMsOf(timestamp, field)
  return timeMs === undefined ? undefined : new Date(timeMs)
}
