import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A publisher's server that takes whatever any careless parser would take for a tool call as one. */
export interface LenientPublisher {
  url: string
  /** Requests that arrived. */
  requestCount(): number
  /** Requests that some parser would execute as a tool call. */
  toolCallCount(): number
  close(): Promise<void>
}

/** Whether any parser could read a tool call out of the text: keys in any case, the first twin or the last. */
function couldBeToolCall(text: string): boolean {
  const unescaped = text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\/', '/')
  return /"method"\s*:\s*"tools\/call"/i.test(unescaped.toUpperCase().toLowerCase())
}

/** The id as it was written, so that no digit of a long integer is lost; `null` when there is none. */
function rawId(text: string): string {
  const sources = new Map<unknown, string>()
  // The third argument is younger than the type of JSON.parse.
  const remember = function (this: unknown, key: string, value: unknown, context?: { source?: string }): unknown {
    if (key === 'id' && context?.source !== undefined) sources.set(this, context.source)
    return value
  }
  try {
    return sources.get(JSON.parse(text, remember)) ?? 'null'
  } catch {
    return 'null'
  }
}

/** Starts a publisher that answers everything with an empty, complete result. */
export async function startLenientPublisher(): Promise<LenientPublisher> {
  let requests = 0
  let toolCalls = 0
  const read = async (request: IncomingMessage): Promise<string> => {
    requests += 1
    const text = (await buffer(request)).toString('utf8')
    if (couldBeToolCall(text)) toolCalls += 1
    return `{"jsonrpc":"2.0","id":${rawId(text)},"result":{"resultType":"complete","content":[]}}`
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    read(request).then(
      answer => response.end(answer),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requestCount: () => requests,
    toolCallCount: () => toolCalls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
