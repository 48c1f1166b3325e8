import { createSocket, type Socket } from 'node:dgram'
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

/**
 * A free TCP port below 32768, claimed for as long as this process lives: until then no process of this machine gets it
 * again from this function, even while the server that listens on it is being started again. `wanted` is answered as it is
 * when nothing listens on it.
 */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isPortFree(wanted))) return wanted
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT)
    const claim = await claimPort(port)
    if (claim === undefined) continue
    if (await isPortFree(port)) return port
    claim.close()
  }
  throw new Error(`no free port found between ${FIRST_PORT} and ${FIRST_PORT + PORT_COUNT}`)
}

/**
 * Keeps `port` from others who ask for a free one; undefined when another has it. What is held is the UDP port of that
 * number: nothing here uses UDP, and the kernel frees it with the process.
 */
export function claimPort(port: number): Promise<Socket | undefined> {
  return new Promise(resolve => {
    const socket = createSocket('udp4')
    socket.once('error', () => {
      socket.close()
      resolve(undefined)
    })
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      resolve(socket)
    })
  })
}
