import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '@mtg/testing'
import { ask, type LoadResult, toolCall } from '../edge/orders.ts'

/** A publisher of `bench:edge`, and somebody who calls it. */
export interface CallsBeside {
  readonly upstream: string
  /** Calls at a rate until it is stopped; 0: not at all. */
  start(origin: string, rate: number): void
  /** What came of the calls; undefined when there were none. */
  finish(): Promise<CallsMade | undefined>
  stop(): void
}

/** How the calls beside the lists went. */
export interface CallsMade {
  readonly rps: number
  readonly failed: number
  /** Of the worst stretch. */
  readonly p50Ms: number
  readonly p99Ms: number
}

/** A publisher's app, and a key of who has bought it. */
export interface Called {
  readonly app: string
  readonly key: string
}

const CONNECTIONS = 16
/** How long calls are made before they are summed up. */
export const STRETCH_SECONDS = 5

/** Starts the publisher and the caller as processes of their own. */
export async function prepareCalls({ app, key }: Called): Promise<CallsBeside> {
  const port = await freePort()
  const publisher = await start('publisher.ts', { PORT: String(port) })
  const load = await start('load.ts', {})
  const over = new AbortController()
  let calling: Promise<LoadResult[]> | undefined

  async function call(origin: string, rate: number): Promise<LoadResult[]> {
    const stretches: LoadResult[] = []
    const order = { origin, connections: CONNECTIONS, seconds: STRETCH_SECONDS, call: toolCall(app, key), rate }
    while (!over.signal.aborted) stretches.push(await ask(load, order))
    return stretches
  }

  return {
    upstream: `http://127.0.0.1:${port}/mcp`,
    start(origin, rate) {
      if (rate > 0) calling = call(origin, rate)
    },
    async finish() {
      over.abort()
      const stretches = await calling
      return stretches && summedUp(stretches)
    },
    stop() {
      for (const child of [publisher, load]) child.kill()
    },
  }
}

function summedUp(stretches: readonly LoadResult[]): CallsMade {
  const sum = (of: (stretch: LoadResult) => number) => stretches.reduce((total, stretch) => total + of(stretch), 0)
  const worst = (of: (stretch: LoadResult) => number) => Math.max(...stretches.map(of))
  return {
    rps: sum(({ calls }) => calls) / sum(({ seconds }) => seconds),
    failed: sum(({ failed }) => failed),
    p50Ms: worst(({ p50Ms }) => p50Ms),
    p99Ms: worst(({ p99Ms }) => p99Ms),
  }
}

async function start(file: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../edge', file), { env: { ...process.env, ...env } })
  await new Promise(resolve => child.once('message', resolve))
  return child
}
