import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A request as it arrived. */
export interface RawRequest {
  /** Request line and headers, as text. */
  readonly head: string
  readonly body: string
  /** How many requests this connection has carried, this one included. */
  readonly count: number
}

/** Writes whatever it likes to the connection, HTTP or not. */
export type RawBehaviour = (request: RawRequest, socket: Socket) => void | Promise<void>

/** A publisher that answers with bytes of its own choice. */
export interface RawPublisher extends AsyncDisposable {
  /** How every request is answered from now on. */
  behave(behaviour: RawBehaviour): void
  close(): Promise<void>
}

const HEAD_END = '\r\n\r\n'

/** Starts one; until told otherwise it answers correctly. */
export async function startRawPublisher(port: number): Promise<RawPublisher> {
  const sockets = new Set<Socket>()
  let current: RawBehaviour = (request, socket) => void socket.write(rawAnswer(honestAnswerTo(request)))
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    readRequests(socket, async request => await current(request, socket))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    behave(behaviour) {
      current = behaviour
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function readRequests(socket: Socket, take: (request: RawRequest) => Promise<void>): void {
  let received: Buffer = Buffer.alloc(0)
  let count = 0
  socket.on('data', chunk => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const headEnd = received.indexOf(HEAD_END)
      if (headEnd === -1) return
      const head = received.toString('latin1', 0, headEnd)
      const bodyStart = headEnd + HEAD_END.length
      const bodyEnd = bodyStart + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      if (received.length < bodyEnd) return
      const body = received.toString('utf8', bodyStart, bodyEnd)
      received = received.subarray(bodyEnd)
      count += 1
      take({ head, body, count }).catch(() => socket.destroy())
    }
  })
}

/** A whole answer on the wire, with its length and, unless told otherwise, as JSON. */
export function rawAnswer(body: string, headers: Readonly<Record<string, string>> = {}, status = '200 OK'): string {
  const all = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}

/** The right body for a request: a complete result, or a chat reply. */
export function honestAnswerTo({ body }: Pick<RawRequest, 'body'>): string {
  const { id, messages } = JSON.parse(body) as { id?: unknown; messages?: unknown }
  if (messages === undefined) {
    return JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', content: [] } })
  }
  const choice = { index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }
  return JSON.stringify({ object: 'chat.completion', choices: [choice], usage: { total_tokens: 7 } })
}
