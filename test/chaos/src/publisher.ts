import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Behaviour, behaviours, progressEvent, resultEvent } from '@mtg/testing'
import { FIRST_BYTE_MS } from './market.ts'
import type { Random } from './random.ts'

const FAILURE_RATIO = 0.2
const STREAM_RATIO = 0.25

const failures: readonly Behaviour[] = [
  behaviours.reply(500),
  behaviours.reply(404),
  behaviours.reset(),
  behaviours.reply(200, '{"jsonrpc":'),
  behaviours.rpcError(-32_603),
  behaviours.streamThenCut(progressEvent(1)),
]

/** A fifth of the answers fail, each in one of the ways that publishers fail; a quarter of the others are streams. */
export function unreliable(random: Random): Behaviour {
  const plain = behaviours.wellBehaved()
  const stream = behaviours.stream(progressEvent(1), resultEvent({ resultType: 'complete', content: [] }))
  return (request, response) => {
    if (random.next() < FAILURE_RATIO) return random.pick(failures)(request, response)
    return random.next() < STREAM_RATIO ? stream(request, response) : plain(request, response)
  }
}

/** What a tool of the app with promises does: it keeps them, breaks the form of its output, or begins too late. */
export type ExactTool = 'keep' | 'break' | 'late'
export const exactTools: readonly ExactTool[] = ['keep', 'break', 'late']
const LATE_MS = FIRST_BYTE_MS + 200

/** As `unreliable`, by a publisher that has promised something and whose tools are named after what they make of it. */
export function promising(random: Random, failureRatio = FAILURE_RATIO): Behaviour {
  const outputSchema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
  const list = behaviours.result({ tools: exactTools.map(name => ({ name, inputSchema: {}, outputSchema })) })
  return async (request, response) => {
    const { method, params } = request.json as { method: string; params?: { name?: string } }
    if (method === 'tools/list') return list(request, response)
    if (random.next() < failureRatio) return random.pick(failures)(request, response)
    const isStream = random.next() < STREAM_RATIO
    if (params?.name === 'late') await sleep(LATE_MS)
    const sum = params?.name === 'break' ? 'three' : 3
    const result = { resultType: 'complete', content: [], structuredContent: { sum } }
    const answer = isStream ? behaviours.stream(progressEvent(1), resultEvent(result)) : behaviours.result(result)
    return answer(request, response)
  }
}

/** How a task ends; `never`: it is still under way when its time is over. */
export type Fate = 'completed' | 'failed' | 'cancelled' | 'never'

/** How long a task lives. */
export const TASK_TTL_MS = 4000
const WORK_MS_MAX = 2000
const TASK_FAILURE_RATIO = 0.1
const fates: readonly Fate[] = ['completed', 'completed', 'completed', 'failed', 'cancelled', 'never']

/** A publisher that takes every call on as a task; a tenth of its answers fail. */
export function taskWorker(random: Random) {
  const tasks = new Map<string, { fate: Fate; endsAtMs: number }>()
  const failures = [behaviours.reply(500), behaviours.reset(), behaviours.rpcError(-32_603)]

  function take(): object {
    const taskId = randomUUID()
    tasks.set(taskId, { fate: random.pick(fates), endsAtMs: performance.now() + random.below(WORK_MS_MAX) })
    return { resultType: 'task', taskId, status: 'working', ttlMs: TASK_TTL_MS }
  }

  function tell(taskId: string): object {
    const { fate, endsAtMs } = tasks.get(taskId) ?? { fate: 'failed', endsAtMs: 0 }
    const status = fate === 'never' || performance.now() < endsAtMs ? 'working' : fate
    const more = { completed: { result: { content: [] } }, failed: { error: { code: -32_603, message: 'it failed' } } }
    return {
      resultType: 'complete',
      taskId,
      status,
      ttlMs: TASK_TTL_MS,
      ...(status === 'completed' || status === 'failed' ? more[status] : {}),
    }
  }

  const behaviour: Behaviour = (request, response) => {
    if (random.next() < TASK_FAILURE_RATIO) return random.pick(failures)(request, response)
    const { method, params } = request.json as { method: string; params?: { taskId?: string } }
    const result = method === 'tools/call' ? take() : tell(params?.taskId ?? '')
    return behaviours.result(result)(request, response)
  }
  return { behaviour, fateOf: (taskId: string): Fate | undefined => tasks.get(taskId)?.fate }
}
