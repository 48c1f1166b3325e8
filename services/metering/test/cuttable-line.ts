import { connect, createServer, type Socket } from 'node:net'

/** A TCP line to a server that a test can cut and mend. */
export interface CuttableLine {
  readonly port: number
  /** Breaks every connection and refuses new ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Opens a line to `host:port`. */
export async function openLine(host: string, port: number): Promise<CuttableLine> {
  const sockets = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer(near => {
    keep(near)
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(port, host)
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    cut,
    mend() {
      isCut = false
    },
    async close() {
      cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
