import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A request as it came over a connection. */
export interface RawRequest {
  readonly connection: Socket
  /** How many requests came over this connection before. */
  readonly index: number
  /** The body as JSON: a JSON-RPC request, or a chat request with `messages`. */
  readonly json: { readonly id?: string | number; readonly [key: string]: unknown }
}

/** A publisher that writes what it likes on its connections, HTTP or not. */
export interface RawPublisher extends AsyncDisposable {
  readonly origin: string
  /** Connections that are open now. */
  readonly connections: ReadonlySet<Socket>
  /** Connections that there ever were. */
  accepted(): number
  /** What becomes of every request from now on. */
  behave(behaviour: (request: RawRequest) => void): void
  close(): Promise<void>
}

/** Starts one, on a free port or a given one; until told otherwise it answers as it should. */
export async function startRawPublisher(port = 0): Promise<RawPublisher> {
  const connections = new Set<Socket>()
  let accepted = 0
  let current: (request: RawRequest) => void = ({ connection, json }) => void connection.write(honestAnswerTo(json))
  const server = createServer({ noDelay: true }, connection => {
    accepted += 1
    connections.add(connection)
    let pending = ''
    let index = 0
    connection.on('error', () => {})
    connection.on('close', () => connections.delete(connection))
    connection.on('data', chunk => {
      pending += chunk.toString('latin1')
      for (let request = cut(pending); request !== undefined; request = cut(pending)) {
        pending = request.rest
        current({ connection, index, json: JSON.parse(request.body) as RawRequest['json'] })
        index += 1
      }
    })
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const close = async () => {
    for (const connection of connections) connection.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    accepted: () => accepted,
    behave(behaviour) {
      current = behaviour
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function cut(text: string): { body: string; rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  const from = end + 4
  if (text.length < from + length) return undefined
  return { body: text.slice(from, from + length), rest: text.slice(from + length) }
}

/** A whole HTTP answer. */
export function rawAnswer(body: string, { status = '200 OK', type = 'application/json', extra = '' } = {}): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\n${extra}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** A whole HTTP answer with a complete result. */
export function rawResult(id: unknown, text = 'ok'): string {
  const content = [{ type: 'text', text }]
  return rawAnswer(JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', content } }))
}

/** A whole HTTP answer with a chat completion. */
export function rawChat(content: string): string {
  const choices = [{ index: 0, message: { role: 'assistant', content } }]
  return rawAnswer(JSON.stringify({ choices, usage: { total_tokens: 1 } }))
}

/** The right answer to a request: a complete result, or a chat completion. */
export function honestAnswerTo(json: RawRequest['json']): string {
  return json['messages'] === undefined ? rawResult(json.id) : rawChat('hello')
}
