// The load of bench:edge: a fixed number of connections, each of which calls again as soon as it is answered, or at a
// fixed rate.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readFrames } from './frames.ts'

interface Order {
  readonly origin: string
  readonly connections: number
  readonly seconds: number
  readonly key: string
  readonly app: string
  /** Calls per second of all connections together; undefined: as fast as they are answered. */
  readonly rate?: number
}

interface Connection {
  /** Resolves with the status. */
  call(): Promise<number>
  /** Whether the other side wants no further call on it. */
  isEnding(): boolean
  close(): void
}

const CLOSE = /\r\nconnection: *close/i
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: '1',
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: 'x'.repeat(900) } },
})

async function run({ origin, connections, seconds, key, app, rate }: Order) {
  const request = requestFor(new URL(origin), key, app)
  const latencies: number[] = []
  let failed = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const intervalMs = rate === undefined ? 0 : (connections / rate) * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      let connection = await open(new URL(origin), request)
      for (let dueMs = start + (intervalMs * index) / connections; ; dueMs += intervalMs) {
        if (intervalMs > 0) await pause(Math.max(0, dueMs - performance.now()))
        const calledAtMs = performance.now()
        if (calledAtMs >= end) break
        if (connection.isEnding()) connection = await open(new URL(origin), request)
        if ((await connection.call()) !== 200) failed += 1
        latencies.push(performance.now() - calledAtMs)
      }
      connection.close()
    }),
  )
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { calls: latencies.length, failed, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function requestFor({ host }: URL, key: string, app: string): string {
  const head = [
    `POST /v1-beta/mcp/${app} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    'mcp-protocol-version: 2026-07-28',
    'mcp-method: tools/call',
    'mcp-name: echo',
    `content-length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

async function open({ hostname, port }: URL, request: string): Promise<Connection> {
  const connecting = Promise.withResolvers<void>()
  let answered: ((status: number) => void) | undefined
  let broken: ((error: Error) => void) | undefined
  let ending = false
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => connecting.resolve())
  const onData = readFrames(head => {
    ending = CLOSE.test(head)
    answered?.(Number(head.slice(9, 12)))
  })
  socket.on('data', onData).on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  function fail(error: Error): void {
    connecting.reject(error)
    broken?.(error)
  }
  await connecting.promise
  return {
    call: () =>
      new Promise((resolve, reject) => {
        answered = resolve
        broken = reject
        socket.write(request)
      }),
    isEnding: () => ending,
    close: () => socket.destroy(),
  }
}

process.on('message', (order: Order) => {
  void run(order).then(result => process.send?.(result))
})
process.send?.('ready')
