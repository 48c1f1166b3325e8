import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Bounds the connections of a server. When there are too many, one gives way to the newest: the oldest that waits for
 * nothing, else the oldest. Refusing the newest would let strangers who only hold connections keep honest callers out.
 */
export function boundConnections(server: Server, connectionsMax: number): void {
  // In the order in which they came; the number of requests that each waits to be answered.
  const open = new Map<Socket, number>()
  const oldest = () => {
    for (const [socket, waiting] of open) if (waiting === 0) return socket
    return open.keys().next().value
  }
  server.on('connection', socket => {
    if (open.size >= connectionsMax) oldest()?.destroy()
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const change = (by: number) => {
      const waiting = open.get(socket)
      if (waiting !== undefined) open.set(socket, waiting + by)
    }
    change(1)
    response.once('close', () => change(-1))
  })
}
