import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { appError, toAppError } from '@mtg/errors'
import type { Logger, Span } from '@mtg/observability'
import type { StartedTask, TaskEnd } from '../adapters/adapter.ts'
import { TASK_ID_BYTES_MAX } from '../adapters/mcp/task.ts'
import type { BillingClient, CallRef } from '../clients/billing.ts'
import type { KnownTask, TaskQuestion, TasksClient } from '../clients/tasks.ts'
import { isBrokenOutput } from './output-promise.ts'

/** Where tasks are known and paid, and who is told of what was charged. */
export interface TaskSettlementOptions {
  readonly tasks: TasksClient
  readonly billing: BillingClient
  readonly log: Logger
  /** Told of each price that was taken, micro-USD; of the same call perhaps twice. */
  readonly onCharged: (task: KnownTask, chargedMicros: bigint) => void
}

/** What asking again cannot change. */
const finalCodes = new Set([
  'call_conflict',
  'reservation_not_found',
  'reservation_resolved',
  'task_not_found',
  'invalid_argument',
])
const RETRIES = 3
const BACKOFF_MIN_MS = 25
/** How long the last bytes of a handle may take to leave. */
const HAND_OVER_MS = 30_000

/** Whether its result was delivered free, since it broke a promise: who asks once more gets it as well. */
export function wasFree({ state, outcome }: KnownTask): boolean {
  return state === 'released' && isBrokenOutput(outcome)
}

/**
 * Sees to the money of tasks. It differs from that of other calls: what was taken stays taken when the answer does not arrive, since
 * the buyer may ask for the same result again, and when it could not be taken the task stays open, and is asked about once more.
 */
export class TaskSettlement {
  readonly #tasks: TasksClient
  readonly #billing: BillingClient
  readonly #log: Logger
  readonly #onCharged: TaskSettlementOptions['onCharged']
  readonly #background = new Set<Promise<void>>()

  constructor({ tasks, billing, log, onCharged }: TaskSettlementOptions) {
    this.#tasks = tasks
    this.#billing = billing
    this.#log = log
    this.#onCharged = onCharged
  }

  /** Holds the price of a call for as long as its task lives; when it rejects the handle must not leave. */
  async keep(call: CallRef, { taskId, ttlMs }: StartedTask, span: Span): Promise<void> {
    try {
      await retried(() => this.#tasks.keep(call, taskId, ttlMs, span))
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code !== 'call_conflict') throw undeliverable(error)
      throw appError('publisher_error', { detail: { reason: 'the answer names a task of another call' } })
    }
  }

  /** Says that the buyer has the handle, once its last byte has left. */
  confirm(call: CallRef, response: ServerResponse): void {
    const work = finished(response, { signal: AbortSignal.timeout(HAND_OVER_MS) })
      .then(() => retried(() => this.#tasks.confirm(call)))
      // It shows as well by the buyer's asking for it; a task that nobody asks for costs nothing then.
      .catch((thrown: unknown) => this.#log.info({ err: thrown, callId: call.callId }, 'a task was not confirmed'))
      .finally(() => this.#background.delete(work))
    this.#background.add(work)
  }

  /** The buyer's own task; throws task_not_found. */
  async find(question: TaskQuestion, span: Span): Promise<KnownTask> {
    if (Buffer.byteLength(question.taskId) > TASK_ID_BYTES_MAX) throw appError('task_not_found')
    return await this.#tasks.find(question, span)
  }

  /**
   * Takes or gives back the price of a task that has ended, once, whoever else does. Throws task_not_found for a result whose price
   * was given back before, unless it was free to be read; when it rejects the result must not leave.
   */
  async settle(task: KnownTask, end: TaskEnd, span?: Span): Promise<void> {
    if (!end.isCharged) return await this.#release(task, end.outcome, span)
    if (task.state === 'captured') return
    if (task.state === 'released') throw appError('task_not_found', { detail: { callId: task.callId } })
    try {
      let isFirst = true
      const chargedMicros = await retried(() => {
        if (!isFirst) return this.#billing.captureAgain(task, 0, span)
        isFirst = false
        return this.#billing.capture(task, 0, span)
      })
      this.#onCharged(task, chargedMicros)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code !== 'reservation_resolved') throw undeliverable(error)
      if (await this.#isReadable(task, span)) return
      throw appError('task_not_found', { cause: error })
    }
  }

  /** Waits for what is still to be said; the caller bounds it. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#background)
  }

  /** Of two that ask at once, the other one may have found that it breaks its promise. */
  async #isReadable({ buyerId, appId, taskId }: KnownTask, span?: Span): Promise<boolean> {
    try {
      const now = await retried(() => this.#tasks.find({ buyerId, appId, taskId, isCancelling: false }, span))
      return now.state === 'captured' || wasFree(now)
    } catch (thrown) {
      const error = toAppError(thrown)
      throw error.code === 'task_not_found' ? error : undeliverable(error)
    }
  }

  async #release(task: KnownTask, outcome: string, span?: Span): Promise<void> {
    const { callId, state } = task
    if (state !== 'open') return
    try {
      await this.#billing.release(task, 'not_charged', outcome, span)
    } catch (thrown) {
      const error = toAppError(thrown)
      // Somebody else has delivered its result, so that it is paid.
      if (error.code === 'reservation_resolved') return
      this.#log.warn({ err: error, callId }, 'the price of a task was not given back: it is asked about again')
    }
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  let backoffMs = BACKOFF_MIN_MS
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await work()
    } catch (thrown) {
      if (left === 0 || finalCodes.has(toAppError(thrown).code)) throw thrown
      await sleep(backoffMs * (0.5 + Math.random()))
      backoffMs *= 4
    }
  }
}

function undeliverable(error: ReturnType<typeof toAppError>): Error {
  if (error.code === 'database_error' || error.code === 'cell_unavailable' || error.code === 'overloaded') return error
  return appError('internal_error', {
    detail: { reason: 'the task could not be settled', code: error.code },
    cause: error,
  })
}
