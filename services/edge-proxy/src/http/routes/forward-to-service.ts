import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type AppError, appError, toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { Agent, type Dispatcher } from 'undici'
import { collectBody, type UploadServices } from '../../call/collect-body.ts'
import { addressOf } from '../../limits/address.ts'
import { UNCOUNTED_BYTES } from '../../limits/answer-bytes.ts'
import type { ByteBudget, ByteClaim } from '../../limits/byte-budget.ts'
import { type SharedPlaces, within } from '../../limits/places.ts'
import { type HandOverPace, sendWhole } from '../../respond/hand-over.ts'

/** A service that answers some paths of the gateway's origin itself. */
export interface ServiceTarget {
  /** "http://host:port", one for each replica. */
  readonly origins: readonly string[]
  readonly bodyBytesMax: number
  /** Answers while the service is away. */
  readonly sendUnavailable: (response: ServerResponse) => void
  /** Refuses what the service need not see. */
  readonly sendRefusal: (response: ServerResponse, error: AppError) => void
}

/** Passes requests on to services of our own, unchanged. */
export interface ServiceForwarder {
  forward(request: IncomingMessage, response: ServerResponse, target: ServiceTarget): Promise<void>
  close(): Promise<void>
}

/** What forwarding to services needs. */
export interface ServiceForwarderOptions extends UploadServices {
  readonly log: Logger
  /** Whether a proxy in front of the gateway vouches for X-Forwarded-For. */
  readonly trustForwardedFor: boolean
  readonly bodyBytes: ByteBudget
  readonly answerBytes: ByteBudget
  /** What is under way, by address. */
  readonly forwards: SharedPlaces
  readonly handOverPace: HandOverPace
}

/** For everything between the request's last byte and the answer's. */
const TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 1_000
/** Pages, tokens and metadata are small. */
const ANSWER_BYTES_MAX = 1024 * 1024
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

  /** The answer, whole; its bytes belong to the claim. Nobody waits for it once the connection is gone. */
  async function answerOf(request: IncomingMessage, origins: readonly string[], body: Buffer, claim: ByteClaim) {
    const { socket } = request
    const left = new AbortController()
    const leave = () => left.abort()
    socket.once('close', leave)
    try {
      const answer = await ask(origins, {
        path: request.url ?? '/',
        method: request.method ?? 'GET',
        headers: requestHeaders(request, options.trustForwardedFor),
        body: body.length === 0 ? null : body,
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), left.signal]),
      })
      const bytes = await collectAnswer(answer.body, claim)
      return { status: answer.statusCode, headers: answerHeaders(answer.headers), body: bytes }
    } finally {
      socket.off('close', leave)
    }
  }

  /** A place is taken when the body is there: a sender who stops in the middle keeps nobody waiting. */
  async function exchange(request: IncomingMessage, response: ServerResponse, target: ServiceTarget, owner: string) {
    const { uploads, forwards } = options
    const bodyClaim = options.bodyBytes.open(owner)
    const answerClaim = options.answerBytes.open(owner)
    try {
      const bounds = { bytesMax: target.bodyBytesMax, uploads, owner, claim: bodyClaim }
      const body = await collectBody(request, response, bounds)
      const answer = await within(forwards, owner, () => answerOf(request, target.origins, body, answerClaim))
      bodyClaim.release()
      await sendWhole(response, answer, options.handOverPace)
    } finally {
      bodyClaim.release()
      answerClaim.release()
    }
  }

  return {
    async forward(request, response, target) {
      try {
        await exchange(request, response, target, addressOf(request, options.trustForwardedFor))
      } catch (thrown) {
        const error = toAppError(thrown)
        if (response.headersSent || response.destroyed) return void response.destroy()
        if (error.owner === 'buyer' || error.code === 'overloaded') return target.sendRefusal(response, error)
        options.log.error({ err: error, origins: target.origins }, 'a service could not be reached')
        target.sendUnavailable(response)
      }
    },
    close: () => agent.close(),
  }
}

/**
 * Reads an answer whole. A small one is not counted, as a publisher's is not: forwards are few, and nobody should go without a
 * token because of the large answers of others.
 */
export async function collectAnswer(body: AsyncIterable<Buffer>, claim: ByteClaim): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let counted = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw appError('internal_error', { detail: { reason: 'the answer is too large' } })
    if (size > UNCOUNTED_BYTES) {
      claim.grow(size - counted)
      counted = size
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
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
  return { ...endToEnd(headers), 'x-content-type-options': 'nosniff' }
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map(name => name.trim().toLowerCase()))
  const kept: IncomingHttpHeaders = {}
  for (const name in headers) {
    if (!HOP_BY_HOP.has(name) && !named.has(name) && headers[name] !== undefined) kept[name] = headers[name]
  }
  return kept
}
