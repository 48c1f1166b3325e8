import type { Watch } from '../json/value.ts'
import { createSseSplitter } from '../sse/splitter.ts'
import { type McpAnswer, readAnswer } from './answer.ts'
import { encodeHeaderValue } from './sentinel.ts'
import { metaKeys, PROTOCOL_VERSION, TASKS_EXTENSION } from './version.ts'

/** A question of the gateway's own, as it is sent. */
export interface OwnQuestion {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const ID = 'mtg'
const EVENT_BYTES_MAX = 10 * 1024 * 1024
const META = {
  [metaKeys.protocolVersion]: PROTOCOL_VERSION,
  [metaKeys.clientCapabilities]: { extensions: { [TASKS_EXTENSION]: {} } },
  [metaKeys.clientInfo]: { name: 'metered-tool-gateway', version: '1' },
}

/** The id of every question, as JSON: each has an exchange to itself. */
export const OWN_ID = JSON.stringify(ID)

/** A question by its method; `name` is what Mcp-Name says of it. */
export function ownQuestion(method: string, name: string, params: object): OwnQuestion {
  const request = { jsonrpc: '2.0', id: ID, method, params: { ...params, _meta: META } }
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      'mcp-method': method,
      'mcp-name': encodeHeaderValue(name),
    },
    body: Buffer.from(JSON.stringify(request)),
  }
}

/** What the response at the end of a stream says; undefined when none comes. */
export async function readStreamed<Understood>(
  chunks: AsyncIterable<Buffer>,
  understand: (answer: McpAnswer) => Understood,
  watch?: Watch,
): Promise<Understood | undefined> {
  const splitter = createSseSplitter(EVENT_BYTES_MAX)
  for await (const chunk of chunks) {
    for (const { data } of splitter.push(chunk)) {
      if (data === undefined || data.length === 0) continue
      const read = await readAnswer(
        data,
        answer => (answer.isResponse ? { understood: understand(answer) } : undefined),
        watch,
      )
      if (read !== undefined) return read.understood
    }
  }
  return undefined
}
