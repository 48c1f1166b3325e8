import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { noSpan, type Span } from '@mtg/observability'
import { createClient } from '@mtg/rpc'
import type { CallRef } from './billing.ts'

/** A call that its publisher carries on as a task, and how it stands with its money. */
export interface KnownTask {
  /** Whoever has it may have the result: it is not logged. */
  readonly taskId: string
  /** Of the call that started it. */
  readonly callId: string
  readonly state: 'open' | 'captured' | 'released'
  readonly buyerId: string
  readonly keyId: string
  readonly purchaseId: string
  readonly appId: string
  readonly publisherUsername: string
  readonly appName: string
  readonly toolName: string
  readonly tier: 'free' | 'paid'
  /** Of a released one, the word for why; empty otherwise. */
  readonly outcome: string
}

/** A task that the gateway itself asks about, and where. */
export interface DueTask {
  readonly task: KnownTask
  /** Whether its time is over. */
  readonly isOver: boolean
  readonly upstream: {
    readonly url: string
    readonly credential: string
    readonly timeoutMs: number
    readonly chargeToolErrors: boolean
    readonly promiseOutputSchema: boolean
  }
}

/** Which task a buyer asks for. */
export interface TaskQuestion {
  readonly buyerId: string
  readonly appId: string
  readonly taskId: string
  readonly isCancelling: boolean
}

/** Billing's memory of tasks. Everything is idempotent; everything rejects with an AppError. */
export interface TasksClient {
  /** Holds the price for as long as the task lives. Throws call_conflict when its id is another call's. */
  keep(call: CallRef, taskId: string, ttlMs: number | undefined, span?: Span): Promise<void>
  /** The buyer has the handle. */
  confirm(call: CallRef): Promise<void>
  /** The buyer's own task; throws task_not_found. */
  find(question: TaskQuestion, span?: Span): Promise<KnownTask>
  leaseDue(countMax: number): Promise<DueTask[]>
  close(): void
}

const states = {
  TASK_STATE_UNSPECIFIED: 'released',
  TASK_STATE_OPEN: 'open',
  TASK_STATE_CAPTURED: 'captured',
  TASK_STATE_RELEASED: 'released',
} as const satisfies Partial<Record<billing.TaskState, KnownTask['state']>>

/** Connects to billing's task service; works, or heals, whatever billing's state is. */
export function createTasksClient(options: { address: string; token: string; timeoutMs: number }): TasksClient {
  const client = createClient(services.billing.TaskService, options)
  const { timeoutMs } = options
  const limits = { timeoutMs, asksElsewhere: true }
  return {
    async keep({ callId, buyerId }, taskId, ttlMs = 0, span = noSpan) {
      await client.KeepTask({ callId, buyerId, taskId, ttlMs }, { ...limits, span })
    },
    async confirm({ callId, buyerId }) {
      await client.ConfirmTask({ callId, buyerId }, limits)
    },
    async find(question, span = noSpan) {
      return toTask(question.taskId, (await client.FindTask(question, { ...limits, span })).task)
    },
    async leaseDue(countMax) {
      // Of one server alone: what another one leases for nobody waits until that lease is over.
      return (await client.LeaseDueTasks({ countMax }, { timeoutMs })).tasks.map(toDue)
    },
    close: () => client.close(),
  }
}

function toTask(taskId: string, task: billing.Task__Output | null): KnownTask {
  if (task === null) throw appError('internal_error', { detail: { reason: 'the answer has no task' } })
  return { ...task, taskId, state: states[task.state] ?? 'released', tier: task.tier === 'TIER_PAID' ? 'paid' : 'free' }
}

function toDue({ task, taskId, isOver, upstream }: billing.DueTask__Output): DueTask {
  if (upstream === null) throw appError('internal_error', { detail: { reason: 'the task names no upstream' } })
  return { task: toTask(taskId, task), isOver, upstream }
}
