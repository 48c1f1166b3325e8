import type { ChargeTerms, TaskNews, Verdict } from '../adapter.ts'
import { answerRules, badAnswer, readReply } from '../answer-body.ts'
import { scanObject } from '../json/scan.ts'
import { isObject, type JsonObject, type JsonValue, jsonOf, textOf, type Watch, watchFor } from '../json/value.ts'
import { outputFor } from './output.ts'
import { startedTaskOf, TASK_NOTIFICATION, taskEndOf, taskIdOf } from './task.ts'

/** A JSON-RPC message from a publisher. */
export interface McpAnswer {
  readonly bytes: Buffer
  readonly root: JsonObject
  /** Whether it is a response, rather than a notification or request. */
  readonly isResponse: boolean
}

const NUMBER_COMPARE_MAX = 32
/** Of the id that was asked with, as it was sent; a longer one answers something else. */
const ID_BYTES_MAX = 1024
/** The top two levels are looked into as it is; tasks carry the result of their call one level below. */
const answerWatch = watchFor({ result: { result: {} }, params: { result: {} } })
/** A refusal that says what it is about is short; a longer one is not read. */
const REFUSAL_BYTES_MAX = 64 * 1024

/** Reads a message of a publisher and hands it on; `publisher_error` when it is not JSON-RPC. */
export function readAnswer<Understood>(
  bytes: Buffer,
  understand: (answer: McpAnswer) => Understood,
  watch: Watch = answerWatch,
): Understood | Promise<Understood> {
  return readReply(bytes, watch, root => understand(answerOf(bytes, root)))
}

function answerOf(bytes: Buffer, root: JsonObject): McpAnswer {
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
  const result = resultOf(answer, id)
  if (result === undefined) return free('jsonrpc_error')
  const resultType = result.members.get('resultType')
  // Servers of earlier drafts leave it out; it then means complete.
  const type = resultType === undefined ? 'complete' : textOf(answer.bytes, resultType)
  if (type === 'input_required') return free('input_required')
  if (type === 'task') {
    const startedTask = startedTaskOf(answer.bytes, result.members)
    return { charged: terms.chargeTasksOnAcceptance === true, outcome: 'task', totalTokens: 0, startedTask }
  }
  if (type !== 'complete') return free('incomplete')
  const isError = result.members.get('isError')?.kind === 'true'
  if (isError && !terms.chargeToolErrors) return free('tool_error')
  return { charged: true, outcome: 'ok', totalTokens: 0, ...outputFor(terms, answer.bytes, result.members) }
}

/** What the response to a request about a task is worth: nothing in itself, but it may bring the task's result. */
export function judgeTask(answer: McpAnswer, id: string, terms: ChargeTerms): Verdict {
  const result = resultOf(answer, id)
  if (result === undefined) return free('jsonrpc_error')
  return { charged: true, outcome: 'ok', totalTokens: 0, taskEnd: taskEndOf(answer.bytes, result.members, terms) }
}

/** What a notification tells of a task; undefined when it tells of something else. */
export function taskNewsOf({ bytes, root }: McpAnswer, terms: ChargeTerms): TaskNews | undefined {
  if (textOf(bytes, root.members.get('method')) !== TASK_NOTIFICATION) return undefined
  const members = root.members.get('params')?.members
  if (members === undefined) throw badAnswer('tells of no task')
  return { taskId: taskIdOf(bytes, members), end: taskEndOf(bytes, members, terms) }
}

/** The result that answers the request with this id; undefined when the answer is an error. */
export function resultOf(answer: McpAnswer, id: string): JsonObject | undefined {
  if (!answer.isResponse) throw badAnswer('is not a response')
  const error = answer.root.members.get('error')
  if (!answers(answer, id, error !== undefined)) throw badAnswer('answers another request')
  if (error !== undefined) return undefined
  const result = answer.root.members.get('result')
  if (result === undefined || !isObject(result)) throw badAnswer('has a result that is not an object')
  return result
}

/** The JSON-RPC error code of a 4xx body that answers this request; undefined when it is anything else. */
export function readErrorCode(bytes: Buffer, id: string): number | undefined {
  if (bytes.length > REFUSAL_BYTES_MAX) return undefined
  try {
    const answer = answerOf(bytes, scanObject(bytes, answerWatch, answerRules))
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
  if (lengthOf(value) > ID_BYTES_MAX) return false
  const answered = jsonOf(bytes, value)
  if (answered === id) return true
  if (value.kind === 'string') return id.startsWith('"') && textOf(bytes, value) === JSON.parse(id)
  // A publisher that reads ids as doubles returns a long one rounded, and the buyer's parser rounds it the same way.
  return value.kind === 'number' && answered.length <= NUMBER_COMPARE_MAX && Number(answered) === Number(id)
}

const lengthOf = ({ start, end }: JsonValue) => end - start

const free = (outcome: string): Verdict => ({ charged: false, outcome, totalTokens: 0 })
