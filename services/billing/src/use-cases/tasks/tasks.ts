import { createHash } from 'node:crypto'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import type { AppId, BuyerId, CallId } from '@mtg/primitives'
import type { Sealer } from '@mtg/runtime'
import type { NewTask, Task } from '../../domain/task.ts'
import { confirmTask, findCallStanding, findTask, hastenTask, keepTask } from '../../store/tasks.ts'

/** Where tasks are kept, and for how long at most. */
export interface TaskDeps {
  readonly db: Database
  readonly sealer: Sealer
  readonly ttlMaxMs: number
}

/** A call that a publisher carries on as a task. */
export interface AcceptedTask {
  readonly callId: CallId
  readonly taskId: string
  /** Undefined: the publisher does not say. */
  readonly ttlMs: number | undefined
}

/**
 * Keeps the price of a call held for as long as its task lives. Throws call_conflict when the publisher gave the same id to another
 * call: whose task it is could not be told any more.
 */
export async function keep({ db, sealer, ttlMaxMs }: TaskDeps, accepted: AcceptedTask): Promise<void> {
  const { callId, taskId } = accepted
  const task: NewTask = {
    callId,
    taskHash: hashOf(taskId),
    taskIdSealed: sealer.seal(taskId, callId),
    ttlMs: Math.min(accepted.ttlMs ?? ttlMaxMs, ttlMaxMs),
  }
  await db.transaction(async tx => {
    if (await keepTask(tx, task)) return
    const standing = await findCallStanding(tx, callId)
    if (standing?.taskHash?.equals(task.taskHash) === true) return
    // To throw also takes back the longer deadline.
    if (standing === undefined) throw appError('reservation_not_found', { detail: { callId } })
    throw appError(standing.state === 'open' ? 'call_conflict' : 'reservation_resolved', { detail: { callId } })
  })
}

/** Which task, and who asks for it. */
export interface TaskQuestion {
  readonly buyerId: BuyerId
  readonly appId: AppId
  readonly taskId: string
  readonly isCancelling: boolean
}

/** A buyer's own task. Whoever asks for another's learns no more than that it has none: task_not_found. */
export async function find({ db }: TaskDeps, { buyerId, appId, taskId, isCancelling }: TaskQuestion): Promise<Task> {
  const task = await findTask(db, appId, hashOf(taskId), buyerId)
  if (task === undefined) throw appError('task_not_found')
  if (!task.isHandedOver) await confirmTask(db, task.callId)
  if (isCancelling && task.state === 'open') await hastenTask(db, task.callId)
  return task
}

const hashOf = (taskId: string): Buffer => createHash('sha256').update(taskId).digest()
