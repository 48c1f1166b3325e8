import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { sendClientError } from '../respond/client-error.ts'

/** Takes a request; whoever takes it answers it. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

const HEADER_BYTES_MAX = 16 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_INTERVAL_MS = 1_000
/** Longer than load balancers keep theirs, so that it is they who close idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const REQUESTS_PER_CONNECTION_MAX = 10_000

/** A server of Node's with bounds on everything that a client can make large or slow. It does not listen yet. */
export function createHardenedServer(handler: Handler): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      insecureHTTPParser: false,
      // The guard refuses a missing Host, with our error envelope.
      requireHostHeader: false,
      noDelay: true,
    },
    handler,
  )
  // Node silently drops headers beyond its limit; the guard refuses such requests.
  server.maxHeadersCount = 0
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION_MAX
  // Reading the body sends "100 Continue", so that a refused request never uploads it.
  server.on('checkContinue', handler)
  server.on('clientError', (error: Error, socket) => sendClientError(error, socket))
  // Each pipelined request listens for the end of the connection.
  server.on('connection', socket => socket.setMaxListeners(0))
  return server
}
