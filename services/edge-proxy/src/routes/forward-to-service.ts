import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/runtime'
import { Agent, type Dispatcher } from 'undici'
import { collectBody } from '../pipeline/read-body.ts'
import { sendError } from '../respond/send-error.ts'

/** A service that answers some paths of the gateway's origin itself. */
export interface ServiceTarget {
  /** "http://host:port", one for each replica. */
  readonly origins: readonly string[]
  /** Answers while the service is away. */
  readonly sendUnavailable: (response: ServerResponse) => void
}

/** Passes requests on to services of our own, unchanged. */
export interface ServiceForwarder {
  forward(request: IncomingMessage, response: ServerResponse, target: ServiceTarget): Promise<void>
  close(): Promise<void>
}

/** What forwarding to services needs. */
export interface ServiceForwarderOptions {
  readonly log: Logger
  readonly bodyBytesMax: number
  /** Whether a proxy in front of the gateway vouches for X-Forwarded-For. */
  readonly trustForwardedFor: boolean
}

const TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 1_000
/** Nothing was sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])
/** The connection ended before an answer began; a request that changes nothing may be sent again. */
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** RFC 9110 section 7.6.1: these end at each hop, as does whatever `Connection` names. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Makes a forwarder. */
export function createServiceForwarder(options: ServiceForwarderOptions): ServiceForwarder {
  const agent = new Agent({
    connections: 64,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    // Each on a connection of its own: one that was kept may end, with its replica, under a request that must not be repeated.
    pipelining: 0,
  })
  let turn = 0

  /** Goes round the replicas, past those that cannot be reached. */
  async function ask(origins: readonly string[], question: Omit<Dispatcher.RequestOptions, 'origin'>) {
    turn += 1
    const first = turn
    for (let tries = 1; ; tries += 1) {
      const origin = origins[(first + tries) % origins.length] ?? ''
      try {
        return await agent.request({ ...question, origin })
      } catch (thrown) {
        if (tries >= origins.length || !mayAskAgain(thrown, question.method)) throw thrown
        options.log.debug({ err: thrown, origin }, 'another replica is asked')
      }
    }
  }

  return {
    async forward(request, response, { origins, sendUnavailable }) {
      try {
        const body = await collectBody(request, response, options.bodyBytesMax)
        const answer = await ask(origins, {
          path: request.url ?? '/',
          method: request.method ?? 'GET',
          headers: requestHeaders(request, options.trustForwardedFor),
          body: body.length === 0 ? null : body,
        })
        const bytes = Buffer.from(await answer.body.arrayBuffer())
        response.writeHead(answer.statusCode, answerHeaders(answer.headers)).end(bytes)
      } catch (thrown) {
        const error = toAppError(thrown)
        if (response.headersSent || response.destroyed) return void response.destroy()
        if (error.owner === 'buyer') return sendError(response, error)
        options.log.error({ err: error, origins }, 'a service could not be reached')
        sendUnavailable(response)
      }
    },
    close: () => agent.close(),
  }
}

function mayAskAgain(thrown: unknown, method: string): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  return NOT_CONNECTED.has(code) || (CUT_OFF.has(code) && (method === 'GET' || method === 'HEAD'))
}

function requestHeaders(request: IncomingMessage, trustForwardedFor: boolean): Record<string, string | string[]> {
  const headers = endToEnd(request.headers) as Record<string, string | string[]>
  const peer = request.socket.remoteAddress ?? ''
  const given = trustForwardedFor ? request.headers['x-forwarded-for'] : undefined
  headers['x-forwarded-for'] = given === undefined ? peer : `${String(given)}, ${peer}`
  return headers
}

function answerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return endToEnd(headers)
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map(name => name.trim().toLowerCase()))
  const kept: IncomingHttpHeaders = {}
  for (const name in headers) {
    if (!HOP_BY_HOP.has(name) && !named.has(name) && headers[name] !== undefined) kept[name] = headers[name]
  }
  return kept
}
