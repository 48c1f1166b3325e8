import { type AppError, appError } from '@mtg/errors'
import { scanInTurns } from './json/turns.ts'
import { JsonFault, type JsonLimit, type JsonObject, textOf, type Watch } from './json/value.ts'
import type { MessageLimitName, MessageLimits } from './message-limits.ts'

const limitNames: Readonly<Record<JsonLimit, MessageLimitName>> = {
  keys: 'message_keys',
  depth: 'message_depth',
  elements: 'chat_messages',
}
const CONTROL_CHARACTER = /\p{Cc}/u
/** Of a character in JSON, escaped as wastefully as can be. */
const ESCAPED_BYTES_MAX = 6
const UTF8_BYTES_MAX = 3

/** Reads a body and hands its object on; whatever is wrong with it is `invalid_request`. Large ones take several turns. */
export function readObject<Understood>(
  bytes: Buffer,
  watch: Watch,
  limits: MessageLimits,
  understand: (root: JsonObject) => Understood,
): Understood | Promise<Understood> {
  try {
    const root = scanInTurns(bytes, watch, limits.scanRules)
    return root instanceof Promise ? understandLater(root, understand, limits) : understand(root)
  } catch (thrown) {
    throw refusalOf(thrown, limits)
  }
}

async function understandLater<Understood>(
  root: Promise<JsonObject>,
  understand: (root: JsonObject) => Understood,
  limits: MessageLimits,
): Promise<Understood> {
  try {
    return understand(await root)
  } catch (thrown) {
    throw refusalOf(thrown, limits)
  }
}

function refusalOf(thrown: unknown, limits: MessageLimits): unknown {
  if (!(thrown instanceof JsonFault)) return thrown
  if (thrown.limit !== undefined) limits.exceeded(limitNames[thrown.limit])
  return invalid(thrown.message, thrown)
}

/** A member that gives a name to something. */
export interface NameMember {
  readonly key: string
  /** In refusals. */
  readonly shownAs: string
  readonly bound: 'nameBytesMax' | 'uriBytesMax'
}

/**
 * The name that a member of the body gives to something; undefined when it is no string, or empty. A name has no control
 * characters and a bound: it goes into statements, logs and records, where the next reader may trip over it.
 */
export function nameOf(
  bytes: Buffer,
  members: JsonObject['members'] | undefined,
  { key, shownAs, bound }: NameMember,
  limits: MessageLimits,
): string | undefined {
  const value = members?.get(key)
  const bytesMax = limits[bound]
  // Before it is decoded: a name may be as long as the whole body.
  if (value !== undefined && value.end - value.start > bytesMax * ESCAPED_BYTES_MAX + 2) throw tooLong()
  const name = textOf(bytes, value)
  if (name === undefined || name === '') return undefined
  if (name.length * UTF8_BYTES_MAX > bytesMax && Buffer.byteLength(name) > bytesMax) throw tooLong()
  if (CONTROL_CHARACTER.test(name)) throw invalid(`must have no control characters in ${shownAs}`)
  return name

  function tooLong(): AppError {
    limits.exceeded('message_name')
    return invalid(`must have at most ${bytesMax} bytes in ${shownAs}`)
  }
}

/** The refusal of a body, in words that go on from "The request body". */
export function invalid(reason: string, cause?: Error): AppError {
  return appError('invalid_request', { message: `The request body ${reason}.`, detail: { reason }, cause })
}
