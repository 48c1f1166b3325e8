import { AppError, appError, type ErrorCode, errorEnvelope, toAppError } from '@mtg/errors'
import { asOwnFault } from '@mtg/rpc'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** Answers with the gateway's envelope; `baseUrl` is where credentials are explained. */
export function sendError(reply: FastifyReply, error: AppError, baseUrl: string): FastifyReply {
  const challenge = challengeFor(error, baseUrl)
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(error.status).type('application/json; charset=utf-8').send(errorEnvelope(error))
}

/** RFC 6750 section 3.1: no error when no credential was sent. */
function challengeFor(error: AppError, baseUrl: string): string | undefined {
  const isScope = error.code === 'insufficient_scope'
  if (error.status !== 401 && !isScope) return undefined
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`
  if (isScope) return `Bearer error="insufficient_scope", ${metadata}`
  const isAboutCredential = error.code.startsWith('api_key_') && error.code !== 'api_key_missing'
  return isAboutCredential ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`
}

const COMES_BACK_SOON: ReadonlySet<ErrorCode> = new Set(['overloaded', 'idempotency_in_progress'])

function retryAfterOf({ code, detail }: AppError): number | undefined {
  if (typeof detail.retryAfterSeconds === 'number') return detail.retryAfterSeconds
  return COMES_BACK_SOON.has(code) ? 1 : undefined
}

/** Whatever was thrown as an error of the catalogue, pointing at the field of the request where one is at fault. */
export function toApiError(thrown: unknown, request: FastifyRequest): AppError {
  if (thrown instanceof AppError) return pointing(asOwnFault(thrown), request)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fastify's own errors have these, others lack them
  const { code, validation, statusCode } = thrown as Partial<FastifyError>
  const fault = validation?.[0]
  if (fault !== undefined) {
    return appError('invalid_argument', { message: sentenceOf(fault), field: pointerOf(fault) })
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return appError('body_too_large')
  const isTheirs = statusCode !== undefined && statusCode < 500
  return isTheirs ? appError('bad_request', { detail: { reason: code ?? 'unreadable' } }) : toAppError(thrown)
}

type Fault = NonNullable<FastifyError['validation']>[number]

/** Of a field that is missing or too much, the pointer names that field and not the object around it. */
function pointerOf({ instancePath, params }: Fault): string {
  const name = params.missingProperty ?? params.additionalProperty
  return typeof name === 'string' ? `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : instancePath
}

const POINTER_SHOWN_MAX = 100

function sentenceOf(fault: Fault): string {
  const name = pointerOf(fault).slice(1, POINTER_SHOWN_MAX) || 'The body'
  if (fault.keyword === 'required') return `${name} is missing.`
  if (fault.keyword === 'additionalProperties') return `${name} is not a known field.`
  return `${name} ${fault.message ?? 'is not valid'}.`
}

/** Services name fields as their contracts do (`limits.total_micros`); the caller knows them as they sent them. */
function pointing(error: AppError, request: FastifyRequest): AppError {
  const { field, detail, code, message } = error
  if (field !== undefined || code !== 'invalid_argument' || typeof detail.field !== 'string') return error
  const names = detail.field.split('.').map(nameInApi)
  const isSent = [request.body, request.query, request.params].some(part => hasField(part, names))
  return isSent ? appError(code, { message, detail, cause: error.cause, field: `/${names.join('/')}` }) : error
}

/** In camel case; amounts of the API are not in micro-USD. */
function nameInApi(name: string): string {
  return name.replace(/_micros$/, '').replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

function hasField(part: unknown, [name, ...inside]: readonly string[]): boolean {
  if (name === undefined) return true
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return false
  return hasField(Reflect.get(part, name), inside)
}
