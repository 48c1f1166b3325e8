import type { RunningReplica } from '@mtg/launcher'
import { Pool } from 'undici'

/** A request without its origin. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly callId: string | undefined
  readonly text: string
}

/**
 * What stands in front of edges in production: it goes round those that say that they are ready, keeps connections
 * open as long as they may be, and never sends a request twice.
 */
export interface Balancer {
  /** Rejects when the connection breaks before the answer is complete. */
  send(request: Request): Promise<Answer>
  /** How many answers asked for the end of their connection. */
  farewells(): number
  close(): Promise<void>
}

const PROBE_INTERVAL_MS = 50
const MISSES_MAX = 3
const CONNECTIONS = 64

interface Target {
  readonly readyUrl: string
  readonly pool: Pool
  /** Probes in a row that it failed. */
  misses: number
}

/** Balances over these edges; resolves once all are ready. */
export async function openBalancer(edges: readonly RunningReplica[]): Promise<Balancer> {
  const targets = edges.map(
    (edge): Target => ({
      readyUrl: edge.readyUrl,
      pool: new Pool(edge.origin, { connections: CONNECTIONS }),
      misses: 0,
    }),
  )
  let turn = 0
  let farewells = 0
  let closed = false
  const probe = async (target: Target): Promise<void> => {
    const isReady = await fetch(target.readyUrl).then(
      async response => (await response.text(), response.status === 200),
      () => false,
    )
    target.misses = isReady ? 0 : target.misses + 1
    if (!closed) setTimeout(() => void probe(target), PROBE_INTERVAL_MS).unref()
  }
  await Promise.all(targets.map(probe))
  if (targets.some(target => target.misses > 0)) throw new Error('not every edge is ready')

  const next = (): Target => {
    // When none is ready, those that were last: a load balancer that knows no better place keeps to the old one.
    const bound = Math.max(MISSES_MAX - 1, Math.min(...targets.map(target => target.misses)))
    const usable = targets.filter(target => target.misses <= bound)
    turn += 1
    const target = usable[turn % usable.length]
    if (target === undefined) throw new Error('there are no edges')
    return target
  }
  return {
    async send({ method, path, headers, body }) {
      const response = await next().pool.request({ method, path, headers, body: body ?? null })
      const text = await response.body.text()
      const callId = response.headers['x-gateway-call-id']
      if (response.headers.connection === 'close') farewells += 1
      return { status: response.statusCode, callId: typeof callId === 'string' ? callId : undefined, text }
    },
    farewells: () => farewells,
    async close() {
      closed = true
      await Promise.all(targets.map(({ pool }) => pool.destroy()))
    },
  }
}
