import { type AppError, appError } from '@mtg/errors'
import type { ScanRules } from './json/cursor.ts'
import { scanInTurns } from './json/turns.ts'
import { JsonFault, type JsonObject, type Watch } from './json/value.ts'

/** For what publishers answer: their tools may cut an emoji in half, and a buyer's parser takes that. */
export const answerRules: ScanRules = {
  depthMax: 512,
  keysMax: 4_096,
  allKeysMax: 32_768,
  elementsMax: 4_096,
  loneSurrogates: true,
}

/** Reads a publisher's JSON and hands its object on; `publisher_error` when it is none. A large one takes several turns. */
export function readReply<Understood>(
  bytes: Buffer,
  watch: Watch,
  understand: (root: JsonObject) => Understood,
): Understood | Promise<Understood> {
  try {
    const root = scanInTurns(bytes, watch, answerRules)
    return root instanceof Promise ? understandLater(root, understand) : understand(root)
  } catch (thrown) {
    throw faultOf(thrown)
  }
}

async function understandLater<Understood>(
  root: Promise<JsonObject>,
  understand: (root: JsonObject) => Understood,
): Promise<Understood> {
  try {
    return understand(await root)
  } catch (thrown) {
    throw faultOf(thrown)
  }
}

const faultOf = (thrown: unknown) => (thrown instanceof JsonFault ? badAnswer(thrown.message) : thrown)

/** What is wrong with an answer, in words that go on from "the answer"; for the log alone. */
export function badAnswer(reason: string): AppError {
  return appError('publisher_error', { detail: { reason: `the answer ${reason}` } })
}
