import type { IncomingMessage, ServerResponse } from 'node:http'
import { appError, toAppError } from '@mtg/errors'
import type { MeteringClient, UsagePage, UsageQuery } from '../../clients/metering.ts'
import type { PurchasesClient } from '../../clients/purchases.ts'
import type { UncountedRequests } from '../../limits/buyers/uncounted.ts'
import type { ByteBudget } from '../../limits/bytes/byte-budget.ts'
import { type SharedPlaces, within } from '../../limits/places.ts'
import { type AuthenticateServices, authenticate } from '../../pipeline/authenticate.ts'
import { type HandOverPace, sendWhole } from '../../respond/hand-over.ts'
import { sendError } from '../../respond/send-error.ts'
import { challengeFor } from '../../respond/www-authenticate.ts'
import { USAGE_PATH } from '../paths.ts'

/** Answers buyers who ask for their own usage. */
export interface UsageServices extends AuthenticateServices {
  readonly uncounted: UncountedRequests
  readonly metering: MeteringClient
  readonly purchases: PurchasesClient
  readonly baseUrl: string
  readonly answerBytes: ByteBudget
  /** Questions under way, by buyer. */
  readonly forwards: SharedPlaces
  readonly handOverPace: HandOverPace
}

const PAGE_SIZE = 50
const PAGE_SIZE_MAX = 500
const APP = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\/[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const PARAMETERS = new Set(['app', 'from', 'to', 'pageSize', 'pageToken'])

/** `GET /v1-beta/usage`: the buyer's own charged calls, newest first, by app and time. */
export function createUsageRoute(services: UsageServices) {
  const { uncounted, baseUrl } = services
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { buyerId } = await authenticate(request, services)
      uncounted.check(buyerId)
      uncounted.count(buyerId, 0)
      if (request.method !== 'GET') throw appError('method_not_allowed')
      await answerQuery(readQuery(request.url ?? '', buyerId), response, services)
    } catch (thrown) {
      const error = toAppError(thrown)
      const challenge = challengeFor(error, { baseUrl, path: '', scope: 'mcp:tools' })
      sendError(response, error, {
        allow: 'GET',
        ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
      })
    }
  }
}

/** Asks metering while the buyer has a place for it, and counts the page as held until its reader has it. */
async function answerQuery(query: UsageQuery, response: ServerResponse, services: UsageServices): Promise<void> {
  const { metering, purchases, forwards, answerBytes, handOverPace } = services
  const claim = answerBytes.open(query.buyerId)
  try {
    const page = await within(forwards, query.buyerId, () => findUsage(query, metering, purchases))
    const body = Buffer.from(JSON.stringify(page))
    claim.grow(body.length)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-length': body.length,
      'cache-control': 'no-store',
    }
    await sendWhole(response, { status: 200, headers, body }, handOverPace)
  } finally {
    claim.release()
  }
}

/** An empty page for an app that was never bought is refused: the buyer has asked for the wrong app. */
async function findUsage(query: UsageQuery, metering: MeteringClient, purchases: PurchasesClient): Promise<UsagePage> {
  const page = await metering.listUsage(query)
  const isEmpty = page.records.length === 0 && query.pageToken === ''
  if (isEmpty && query.app !== '' && !(await purchases.hasPurchase(query.buyerId, query.app))) {
    throw appError('purchase_not_found')
  }
  return page
}

function readQuery(target: string, buyerId: string): UsageQuery {
  const query = new URLSearchParams(target.slice(USAGE_PATH.length))
  const names = [...query.keys()]
  const unknown = names.find(name => !PARAMETERS.has(name))
  if (unknown !== undefined) throw invalid(`The parameter ${JSON.stringify(unknown.slice(0, 40))} is not known.`)
  if (new Set(names).size !== names.length) throw invalid('A parameter was given twice.')
  const app = query.get('app') ?? ''
  if (app !== '' && !APP.test(app)) throw invalid('app must have the form publisher/app.')
  const pageSize = Number(query.get('pageSize') ?? PAGE_SIZE)
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > PAGE_SIZE_MAX) {
    throw invalid(`pageSize must be a whole number from 1 to ${PAGE_SIZE_MAX}.`)
  }
  const pageToken = query.get('pageToken') ?? ''
  return { buyerId, app, from: readTime(query, 'from'), to: readTime(query, 'to'), pageSize, pageToken }
}

function readTime(query: URLSearchParams, name: string): Date | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw invalid(`${name} must be an ISO 8601 time.`)
  return time
}

function invalid(message: string): Error {
  return appError('invalid_request', { message })
}
