import { connect, createServer, type Socket } from 'node:net'
import type { Random } from './random.ts'

/**
 * A TCP line that now and then breaks after a request has passed and before its reply has: to the caller it looks as if
 * the server had died, to the server as if it had answered. What was asked is asked again: a duplicate.
 */
export interface LossyLine {
  readonly address: string
  /** How often the line broke. */
  readonly breaks: () => number
  close(): Promise<void>
}

/** Opens a line to "host:port" on which each piece of a reply is lost with the given probability. */
export async function openLossyLine(target: string, lossRatio: number, random: Random): Promise<LossyLine> {
  const separator = target.lastIndexOf(':')
  const host = target.slice(0, separator)
  const port = Number(target.slice(separator + 1))
  const sockets = new Set<Socket>()
  let breaks = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer(near => {
    const far = connect(port, host)
    keep(near)
    keep(far)
    near.pipe(far)
    far.on('data', piece => {
      if (random.next() >= lossRatio) {
        near.write(piece)
        return
      }
      breaks += 1
      near.destroy()
      far.destroy()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return {
    address: `127.0.0.1:${address.port}`,
    breaks: () => breaks,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
