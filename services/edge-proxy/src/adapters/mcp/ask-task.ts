import type { ChargeTerms, TaskEnd } from '../adapter.ts'
import { createSseSplitter } from '../sse/splitter.ts'
import { judgeTask, readAnswer } from './answer.ts'
import { encodeHeaderValue } from './sentinel.ts'
import { metaKeys, PROTOCOL_VERSION, TASKS_EXTENSION } from './version.ts'

/** The gateway's own question for a task, as it is sent. */
export interface TaskRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const METHOD = 'tasks/get'
const ID = 'mtg-task'
const EVENT_BYTES_MAX = 10 * 1024 * 1024
const META = {
  [metaKeys.protocolVersion]: PROTOCOL_VERSION,
  [metaKeys.clientCapabilities]: { extensions: { [TASKS_EXTENSION]: {} } },
  [metaKeys.clientInfo]: { name: 'metered-tool-gateway', version: '1' },
}

/** Asks how a task stands. */
export function taskRequestOf(taskId: string): TaskRequest {
  const request = { jsonrpc: '2.0', id: ID, method: METHOD, params: { taskId, _meta: META } }
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      'mcp-method': METHOD,
      'mcp-name': encodeHeaderValue(taskId),
    },
    body: Buffer.from(JSON.stringify(request)),
  }
}

/** What the answer to that question says of the task's end; undefined when it goes on, or nothing is known of it. */
export async function judgeTaskBody(body: Buffer, terms: ChargeTerms): Promise<TaskEnd | undefined> {
  return await readAnswer(body, answer => judgeTask(answer, `"${ID}"`, terms).taskEnd)
}

/** The same of an answer that comes as a stream. */
export async function judgeTaskStream(chunks: AsyncIterable<Buffer>, terms: ChargeTerms): Promise<TaskEnd | undefined> {
  const splitter = createSseSplitter(EVENT_BYTES_MAX)
  for await (const chunk of chunks) {
    for (const { data } of splitter.push(chunk)) {
      if (data === undefined || data.length === 0) continue
      const read = await readAnswer(data, answer => ({
        isResponse: answer.isResponse,
        end: answer.isResponse ? judgeTask(answer, `"${ID}"`, terms).taskEnd : undefined,
      }))
      if (read.isResponse) return read.end
    }
  }
  return undefined
}
