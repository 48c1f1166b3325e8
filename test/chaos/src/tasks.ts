import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, callMcp, callTool } from '@mtg/testing'
import { errorCodeOf, resultOf } from './answer.ts'
import type { Buyer } from './market.ts'
import { PREPAID_APP, SLOW_APP } from './market.ts'
import { TASK_TTL_MS } from './publisher.ts'
import type { Random } from './random.ts'

/** A call that became a task, as its caller saw it. */
export interface SeenTask {
  /** Of the call that started it. */
  readonly callId: string
  readonly taskId: string
  readonly isPrepaid: boolean
  /** What was delivered in the end; undefined: its caller never got that, or never asked. */
  end: string | undefined
  /** Whether nobody knew of it before its time was over. */
  isLost: boolean
}

/** What starting a task came to. */
export type Started =
  | { readonly kind: 'cut off' }
  | { readonly kind: 'refused'; readonly callId: string; readonly code: string }
  | { readonly kind: 'task'; readonly task: SeenTask }

const CALL_TIMEOUT_MS = 20_000
const POLL_MIN_MS = 50
const POLL_SPREAD_MS = 300
/** Results that nobody fetches: the gateway asks for them itself. */
const ABANDONED_RATIO = 0.3
const PREPAID_RATIO = 0.3
const ends: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

/** Starts a task, and asks for its result until it is there or the task's time is over; some callers never do. */
export async function runTask(buyer: Buyer, edgeUrls: readonly string[], random: Random): Promise<Started> {
  const [credential = ''] = buyer.keys
  const isPrepaid = random.next() < PREPAID_RATIO
  const app = isPrepaid ? PREPAID_APP : SLOW_APP
  const startedAtMs = performance.now()
  const toEdge = () => ({
    baseUrl: random.pick(edgeUrls),
    app,
    credential,
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  const answer = await callTool({ ...toEdge(), tool: 'dig' }).catch(() => undefined)
  if (answer?.callId === undefined) return { kind: 'cut off' }
  const { callId } = answer
  const taskId = resultOf(answer)?.taskId
  if (typeof taskId !== 'string') {
    return { kind: 'refused', callId, code: errorCodeOf(answer) ?? String(answer.status) }
  }
  const task: SeenTask = { callId, taskId, isPrepaid, end: undefined, isLost: false }
  const ask = () => callMcp({ ...toEdge(), method: 'tasks/get', params: { taskId }, headers: { 'mcp-name': taskId } })
  if (random.next() >= ABANDONED_RATIO) await poll(task, ask, startedAtMs + TASK_TTL_MS, random)
  return { kind: 'task', task }
}

/** Its time began after it was asked for, so it is not over before `endsAtMs`. */
async function poll(task: SeenTask, ask: () => Promise<Answer>, endsAtMs: number, random: Random): Promise<void> {
  while (performance.now() < endsAtMs) {
    await sleep(POLL_MIN_MS + random.below(POLL_SPREAD_MS))
    const answer = await ask().catch(() => undefined)
    if (answer === undefined) continue
    const status = resultOf(answer)?.status
    if (typeof status === 'string' && ends.has(status)) {
      task.end = status
      return
    }
    if (errorCodeOf(answer) === 'task_not_found' && performance.now() < endsAtMs) {
      task.isLost = true
      return
    }
  }
}
