import { toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { judgeTaskBody, judgeTaskStream, taskRequestOf } from '../adapters/mcp/ask-task.ts'
import { CallPromises, type PromiseServices } from '../call/promises.ts'
import type { TaskSettlement } from '../call/task-settlement.ts'
import type { DueTask, TasksClient } from '../clients/tasks.ts'
import type { ByteBudget } from '../limits/bytes/byte-budget.ts'
import { askPublisher, isGood } from '../publisher/ask.ts'
import type { ExchangeLimits } from '../publisher/exchange.ts'
import type { PublisherAnswer } from '../publisher/publisher-answer.ts'
import type { Sender } from '../publisher/sender.ts'

/** Who is asked, and what becomes of the answers. */
export interface AskDueTasksOptions {
  readonly tasks: TasksClient
  readonly settlement: TaskSettlement
  /** What results are held against that were promised to be of a form. */
  readonly promises: PromiseServices
  readonly sender: Sender
  readonly answerBytes: ByteBudget
  readonly answerLimits: Omit<ExchangeLimits, 'firstByteMs' | 'isEndless'>
  readonly intervalMs: number
  readonly log: Logger
}

const TASKS_AT_ONCE = 20
/** Less than a task is leased for. */
const ANSWER_MS_MAX = 15_000

/**
 * Asks publishers about tasks whose time is over and whose buyers have not asked again: what is completed is charged, and all else
 * is given back.
 */
export function startAskingDueTasks(options: AskDueTasksOptions): PeriodicJob {
  const { tasks, intervalMs, log } = options

  async function run(): Promise<void> {
    // A full batch may have left some behind.
    for (;;) {
      const due = await tasks.leaseDue(TASKS_AT_ONCE)
      await Promise.all(due.map(task => settleDue(options, task)))
      if (due.length < TASKS_AT_ONCE) return
    }
  }

  return startPeriodicJob({ name: 'ask due tasks', intervalMs, run, log })
}

/** Never rejects: what could not be done is due again. */
async function settleDue({ settlement, log, ...options }: AskDueTasksOptions, due: DueTask): Promise<void> {
  const { task, isOver } = due
  const end = await ask(options, due).catch((thrown: unknown) => {
    log.info({ err: toAppError(thrown), callId: task.callId }, 'a publisher did not say how a task stands')
    return undefined
  })
  if (end === undefined && !isOver) return
  try {
    await settlement.settle(task, end ?? { isCharged: false, outcome: 'task_expired' })
  } catch (thrown) {
    log.warn({ err: toAppError(thrown), callId: task.callId }, 'a task could not be settled: it is asked about again')
  }
}

async function ask(
  { sender, answerBytes, answerLimits, promises }: Omit<AskDueTasksOptions, 'settlement' | 'log'>,
  due: DueTask,
) {
  const { task, upstream } = due
  const app = `${task.publisherUsername}/${task.appName}`
  const asking = {
    url: upstream.url,
    lane: { app, publisher: task.publisherUsername, buyerId: task.buyerId },
    credential: upstream.credential,
    question: taskRequestOf(task.taskId),
    timeMs: Math.min(upstream.timeoutMs, ANSWER_MS_MAX),
    limits: answerLimits,
    answerBytes,
  }
  return await askPublisher(sender, asking, async answer => {
    const end = await endIn(answer, upstream)
    return end && (await promisesOf(due, promises).judgeEnd(task.toolName, end))
  })
}

async function endIn(answer: PublisherAnswer, { chargeToolErrors, promiseOutputSchema }: DueTask['upstream']) {
  const terms = { chargeToolErrors, wantsOutput: promiseOutputSchema }
  if (!isGood(answer)) return undefined
  return answer.kind === 'stream'
    ? await judgeTaskStream(answer.chunks, terms)
    : await judgeTaskBody(answer.body, terms)
}

function promisesOf({ task, upstream }: DueTask, services: PromiseServices): CallPromises {
  const { appId, publisherUsername: publisher, appName, buyerId } = task
  const app = { appId, name: `${publisher}/${appName}`, publisher, buyerId, upstream }
  return new CallPromises(app, { outputSchema: upstream.promiseOutputSchema, firstByteMs: undefined }, services)
}
