import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import type { Socket } from 'node:net'

/** A request for one replica. */
export interface Outgoing {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer
  readonly signal: AbortSignal
}

/** No answer came. */
export class ExchangeFailure extends Error {
  /** Whether the replica may have the request whole, and so may have carried it out. */
  readonly mayHaveActed: boolean

  constructor(cause: unknown, mayHaveActed: boolean) {
    super('a service did not answer', { cause })
    this.mayHaveActed = mayHaveActed
  }
}

/**
 * Each exchange on a connection of its own: one that was kept may end, with its replica, under a request that must not be repeated.
 * A new one may end so as well, which the kernel had taken before the replica closed its port. So a body follows only once the replica
 * has said that it reads the request (RFC 9110 section 10.1.1): until then it cannot have carried anything out.
 */
export class ServiceExchanges {
  readonly #connectTimeoutMs: number
  readonly #agent: Agent

  constructor({ connectionsMax, connectTimeoutMs }: { connectionsMax: number; connectTimeoutMs: number }) {
    this.#connectTimeoutMs = connectTimeoutMs
    this.#agent = new Agent({ keepAlive: false, maxSockets: connectionsMax })
  }

  /** Rejects with an ExchangeFailure. The answer's body is still to be read. */
  exchange(origin: string, { path, method, headers, body, signal }: Outgoing): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const hasBody = body.length > 0
    const framing = hasBody ? { expect: '100-continue', 'content-length': String(body.length) } : {}
    const options = { path, method, signal, agent: this.#agent, headers: { ...headers, ...framing } }
    const request = openRequest(origin, options)
    let mayHaveActed = false
    const connected = () => {
      mayHaveActed ||= !hasBody
    }
    request.once('socket', socket => {
      if (!socket.connecting) return connected()
      socket.once('connect', connected)
      this.#boundConnect(socket)
    })
    request.once('continue', () => {
      mayHaveActed = true
      request.end(body)
    })
    request.once('response', answer => {
      // One that was refused unread gets no body any more.
      if (!request.writableEnded) answer.once('close', () => request.destroy())
      resolve(answer)
    })
    request.on('error', thrown => reject(new ExchangeFailure(thrown, mayHaveActed)))
    if (!hasBody) request.end()
    return promise
  }

  #boundConnect(socket: Socket): void {
    const giveUp = () => {
      if (socket.connecting) socket.destroy(new Error('no connection in time'))
    }
    // Looked at once more after the poll: a process that was held up itself has not yet heard that it is connected.
    const timer = setTimeout(() => setImmediate(giveUp), this.#connectTimeoutMs)
    for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
  }

  close(): void {
    this.#agent.destroy()
  }
}
