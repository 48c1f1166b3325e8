import createClient, { type Middleware } from 'openapi-fetch'
import { isRecord } from '../lib/json.ts'
import type { paths } from './generated/openapi.ts'

/** Why the API refused a request, as people may read it. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** A JSON pointer to the field at fault, such as "/limits/total". */
  readonly field: string | undefined

  constructor(facts: { code: string; message: string; status: number; field?: string | undefined }) {
    super(facts.message)
    this.code = facts.code
    this.status = facts.status
    this.field = facts.field
  }
}

/** What every request needs besides: a repetition of a POST (by a proxy, by a browser) must not do things twice. */
const completeRequest: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET') return undefined
    if (!request.headers.has('content-type') && request.method !== 'DELETE') {
      request.headers.set('content-type', 'application/json')
    }
    if (request.method === 'POST') request.headers.set('idempotency-key', randomName())
    return request
  },
}

/** `crypto.randomUUID` is missing where the console is reached by plain http on another machine. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** The API, typed by its own description. */
export const api = createClient<paths>({ baseUrl: '', credentials: 'same-origin' })
api.use(completeRequest)

interface Answered<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** What a request was answered with, or throws an `ApiError`. */
export async function ask<Data>(request: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await request.catch(() => {
    throw new ApiError({ code: 'unreachable', message: 'The console cannot be reached. Is the network up?', status: 0 })
  })
  if (!response.ok) throw toApiError(error, response.status)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer without a body has no data, and its type says so
  return data as Data
}

/** Reads the gateway's envelope; what is none (from a proxy, say) is told by its status. */
function toApiError(body: unknown, status: number): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {}
  const { code, message, field } = error
  return new ApiError({
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : `The answer was ${status}.`,
    status,
    field: typeof field === 'string' ? field : undefined,
  })
}
