import type { IncomingMessage, ServerResponse } from 'node:http'
import { appError, toAppError } from '@mtg/errors'
import { textOf, watchFor } from '../../adapters/json/value.ts'
import type { MessageLimits } from '../../adapters/message-limits.ts'
import { invalid, nameOf, readObject } from '../../adapters/request-body.ts'
import type { UploadServices } from '../../call/collect-body.ts'
import type { UncountedRequests } from '../../limits/buyers/uncounted.ts'
import type { ByteBudget } from '../../limits/bytes/byte-budget.ts'
import type { Load } from '../../limits/load/load.ts'
import { type SharedPlaces, within } from '../../limits/places.ts'
import { type AuthenticateServices, authenticate } from '../../pipeline/authenticate.ts'
import { type QuoteSubject, type QuoteTellers, quoteCall } from '../../pipeline/quote-call.ts'
import { readBody } from '../../pipeline/read-body.ts'
import { sendError } from '../../respond/send-error.ts'
import { challengeFor } from '../../respond/www-authenticate.ts'
import { isName } from '../match-app.ts'

/** Answers what a call would cost, and what would refuse it. */
export interface QuoteServices extends AuthenticateServices, UploadServices, QuoteTellers {
  readonly uncounted: UncountedRequests
  readonly load: Load
  readonly bodyBytes: ByteBudget
  readonly messageLimits: MessageLimits
  /** Questions under way, by buyer. */
  readonly forwards: SharedPlaces
  readonly baseUrl: string
}

const BODY_BYTES_MAX = 16 * 1024
const MEMBERS = new Set(['app', 'tool'])
const TOOL = { key: 'tool', shownAs: '"tool"', bound: 'nameBytesMax' } as const
/** Nothing below the top level is of interest. */
const bodyWatch = watchFor({})

/**
 * `POST /api/v1/quote` {app, tool?}: would this call pass now, at what price, and what would refuse it. It charges and counts
 * nothing but a request of its buyer.
 */
export function createQuoteRoute(services: QuoteServices) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const principal = await authenticate(request, services)
      const { buyerId } = principal
      services.load.accept(buyerId)
      services.uncounted.check(buyerId)
      services.uncounted.count(buyerId, 0)
      if (request.method !== 'POST') throw appError('method_not_allowed')
      const subject = await readSubject(request, response, buyerId, services)
      const quote = await within(services.forwards, buyerId, () => quoteCall(subject, principal, services))
      sendJson(response, quote)
    } catch (thrown) {
      const error = toAppError(thrown)
      const challenge = challengeFor(error, { baseUrl: services.baseUrl, path: '', scope: 'mcp:tools' })
      sendError(response, error, challenge === undefined ? {} : { 'www-authenticate': challenge })
    }
  }
}

async function readSubject(
  request: IncomingMessage,
  response: ServerResponse,
  owner: string,
  { bodyBytes, uploads, messageLimits: limits }: QuoteServices,
): Promise<QuoteSubject> {
  const claim = bodyBytes.open(owner)
  try {
    const bytes = await readBody(request, response, { bytesMax: BODY_BYTES_MAX, uploads, owner, claim })
    return await readObject(bytes, bodyWatch, limits, ({ members }) => {
      const unknown = [...members.keys()].find(key => !MEMBERS.has(key))
      if (unknown !== undefined) {
        throw invalid(`has a member that is not known: ${JSON.stringify(unknown.slice(0, 40))}`)
      }
      const [publisherUsername = '', appName = '', ...rest] = (textOf(bytes, members.get('app')) ?? '').split('/')
      if (!isName(publisherUsername) || !isName(appName) || rest.length > 0) {
        throw invalid('must have "app", such as "acme/search"')
      }
      const toolName = nameOf(bytes, members, TOOL, limits)
      if (members.has('tool') && toolName === undefined) throw invalid('must have a name as "tool", or leave it out')
      return { publisherUsername, appName, toolName: toolName ?? '' }
    })
  } finally {
    claim.release()
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  }
  response.writeHead(200, headers).end(body)
}
