import type { AddressInfo } from 'node:net'
import type { CallObserved, UsageRecorded } from '@mtg/events'
import { createLogger, createMetrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { loadConfig } from '@mtg/runtime'
import { type FakePublisher, startFakePublisher } from '@mtg/testing'
import { assembleEdge } from '../src/assemble/edge.ts'
import { edgeSettings } from '../src/config.ts'
import { startBehind } from './behind.ts'
import { type Behind } from './behind-state.ts'

/** An edge that listens, with everything around it. */
export interface EdgeUnderTest {
  readonly origin: string
  readonly behind: Behind
  readonly publisher: FakePublisher
  /** Usage records so far. */
  readonly recorded: UsageRecorded[]
  /** Whether usage events are taken. */
  readonly flow: { isFlowing: boolean }
  readonly observed: CallObserved[]
  /** Log lines of finished calls. */
  readonly logged: Record<string, unknown>[]
  /** What it tells of a metric's series, by the labels as they are written. */
  metric(name: string): Promise<ReadonlyMap<string, number>>
  call(options?: CallOptions): Promise<Answer>
  /** Buyers' connections that are open. */
  connections(): Promise<number>
  /** Earlier failures of the publisher are forgotten. */
  closeCircuits(): void
  close(): Promise<void>
}

/** A request; by default a good, paid MCP tool call. */
export interface CallOptions {
  readonly path?: string
  readonly method?: string
  /** Undefined values take a header away. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** An answer. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON, if it is any. */
  readonly json: { error?: { code?: string; message?: string; status?: number }; [key: string]: unknown }
  readonly callId: string
}

export const MCP_PATH = '/v1-beta/mcp/acme/search'
export const LLM_PATH = '/v1-beta/llm/acme/chat'
export const KEY = 'vnb-sk-test-0123456789'
export const toolCall = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'add', arguments: { x: 1 } } }
export const chatCall = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
export const mcpHeaders = {
  authorization: `Bearer ${KEY}`,
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'add',
}

/** Starts one; `settings` replace the defaults of the environment. */
export async function startEdgeUnderTest(settings: Readonly<Record<string, string>> = {}): Promise<EdgeUnderTest> {
  const behind = await startBehind()
  const publisher = await startFakePublisher()
  behind.upstream = `${publisher.origin}/upstream`
  const recorded: UsageRecorded[] = []
  const observed: CallObserved[] = []
  const logged: Record<string, unknown>[] = []
  const flow = { isFlowing: true }
  const config = loadConfig(edgeSettings, {
    HTTP_LISTEN: '127.0.0.1:0',
    BASE_URL: 'http://gateway.test',
    AUTH_ADDR: behind.address,
    BILLING_ADDR: behind.address,
    METERING_ADDR: behind.address,
    OAUTH_ADDR: behind.address,
    OAUTH_URL: publisher.origin,
    BILLING_URL: publisher.origin,
    NATS_URL: 'nats://127.0.0.1:4222',
    ALLOW_PRIVATE_UPSTREAMS: '127.0.0.0/8',
    ...settings,
  })
  const destination = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const metrics = createMetrics('edge-proxy')
  const assembly = assembleEdge({
    config,
    clock: systemClock,
    log: createLogger({ service: 'edge-proxy', destination }),
    metrics,
    telemetry: noTelemetry,
    usage: { record: event => recorded.push(event), observe: event => observed.push(event) },
    isPushConnected: () => true,
    isUsageFlowing: () => flow.isFlowing,
  })
  await assembly.app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(assembly.app.server.address() as AddressInfo).port}`

  let closed: Promise<void> | undefined
  const closeAll = async () => {
    await assembly.close()
    await behind.close()
    await publisher.close()
  }
  return {
    origin,
    behind,
    publisher,
    recorded,
    observed,
    flow,
    get logged() {
      return logged.filter(line => line['msg'] === 'call')
    },
    async metric(name) {
      const lines = (await metrics.text()).matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))
      const own = (labels: string) => labels.replace(/,?service="edge-proxy",?/, '')
      return new Map([...lines].map(([, labels = '', value]) => [own(labels), Number(value)]))
    },
    call: options => call(origin, options ?? {}),
    connections: () =>
      new Promise((resolve, reject) => {
        assembly.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
      }),
    closeCircuits() {
      for (const { app } of assembly.circuits.list()) assembly.circuits.reset(app)
    },
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

async function call(
  origin: string,
  { path = MCP_PATH, method = 'POST', headers, body, signal }: CallOptions,
): Promise<Answer> {
  const given = Object.entries({ ...mcpHeaders, ...headers }).filter(([, value]) => value !== undefined)
  const sent = body ?? (path === MCP_PATH ? toolCall : chatCall)
  const response = await fetch(origin + path, {
    method,
    headers: Object.fromEntries(given) as Record<string, string>,
    redirect: 'manual',
    ...(method === 'POST' ? { body: typeof sent === 'string' ? sent : JSON.stringify(sent) } : {}),
    ...(signal === undefined ? {} : { signal }),
  })
  const text = await response.text()
  const callId = response.headers.get('x-gateway-call-id') ?? ''
  return { status: response.status, headers: response.headers, text, json: parse(text), callId }
}

function parse(text: string): Answer['json'] {
  try {
    return JSON.parse(text) as Answer['json']
  } catch {
    return {}
  }
}
