import type { ChargeTerms, TaskEnd } from '../adapter.ts'
import { judgeTask, type McpAnswer, readAnswer } from './answer.ts'
import { OWN_ID, type OwnQuestion, ownQuestion, readStreamed } from './own-question.ts'

/** Asks how a task stands. */
export function taskRequestOf(taskId: string): OwnQuestion {
  return ownQuestion('tasks/get', taskId, { taskId })
}

/** What the answer to that question says of the task's end; undefined when it goes on, or nothing is known of it. */
export async function judgeTaskBody(body: Buffer, terms: ChargeTerms): Promise<TaskEnd | undefined> {
  return await readAnswer(body, endBy(terms))
}

/** The same of an answer that comes as a stream. */
export async function judgeTaskStream(chunks: AsyncIterable<Buffer>, terms: ChargeTerms): Promise<TaskEnd | undefined> {
  return await readStreamed(chunks, endBy(terms))
}

const endBy = (terms: ChargeTerms) => (answer: McpAnswer) => judgeTask(answer, OWN_ID, terms).taskEnd
