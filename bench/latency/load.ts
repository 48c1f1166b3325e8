// The load of bench:latency. Arrivals are independent of each other and wait for nobody (an open loop): a call's time counts from
// when it was due, so that a system that stalls is charged for all who would have come meanwhile.
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import * as grpc from '@grpc/grpc-js'
import { Pool } from 'undici'
import type { Beat } from './metronome.ts'
import { type AnswerKind, APP, FLOOR_METHOD, type Order, type Outcome, type Target } from './orders.ts'

/** Resolves when the whole answer is there; rejects when it is not the right one. */
type Caller = (key: string) => Promise<void>

interface OpenCaller {
  readonly call: Caller
  close(): Promise<void>
}

const CONNECTIONS_MAX = 1_024
/** Who finds so many before them is told that the system is full: counted as failed. */
const UNDER_WAY_MAX = 4_000
const ANSWER_TIMEOUT_MS = 30_000
const MICROS_PER_MS = 1_000
const NANOS_PER_MS = 1e6
const MS_PER_SECOND = 1_000
const body = (tool: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: '1',
    method: 'tools/call',
    params: { name: tool, arguments: { text: 'x'.repeat(900) } },
  })

function openHttp({ origin }: Target, answer: AnswerKind): OpenCaller {
  const tool = answer === 'sse' ? 'stream' : 'echo'
  const pool = new Pool(origin, {
    connections: CONNECTIONS_MAX,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    headersTimeout: ANSWER_TIMEOUT_MS,
  })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': tool,
  }
  const request = { method: 'POST', path: `/v1-beta/mcp/${APP}`, body: body(tool) } as const
  return {
    async call(key) {
      const { statusCode, body: answered } = await pool.request({
        ...request,
        headers: { ...headers, authorization: `Bearer ${key}` },
      })
      const text = await answered.text()
      if (statusCode !== 200 || !text.includes('"resultType":"complete"')) {
        throw new Error(`${statusCode} ${text.slice(0, 200)}`)
      }
    },
    close: () => pool.destroy(),
  }
}

function openGrpc({ origin }: Target): OpenCaller {
  const client = new grpc.Client(origin, grpc.credentials.createInsecure())
  const same = (bytes: Buffer) => bytes
  const request = Buffer.from('commit')
  return {
    call: () =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(FLOOR_METHOD, same, same, request, error =>
          error === null ? resolve() : reject(error),
        )
      }),
    close: async () => client.close(),
  }
}

class Tally {
  readonly #times: RecordableHistogram = createHistogram({ lowest: 1, highest: 120_000_000, figures: 3 })
  calls = 0
  failed = 0
  underWay = 0
  #firstFailure: string | undefined

  async count(dueMs: number, call: () => Promise<void>): Promise<void> {
    this.calls += 1
    if (this.underWay >= UNDER_WAY_MAX) {
      this.failed += 1
      return
    }
    this.underWay += 1
    try {
      await call()
    } catch (thrown) {
      this.failed += 1
      this.#firstFailure ??= String(thrown)
    } finally {
      this.underWay -= 1
      this.#times.record(Math.max(1, Math.round((monotonicMs() - dueMs) * MICROS_PER_MS)))
    }
  }

  outcome(seconds: number, cpuMicros: number): Outcome {
    if (this.#firstFailure !== undefined) console.error(`a call failed: ${this.#firstFailure}`)
    const at = (percent: number) => this.#times.percentile(percent) / MICROS_PER_MS
    return {
      calls: this.calls,
      failed: this.failed,
      perSecond: this.calls / seconds,
      p50Ms: at(50),
      p90Ms: at(90),
      p99Ms: at(99),
      maxMs: this.#times.max / MICROS_PER_MS,
      loadCpuMicros: cpuMicros / Math.max(1, this.calls),
    }
  }
}

async function run(order: Order): Promise<Outcome> {
  const { target, seconds, keys } = order
  const caller = target.kind === 'grpc' ? openGrpc(target) : openHttp(target, order.answer)
  const tally = new Tally()
  let turn = 0
  const next = (dueMs: number) => tally.count(dueMs, () => caller.call(keys[turn++ % keys.length] ?? ''))
  const cpu = process.cpuUsage()
  if (order.rate === undefined) await callAgainAndAgain(order, next)
  else await arrive({ rate: order.rate, seconds, seed: order.seed }, next)
  while (tally.underWay > 0) await pause(1)
  const spent = process.cpuUsage(cpu)
  await caller.close()
  return tally.outcome(seconds, spent.user + spent.system)
}

function arrive(beat: Beat, next: (dueMs: number) => unknown): Promise<void> {
  const metronome = new Worker(new URL('./metronome.ts', import.meta.url), { workerData: beat })
  return new Promise((resolve, reject) => {
    metronome.on('message', (due: number | 'over') => (due === 'over' ? resolve() : void next(due)))
    metronome.on('error', reject)
  })
}

async function callAgainAndAgain({ connections, seconds }: Order, next: (dueMs: number) => Promise<void>) {
  const endMs = monotonicMs() + seconds * 1000
  const caller = async () => {
    while (monotonicMs() < endMs) await next(monotonicMs())
  }
  await Promise.all(Array.from({ length: connections }, caller))
}

/** The clock that the metronome's thread has as well. */
function monotonicMs(): number {
  const [seconds, nanos] = process.hrtime()
  return seconds * MS_PER_SECOND + nanos / NANOS_PER_MS
}

process.on('message', (order: Order) => {
  run(order).then(
    outcome => process.send?.(outcome),
    error => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')
