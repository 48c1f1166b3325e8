import type { FastifyRequest } from 'fastify'
import { oauthError } from '../domain/oauth-error.ts'
import { type Parameters, parseForm, parseJson } from '../domain/parameters.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Parameters of a form body. */
export function readForm(request: FastifyRequest): Parameters {
  if (mediaTypeOf(request) !== FORM) {
    throw oauthError('invalid_request', { description: `Content-Type must be ${FORM}.` })
  }
  return parseForm(textOf(request))
}

/** Parameters of a form or JSON body (spec "POST /oauth/token": both are accepted). */
export function readFormOrJson(request: FastifyRequest): Parameters {
  const mediaType = mediaTypeOf(request)
  if (mediaType === FORM) return parseForm(textOf(request))
  if (mediaType === JSON_TYPE) return parseJson(textOf(request))
  throw oauthError('invalid_request', { description: `Content-Type must be ${FORM} or ${JSON_TYPE}.` })
}

/** Parameters of the query. */
export function readQuery(request: FastifyRequest): Parameters {
  return parseForm(queryOf(request))
}

/** The query without its question mark. */
export function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

function mediaTypeOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function textOf(request: FastifyRequest): string {
  const { body } = request
  if (!Buffer.isBuffer(body)) return ''
  try {
    return utf8.decode(body)
  } catch {
    throw oauthError('invalid_request', { description: 'The body is not valid UTF-8.' })
  }
}
