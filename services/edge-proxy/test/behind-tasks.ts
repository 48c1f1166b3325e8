import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { type Behind, KEY_ID, type KeptTask } from './behind-state.ts'
import { partOf } from './part-of.ts'

/** Billing's part in tasks, on what a test's edge has behind it. */
export function taskService(
  state: Pick<Behind, 'due' | 'refuseTasks' | 'reserved' | 'settled' | 'tasks' | 'terms' | 'upstream'>,
) {
  return partOf(services.billing.TaskService, {
    KeepTask({ callId, taskId, ttlMs }) {
      if (state.refuseTasks > 0) {
        state.refuseTasks -= 1
        throw appError('internal_error')
      }
      if (state.tasks.has(taskId)) throw appError('call_conflict')
      const buyerId = state.reserved.find(request => request.callId === callId)?.buyerId ?? ''
      state.tasks.set(taskId, { callId, buyerId, ttlMs, isConfirmed: false, isHastened: false })
      return {}
    },
    ConfirmTask({ callId }) {
      for (const task of state.tasks.values()) if (task.callId === callId) task.isConfirmed = true
      return {}
    },
    FindTask({ buyerId, taskId, isCancelling }) {
      const task = state.tasks.get(taskId)
      if (task?.buyerId !== buyerId) throw appError('task_not_found')
      if (isCancelling) task.isHastened = true
      return { task: taskMessage(state.settled, task) }
    },
    LeaseDueTasks() {
      const due = state.due.splice(0)
      const { promiseOutputSchema } = state.terms
      const upstream = { url: state.upstream, credential: 'publisher-key', timeoutMs: 1000, promiseOutputSchema }
      return {
        tasks: due.flatMap(({ taskId, isOver }) => {
          const task = state.tasks.get(taskId)
          return task === undefined ? [] : [{ task: taskMessage(state.settled, task), taskId, isOver, upstream }]
        }),
      }
    },
  })
}

function taskMessage(settled: Behind['settled'], { callId, buyerId }: KeptTask): billing.Task {
  const all = settled.get(callId) ?? []
  const kinds = all.map(({ kind }) => kind)
  const isReleased = kinds.includes('released')
  const isCaptured = kinds.includes('captured')
  return {
    callId,
    state: isReleased ? 'TASK_STATE_RELEASED' : isCaptured ? 'TASK_STATE_CAPTURED' : 'TASK_STATE_OPEN',
    buyerId,
    appId: KEY_ID,
    publisherUsername: 'acme',
    appName: 'search',
    toolName: 'add',
    tier: 'TIER_PAID',
    outcome: all.find(({ kind }) => kind === 'released')?.outcome ?? '',
  }
}
