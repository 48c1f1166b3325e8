// The load of bench:edge and bench:peers: a fixed number of connections, each of which calls again as soon as it is
// answered, or at a fixed rate.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readFrames } from './frames.ts'
import type { CallShape, LoadResult, Order } from './orders.ts'

interface Connection {
  /** Resolves with the status; rejects when the connection ends instead. */
  call(): Promise<number>
  /** Whether there can be no further call on it. */
  isOver(): boolean
  close(): void
}

const CLOSE = /\r\nconnection: *close/i
/** After a failure: what is down is asked again, but not as fast as it refuses. */
const FAILURE_PAUSE_MS = 20

async function run({ origin, connections, seconds, call, rate, isImpatient = false }: Order): Promise<LoadResult> {
  const url = new URL(origin)
  const request = requestOf(url, call)
  const latencies: number[] = []
  let failed = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const intervalMs = rate === undefined ? 0 : (connections / rate) * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      let connection: Connection | undefined
      for (let dueMs = start + (intervalMs * index) / connections; ; dueMs += intervalMs) {
        if (intervalMs > 0) await pause(Math.max(0, dueMs - performance.now()))
        const calledAtMs = performance.now()
        if (calledAtMs >= end) break
        if (connection === undefined || connection.isOver()) connection = await open(url, request)
        const isAnswered = await connection.call().then(
          status => status === 200,
          () => false,
        )
        latencies.push(performance.now() - calledAtMs)
        if (isAnswered) continue
        failed += 1
        if (!isImpatient || connection.isOver()) await pause(FAILURE_PAUSE_MS)
      }
      connection?.close()
    }),
  )
  const elapsedSeconds = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { calls: latencies.length, failed, seconds: elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function requestOf({ host }: URL, { method = 'POST', path, headers, body }: CallShape): string {
  const fields = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = [`${method} ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Resolves in any case: what could not be opened is over, and fails the call that is made on it. */
async function open({ hostname, port }: URL, request: string): Promise<Connection> {
  const settled = Promise.withResolvers<void>()
  let answered: ((status: number) => void) | undefined
  let broken: ((error: Error) => void) | undefined
  let failure: Error | undefined
  let isEnding = false
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => settled.resolve())
  const onData = readFrames(head => {
    isEnding = CLOSE.test(head)
    answered?.(Number(head.slice(9, 12)))
  })
  socket.on('data', onData).on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  function fail(error: Error): void {
    failure ??= error
    settled.resolve()
    broken?.(error)
  }
  await settled.promise
  return {
    call: () =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure)
        answered = resolve
        broken = reject
        socket.write(request)
      }),
    isOver: () => isEnding || failure !== undefined,
    close: () => socket.destroy(),
  }
}

process.on('message', (order: Order) => {
  void run(order).then(result => process.send?.(result))
})
process.send?.('ready')
