import { type billing, services } from '@mtg/contracts'
import { asAppId, type PublisherId } from '@mtg/primitives'
import {
  buyerIdOf,
  callIdOf,
  implement,
  int64Of,
  invalidField,
  pageOf,
  pageSizeOf,
  readTimeToken,
  timeToken,
  toTimestamp,
  uuidOf,
} from '@mtg/rpc'
import type { Reach } from '../domain/failpoints.ts'
import type { DueTask, ListedTask, Task } from '../domain/task.ts'
import { confirmTask, leaseDueTasks, listTasks } from '../store/tasks.ts'
import { find, type TaskDeps as KeepDeps, keep } from '../use-cases/tasks/tasks.ts'
import { toTierMessage } from './wire/tier.ts'

/** Where tasks are kept, and how publishers' keys are opened. */
export interface TaskDeps extends KeepDeps {
  readonly openCredential: (sealed: Buffer, publisherId: PublisherId) => string
  /** Fault tests end the process here, after each commit. */
  readonly reach: Reach
}

const TASK_ID_BYTES_MAX = 1024
const LEASED_MAX = 100

/** TaskService: calls that their publishers carry on as tasks, for the edge. */
export function taskService(deps: TaskDeps) {
  const { db, reach } = deps
  return implement(services.billing.TaskService, {
    async KeepTask(request) {
      const ttlMs = Number(int64Of(request.ttlMs, 'ttl_ms'))
      const task = { callId: callIdOf(request.callId), taskId: taskIdOf(request.taskId) }
      await keep(deps, { ...task, ttlMs: ttlMs === 0 ? undefined : ttlMs })
      reach('task_kept')
      return {}
    },
    async ConfirmTask(request) {
      await confirmTask(db, callIdOf(request.callId))
      reach('task_confirmed')
      return {}
    },
    async FindTask(request) {
      const task = await find(deps, {
        buyerId: buyerIdOf(request.buyerId),
        appId: asAppId(uuidOf(request.appId, 'app_id')),
        taskId: taskIdOf(request.taskId),
        isCancelling: request.isCancelling,
      })
      return { task: toTaskMessage(task) }
    },
    async LeaseDueTasks({ countMax }) {
      if (countMax < 1 || countMax > LEASED_MAX) throw invalidField('count_max', `must be 1 to ${LEASED_MAX}`)
      const due = await leaseDueTasks(db, countMax)
      reach('tasks_leased')
      return { tasks: due.map(task => toDueMessage(deps, task)) }
    },
    async ListTasks(request) {
      const size = pageSizeOf(request.pageSize)
      const rows = await listTasks(db, buyerIdOf(request.buyerId), {
        isOpenOnly: request.openOnly,
        after: readTimeToken(request.pageToken),
        limit: size + 1,
      })
      const { page, nextPageToken } = pageOf(rows, size, last =>
        timeToken({ createdAt: last.startedAt, id: last.callId }),
      )
      return { tasks: page.map(toListedMessage), nextPageToken }
    },
  })
}

function taskIdOf(text: string): string {
  const bytes = Buffer.byteLength(text)
  if (bytes < 1 || bytes > TASK_ID_BYTES_MAX) throw invalidField('task_id', `must have 1 to ${TASK_ID_BYTES_MAX} bytes`)
  return text
}

const states = {
  open: 'TASK_STATE_OPEN',
  captured: 'TASK_STATE_CAPTURED',
  released: 'TASK_STATE_RELEASED',
} as const

function toTaskMessage(task: Task): billing.Task {
  return {
    callId: task.callId,
    state: states[task.state],
    buyerId: task.buyerId,
    keyId: task.keyId ?? '',
    purchaseId: task.purchaseId,
    appId: task.appId,
    publisherUsername: task.username,
    appName: task.appName,
    toolName: task.tool,
    tier: toTierMessage(task.tier),
    outcome: task.outcome,
  }
}

function toListedMessage(task: ListedTask): billing.ListedTask {
  return {
    task: toTaskMessage(task),
    priceMicros: task.priceMicros.toString(),
    startedAt: toTimestamp(task.startedAt),
    endsAt: toTimestamp(task.endsAt),
    isHandedOver: task.isHandedOver,
  }
}

function toDueMessage({ sealer, openCredential }: TaskDeps, task: DueTask): billing.DueTask {
  const { apiKeySealed, publisherId, upstreamUrl, timeoutMs, chargeToolErrors, promiseOutputSchema } = task
  // A publisher without a key is asked without one: what comes of it decides about the money as any other answer does.
  const credential = apiKeySealed === null ? '' : openCredential(apiKeySealed, publisherId)
  return {
    task: toTaskMessage(task),
    taskId: sealer.open(task.taskIdSealed, task.callId),
    isOver: task.isOver,
    upstream: { url: upstreamUrl, credential, timeoutMs, chargeToolErrors, promiseOutputSchema },
  }
}
