import type { ChargeTerms, StartedTask, TaskEnd } from '../adapter.ts'
import { badAnswer } from '../answer-body.ts'
import { type JsonValue, jsonOf, textOf } from '../json/value.ts'
import { outputFor } from './output.ts'

// The Tasks extension: a call may be answered with a task, whose result comes with an answer to tasks/get, or with a notification.

/** Of the id that a publisher gives to a task. */
export const TASK_ID_BYTES_MAX = 1_024

/** What a subscription tells of a task. */
export const TASK_NOTIFICATION = 'notifications/tasks'

/** Methods about one task, which they name by its id. */
const taskMethods: ReadonlySet<string> = new Set(['tasks/get', 'tasks/update', 'tasks/cancel'])

/** Whether a method is about one task. */
export const isTaskMethod = (method: string): boolean => taskMethods.has(method)

type Members = ReadonlyMap<string, JsonValue>

const CONTROL_CHARACTER = /\p{Cc}/u
const NUMBER_BYTES_MAX = 32

/** The id of the task that an answer or notification is about; `publisher_error` when it names none. */
export function taskIdOf(bytes: Buffer, members: Members): string {
  const taskId = textOf(bytes, members.get('taskId'))
  if (taskId === undefined || taskId === '') throw badAnswer('names no task')
  if (Buffer.byteLength(taskId) > TASK_ID_BYTES_MAX) throw badAnswer('names a task with too long an id')
  if (CONTROL_CHARACTER.test(taskId)) throw badAnswer('names a task with control characters')
  return taskId
}

/** The task that a publisher has taken a call on as. */
export function startedTaskOf(bytes: Buffer, members: Members): StartedTask {
  const ttl = members.get('ttlMs')
  const ttlMs =
    ttl?.kind === 'number' && ttl.end - ttl.start <= NUMBER_BYTES_MAX ? Number(jsonOf(bytes, ttl)) : undefined
  // A time that is none is one that nobody knows: billing has a bound of its own.
  const isTime = ttlMs !== undefined && Number.isFinite(ttlMs)
  return { taskId: taskIdOf(bytes, members), ttlMs: isTime ? Math.max(1, Math.trunc(ttlMs)) : undefined }
}

/** What a task that has ended is worth; undefined while it goes on, or when nothing is said of it. */
export function taskEndOf(bytes: Buffer, members: Members, terms: ChargeTerms): TaskEnd | undefined {
  switch (textOf(bytes, members.get('status'))) {
    case 'completed': {
      const result = members.get('result')
      if (result?.members === undefined) throw badAnswer('says that a task is completed, and has no result')
      const isFree = result.members.get('isError')?.kind === 'true' && !terms.chargeToolErrors
      if (isFree) return { isCharged: false, outcome: 'tool_error' }
      return { isCharged: true, outcome: 'ok', ...outputFor(terms, bytes, result.members) }
    }
    case 'failed':
      return { isCharged: false, outcome: 'task_failed' }
    case 'cancelled':
      return { isCharged: false, outcome: 'task_cancelled' }
    case undefined:
    default:
      return undefined
  }
}
