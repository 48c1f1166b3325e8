import type { Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { endIdleUntil } from './end-idle.ts'

/** Where to listen; port 0 is any free one. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** More sockets on one port. */
export interface AcceptLanes {
  /** Takes no more connections; resolves when those that came over the lanes have ended. */
  close(): Promise<void>
}

/**
 * libuv accepts one connection per listening socket in a round of the event loop. In a crowd a round takes tens of
 * milliseconds: measured with 3,000 connections waiting, an honest caller was accepted after ten seconds, and with these
 * lanes within a round or two. With 12 of them, ten minutes of all attacks at once arrived faster than they were accepted.
 */
const LANES = 64
/** Connections that the kernel takes before we do, for each lane: with Node's 511, a crowd makes everybody wait to connect. */
export const BACKLOG = 4_096

/** Only Linux shares the connections of a port out among its sockets. */
export const canShare = process.platform === 'linux'

/** Rejects when another process listens there: sockets that share a port would not notice. */
export async function claimPort({ host, port }: ListenAddress): Promise<void> {
  if (port === 0 || !canShare) return
  const probe = createServer()
  await listen(probe, { host, port, reusePort: false })
  await new Promise(resolve => probe.close(resolve))
}

/** Opens further lanes beside a server that listens with `reusePort`; their connections become the server's. */
export async function openAcceptLanes(server: HttpServer, address: ListenAddress): Promise<AcceptLanes> {
  const onConnection = (socket: Socket) => void server.emit('connection', socket)
  // The options with which http.Server makes its own socket.
  const options = { allowHalfOpen: true, noDelay: true }
  const lanes = Array.from({ length: canShare ? LANES - 1 : 0 }, () => createServer(options, onConnection))
  await Promise.all(lanes.map(lane => listen(lane, { ...address, reusePort: true })))
  return {
    async close() {
      // The server's own end does not wait for these connections.
      await endIdleUntil(server, Promise.all(lanes.map(lane => new Promise(resolve => lane.close(resolve)))))
    },
  }
}

function listen(server: Server, address: ListenAddress & { readonly reusePort: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
