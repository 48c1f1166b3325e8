import { connect, createServer } from 'node:net'

const FIRST_PORT = 20_000
const PORT_COUNT = 12_000 // Stays below 32768, where the kernel takes ports for outgoing connections.
const ATTEMPTS_MAX = 200
const CONNECT_TIMEOUT_MS = 5_000

/** True when nothing listens on `port`, so that a server may. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** True when something accepts connections on `port`. */
export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host, timeout: CONNECT_TIMEOUT_MS })
    const settle = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}

const givenOut = new Set<number>()

/** A free TCP port below 32768. One process never gets the same port twice. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT)
    if (givenOut.has(port) || !(await isPortFree(port, host))) continue
    givenOut.add(port)
    return port
  }
  throw new Error(`no free port found between ${FIRST_PORT} and ${FIRST_PORT + PORT_COUNT} on ${host}`)
}
