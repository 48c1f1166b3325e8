import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { freePort } from '@mtg/embedded'

/** A request as the publisher received it. */
export interface PublisherRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown
  /** Resolves when the connection is closed before the answer was complete. */
  readonly aborted: Promise<void>
}

/** How a publisher answers one request. */
export type Behaviour = (request: PublisherRequest, response: ServerResponse) => void | Promise<void>

/** An HTTP server that answers as a test wants it to, well or badly. */
export interface FakePublisher {
  /** "http://host:port" */
  readonly origin: string
  /** Everything received so far, oldest first. */
  readonly requests: readonly PublisherRequest[]
  /** How every request is answered from now on. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
  /** As `close`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a publisher that answers MCP and chat completions requests correctly until told otherwise; on loopback and a free port unless they are given. */
export async function startFakePublisher(listen: { host?: string; port?: number } = {}): Promise<FakePublisher> {
  const requests: PublisherRequest[] = []
  let current: Behaviour = behaviours.wellBehaved()
  const server = createServer((incoming, response) => {
    receive(incoming, response)
      .then(request => {
        requests.push(request)
        return current(request, response)
      })
      .catch(() => response.destroy())
  })
  server.keepAliveTimeout = 30_000
  const { host = '127.0.0.1', port = await freePort() } = listen
  await once(server.listen(port, host), 'listening')
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return {
    origin: `http://${host}:${port}`,
    requests,
    behave(behaviour) {
      current = behaviour
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<PublisherRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  response.once('close', () => {
    if (!response.writableFinished) resolve()
  })
  const { method = '', url: path = '', headers } = incoming
  return { method, path, headers, body, json: parseJson(body), aborted }
}

interface JsonRpcRequest {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly name?: string; readonly arguments?: unknown }
}

/** Ways of a publisher. Streams are lists of pieces that are written one by one. */
export const behaviours = {
  /** Answers any MCP request with a complete result that echoes its arguments, any chat with a reply. */
  wellBehaved: (): Behaviour => (request, response) => {
    if (isChat(request)) return behaviours.chat('hello', 7)(request, response)
    const { method, params } = request.json as JsonRpcRequest
    const echo = JSON.stringify(params?.arguments ?? method)
    return behaviours.result({ resultType: 'complete', content: [{ type: 'text', text: echo }] })(request, response)
  },
  /** A JSON-RPC result for the request's own id. */
  result:
    (result: object): Behaviour =>
    (request, response) =>
      sendJson(response, 200, { jsonrpc: '2.0', id: idOf(request), result }),
  /** A JSON-RPC error for the request's own id. */
  rpcError:
    (code: number, status = 200): Behaviour =>
    (request, response) =>
      sendJson(response, status, { jsonrpc: '2.0', id: idOf(request), error: { code, message: 'refused' } }),
  /** A complete chat reply; no `totalTokens`: it lacks its usage. */
  chat:
    (content: string, totalTokens?: number): Behaviour =>
    (_request, response) =>
      sendJson(response, 200, {
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        ...(totalTokens === undefined ? {} : { usage: { total_tokens: totalTokens } }),
      }),
  /** Any status, body and headers. */
  reply:
    (status: number, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}): Behaviour =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    },
  /** A stream of events; pieces may be made from the request. Ends cleanly after the last one. */
  stream:
    (...pieces: (string | ((request: PublisherRequest) => string))[]): Behaviour =>
    async (request, response) => {
      openStream(response)
      for (const piece of pieces) await writePiece(response, typeof piece === 'string' ? piece : piece(request))
      response.end()
    },
  /** As `stream`, but the connection is reset after the last piece. */
  streamThenCut:
    (...pieces: string[]): Behaviour =>
    async (_request, response) => {
      openStream(response)
      for (const piece of pieces) await writePiece(response, piece)
      response.destroy()
    },
  /** As `stream`, but nothing follows the last piece, not even the end. */
  streamThenStall:
    (...pieces: string[]): Behaviour =>
    async (_request, response) => {
      openStream(response)
      for (const piece of pieces) await writePiece(response, piece)
    },
  /** Never answers. */
  stall: (): Behaviour => () => {},
  /** Sends the head and half of the body it promises, then nothing. */
  stallMidBody: (): Behaviour => (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"jsonrpc":')
  },
  /** Sends the head and half of the body it promises, then resets the connection. */
  cutMidBody: (): Behaviour => async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    await writePiece(response, '{"jsonrpc":')
    response.destroy()
  },
  /** Resets the connection without a word. */
  reset: (): Behaviour => (_request, response) => void response.destroy(),
  /** Sends JSON without end. */
  flood:
    (type = 'application/json'): Behaviour =>
    async (_request, response) => {
      response.writeHead(200, { 'content-type': type })
      const chunk = 'x'.repeat(64 * 1024)
      while (!response.destroyed) await writePiece(response, chunk)
    },
  /** Sends somebody elsewhere. */
  redirect:
    (location: string): Behaviour =>
    (_request, response) =>
      void response.writeHead(307, { location }).end(),
  /** A small compressed body that is large when unpacked. */
  compressionBomb: (): Behaviour => (_request, response) => {
    const body = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20))
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
  },
}

/** An SSE event with a JSON-RPC result for the request's own id. */
export const resultEvent =
  (result: object) =>
  (request: PublisherRequest): string =>
    `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: idOf(request), result })}\n\n`

/** An SSE event with a progress notification. */
export const progressEvent = (progress: number): string =>
  `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":${progress}}}\n\n`

/** An SSE chunk of a streamed chat reply; with `totalTokens` the one that ends it. */
export const chatChunk = (content: string, totalTokens?: number): string =>
  `data: ${JSON.stringify({
    object: 'chat.completion.chunk',
    choices: totalTokens === undefined ? [{ index: 0, delta: { content } }] : [],
    ...(totalTokens === undefined ? {} : { usage: { total_tokens: totalTokens } }),
  })}\n\n`

/** What ends a streamed chat reply. */
export const chatDone = 'data: [DONE]\n\n'

function idOf(request: PublisherRequest): string | number | null {
  return (request.json as JsonRpcRequest | undefined)?.id ?? null
}

function isChat({ json }: PublisherRequest): boolean {
  return typeof json === 'object' && json !== null && 'messages' in json
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
}

/** Writes a piece of an answer. Resolves when it has left, or nobody takes it any more. */
export function writePiece(response: ServerResponse, piece: string): Promise<void> {
  return new Promise(resolve => {
    if (response.destroyed) return resolve()
    response.once('close', done)
    response.write(piece, done)

    function done(): void {
      response.off('close', done)
      resolve()
    }
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
