import { appError } from '@mtg/errors'
import type { ChargeTerms, Verdict } from '../adapter.ts'
import { answerRules, JsonFault, type JsonObject, jsonOf, scanObject, textOf } from '../json/scan.ts'

/** A JSON-RPC message from a publisher. */
export interface McpAnswer {
  readonly bytes: Buffer
  readonly root: JsonObject
  /** Whether it is a response, rather than a notification or request. */
  readonly isResponse: boolean
}

const NUMBER_COMPARE_MAX = 32

/** Reads a message of a publisher; `publisher_error` when it is not JSON-RPC. */
export function readAnswer(bytes: Buffer): McpAnswer {
  const root = scanAnswer(bytes)
  if (textOf(bytes, root.members.get('jsonrpc')) !== '2.0') throw badAnswer('is not JSON-RPC 2.0')
  const hasResult = root.members.has('result')
  const hasError = root.members.has('error')
  if (hasResult && hasError) throw badAnswer('has both a result and an error')
  const isResponse = hasResult || hasError
  if (isResponse === root.members.has('method')) throw badAnswer('is neither a response nor a notification')
  return { bytes, root, isResponse }
}

/** What the response to the request with this id is worth. */
export function judgeResponse(answer: McpAnswer, id: string, terms: ChargeTerms): Verdict {
  if (!answer.isResponse) throw badAnswer('is not a response')
  const error = answer.root.members.get('error')
  if (!answers(answer, id, error !== undefined)) throw badAnswer('answers another request')
  if (error !== undefined) return free('jsonrpc_error')
  const result = answer.root.members.get('result')
  if (result?.members === undefined) throw badAnswer('has a result that is not an object')
  const resultType = result.members.get('resultType')
  // Servers of earlier drafts leave it out; it then means complete.
  const type = resultType === undefined ? 'complete' : textOf(answer.bytes, resultType)
  if (type === 'input_required') return free('input_required')
  if (type !== 'complete') return free('incomplete')
  if (result.members.get('isError')?.kind === 'true' && !terms.chargeToolErrors) return free('tool_error')
  return { charged: true, outcome: 'ok', totalTokens: 0 }
}

/** The JSON-RPC error code of a 4xx body that answers this request; undefined when it is anything else. */
export function readErrorCode(bytes: Buffer, id: string): number | undefined {
  try {
    const answer = readAnswer(bytes)
    const code = answer.root.members.get('error')?.members?.get('code')
    if (code?.kind !== 'number' || !answers(answer, id, true)) return undefined
    const value = Number(jsonOf(bytes, code))
    return Number.isInteger(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** An error may leave the id out, or null, where the publisher could not read it. */
function answers({ bytes, root }: McpAnswer, id: string, isError: boolean): boolean {
  const value = root.members.get('id')
  if (value === undefined || value.kind === 'null') return isError
  const answered = jsonOf(bytes, value)
  if (answered === id) return true
  if (value.kind === 'string') return id.startsWith('"') && textOf(bytes, value) === JSON.parse(id)
  // A publisher that reads ids as doubles returns a long one rounded, and the buyer's parser rounds it the same way.
  return value.kind === 'number' && answered.length <= NUMBER_COMPARE_MAX && Number(answered) === Number(id)
}

function scanAnswer(bytes: Buffer): JsonObject {
  try {
    return scanObject(bytes, {}, answerRules)
  } catch (thrown) {
    if (thrown instanceof JsonFault) throw badAnswer(thrown.message)
    throw thrown
  }
}

const free = (outcome: string): Verdict => ({ charged: false, outcome, totalTokens: 0 })

function badAnswer(reason: string): Error {
  return appError('publisher_error', { detail: { reason: `the answer ${reason}` } })
}
