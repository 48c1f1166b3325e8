import { createSseSplitter } from '../sse/splitter.ts'
import { type McpAnswer, readAnswer } from './answer.ts'
import { metaKeys, PROTOCOL_VERSION } from './version.ts'

/** A question of the gateway's own, as it is sent. */
export interface OwnRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const ID = 'mtg-probe'
const META = {
  [metaKeys.protocolVersion]: PROTOCOL_VERSION,
  [metaKeys.clientCapabilities]: {},
  [metaKeys.clientInfo]: { name: 'metered-tool-gateway', version: '1' },
}

/** Asks a server what it is, or what it has. */
export function ownRequestOf(
  method: 'server/discover' | 'tools/list',
  params: Readonly<Record<string, string>> = {},
): OwnRequest {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      'mcp-method': method,
      'mcp-name': method,
    },
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: ID, method, params: { ...params, _meta: META } })),
  }
}

/** The result that a complete answer brings; undefined when it is an error. Throws `publisher_error` for what is neither. */
export async function resultInBody(body: Buffer): Promise<unknown> {
  return await readAnswer(body, resultOf)
}

/** The same of an answer that comes as a stream. */
export async function resultInStream(chunks: AsyncIterable<Buffer>, bytesMax: number): Promise<unknown> {
  const splitter = createSseSplitter(bytesMax)
  for await (const chunk of chunks) {
    for (const { data } of splitter.push(chunk)) {
      if (data === undefined || data.length === 0) continue
      const read = await readAnswer(data, answer => ({
        isResponse: answer.isResponse,
        result: answer.isResponse ? resultOf(answer) : undefined,
      }))
      if (read.isResponse) return read.result
    }
  }
  return undefined
}

/** The scanner has bounded its depth and found no twins in it by now. */
function resultOf({ bytes, root }: McpAnswer): unknown {
  const result = root.members.get('result')
  return result?.kind === 'object' ? JSON.parse(bytes.toString('utf8', result.start, result.end)) : undefined
}
