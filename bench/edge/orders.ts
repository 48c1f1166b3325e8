import type { ChildProcess } from 'node:child_process'

/** The call that a load makes again and again. */
export interface CallShape {
  /** POST when left out. */
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the load is told to do. */
export interface Order {
  readonly origin: string
  readonly connections: number
  readonly seconds: number
  readonly call: CallShape
  /** Calls per second of all connections together; left out: as fast as they are answered. */
  readonly rate?: number
  /** Goes on at once when it is refused. */
  readonly isImpatient?: boolean
}

/** What came of it. */
export interface LoadResult {
  readonly calls: number
  /** Of them, those without an answer, or with another status than 200. */
  readonly failed: number
  /** From the first call to the last answer. */
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Lets the process of `load.ts` do it. */
export function ask(load: ChildProcess, order: Order): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the load has ended'))
    load.once('exit', onExit)
    load.once('message', result => {
      load.off('exit', onExit)
      resolve(result as LoadResult)
    })
    load.send(order)
  })
}

/** A paid call of a tool with about 1 KB. */
export function toolCall(app: string, key: string): CallShape {
  return {
    path: `/v1-beta/mcp/${app}`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: '1',
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'x'.repeat(900) } },
    }),
  }
}
