import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from '@mtg/observability'
import { splitAddress } from '@mtg/primitives'
import { boundConnections } from './connections.ts'

/** What is answered to one request. */
export interface OpsAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** The operations port of a service, listening. */
export interface OpsServer {
  readonly port: number
  close(): Promise<void>
}

/** Where to listen, and what to answer. */
export interface OpsServerOptions {
  /** "host:port" */
  readonly listen: string
  readonly log: Logger
  /** By path, without the query; undefined: nothing is there. */
  readonly answer: (path: string) => Promise<OpsAnswer | undefined>
  /** How long a request may take to arrive; default 5,000. */
  readonly requestTimeoutMs?: number | undefined
}

/** A probe takes milliseconds and a few hundred bytes: whoever reaches the port gets no more than that of a service. */
const CONNECTIONS_MAX = 64
const HEADER_BYTES_MAX = 8 * 1024
const REQUEST_TIMEOUT_MS = 5_000
const SILENCE_TIMEOUT_MS = 10_000
const TIMEOUT_CHECK_INTERVAL_MS = 1_000
const REQUESTS_PER_CONNECTION_MAX = 1_000

/** Serves probes and metrics. Nothing that is sent to it, and nobody who connects to it, can end or block the process. */
export async function serveOps(options: OpsServerOptions): Promise<OpsServer> {
  const { listen, log, answer, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_INTERVAL_MS, requestTimeoutMs / 5),
      keepAliveTimeout: SILENCE_TIMEOUT_MS,
    },
    (request, response) => {
      respond(request, response, answer).catch((err: unknown) => {
        log.error({ err }, 'ops request failed')
        response.destroy()
      })
    },
  )
  server.timeout = SILENCE_TIMEOUT_MS
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION_MAX
  boundConnections(server, CONNECTIONS_MAX)
  const { host, port } = splitAddress(listen)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.on('error', (err: Error) => log.warn({ err }, 'ops port failed'))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: OpsServerOptions['answer'],
): Promise<void> {
  const { method, url = '' } = request
  if (method !== 'GET' && method !== 'HEAD') {
    // What else it sends is not waited for.
    response.setHeader('connection', 'close').setHeader('allow', 'GET, HEAD')
    return send(response, { status: 405, type: 'text/plain', body: 'method not allowed\n' })
  }
  // Compared as it came: a target may be anything, and parsing it as a URL may throw.
  const found = await answer(url.split('?', 1)[0] ?? '')
  send(response, found ?? { status: 404, type: 'text/plain', body: 'not found\n' })
}

function send(response: ServerResponse, { status, type, body }: OpsAnswer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}
