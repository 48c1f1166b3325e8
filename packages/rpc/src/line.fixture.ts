import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP line to a server that can fall silent, as when a machine is gone, and be cut, as when a process dies. */
export interface Line {
  /** "host:port" in place of the server's. */
  readonly address: string
  /** From now on nothing passes in either direction, and nobody is told. */
  freeze(): void
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
}

/** Opens a line to "host:port". */
export async function openLine(target: string): Promise<Line> {
  const [host = '', port = ''] = target.split(':')
  const sockets = new Set<Socket>()
  let frozen = false
  const carry = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (data: Buffer) => {
      if (!frozen) to.write(data)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer(client => {
    const upstream = connect(Number(port), host)
    carry(client, upstream)
    carry(upstream, client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze() {
      frozen = true
    },
    async cut() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
