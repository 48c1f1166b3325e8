import { appError } from '@mtg/errors'
import type { FastifyRequest } from 'fastify'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of another origin could make a browser send along with the session cookie: a change needs one of our own
 * origins or none, and JSON, which no form can send. A request with an Authorization header was not made by a form.
 */
export function checkOrigin({ method, headers }: FastifyRequest, ownOrigins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(method) || headers.authorization !== undefined) return
  const { origin } = headers
  if (origin !== undefined && !ownOrigins.has(origin)) throw appError('origin_not_allowed', { detail: { origin } })
  if (headers['sec-fetch-site'] === 'cross-site') throw appError('origin_not_allowed', { detail: { origin: 'none' } })
}

/** Refuses bodies of another type than JSON, and changes without any type that a form could have sent. */
export function checkMediaType({ method, headers }: FastifyRequest): void {
  if (SAFE_METHODS.has(method)) return
  const type = headers['content-type']
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (type === undefined && !hasBody && method === 'DELETE') return
  if (type === undefined && !hasBody && headers.authorization !== undefined) return
  if (type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json') return
  throw appError('bad_request', { message: 'Content-Type must be application/json.' })
}
