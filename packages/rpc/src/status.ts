import * as grpc from '@grpc/grpc-js'
import type { MessageTypeDefinition } from '@grpc/proto-loader'
import { definitionsOf, type rpc } from '@mtg/contracts'
import { type AppError, appError, catalogue, isErrorCode, toAppError } from '@mtg/errors'

const DETAILS_KEY = 'grpc-status-details-bin'
const TEXT_LENGTH_MAX = 1000
const ERROR_INFO_URL = 'type.googleapis.com/google.rpc.ErrorInfo'

const definitions = definitionsOf('gateway.rpc.v1')

// proto-loader knows messages by their names alone; the types here are generated from the same files.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const statusType = definitions['gateway.rpc.v1.Status'] as MessageTypeDefinition<rpc.Status, rpc.Status__Output>
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const errorInfoType = definitions['gateway.rpc.v1.ErrorInfo'] as MessageTypeDefinition<
  rpc.ErrorInfo,
  rpc.ErrorInfo__Output
>

/** Upper-cased catalogue codes, as ErrorInfo.reason wants them, back to codes. */
const codeByReason = new Map(Object.keys(catalogue).map(code => [code.toUpperCase(), code]))

/**
 * What a server sends for a failed call: the gRPC status of the catalogue row, the public message, and a
 * google.rpc.Status with one ErrorInfo in the trailer. `domain` is the service, such as "gateway.billing".
 */
export function toServiceError(thrown: unknown, domain: string): Partial<grpc.StatusObject> {
  const error = toAppError(thrown)
  const code = grpc.status[catalogue[error.code].grpc]
  const message = clip(error.message)
  const info = { reason: error.code.toUpperCase(), domain, metadata: metadataOf(error) }
  const detail = { typeUrl: ERROR_INFO_URL, value: errorInfoType.serialize(info) }
  const metadata = new grpc.Metadata()
  metadata.set(DETAILS_KEY, statusType.serialize({ code, message, details: [detail] }))
  return { code, details: message, metadata }
}

/**
 * What a client throws for a failed call. A status without our ErrorInfo (UNAVAILABLE, DEADLINE_EXCEEDED) is
 * `internal_error`: which dependency failed is known to the service that failed, not to the one that waited.
 */
export function fromServiceError(failure: grpc.ServiceError, callee: string): AppError {
  const info = readErrorInfo(failure.metadata)
  const code = info === undefined ? undefined : codeByReason.get(info.reason)
  if (info === undefined || code === undefined || !isErrorCode(code)) {
    const detail = { callee, grpcStatus: grpc.status[failure.code] ?? failure.code, grpcDetails: failure.details }
    return appError('internal_error', { detail, cause: failure })
  }
  return appError(code, { message: failure.details, detail: { ...info.metadata, callee, domain: info.domain } })
}

/** Whether a server has said why it refuses, with ErrorInfo: a bare status means that none answered. */
export function isRefusal(failure: unknown): boolean {
  return isServiceError(failure) && failure.metadata.get(DETAILS_KEY).length > 0
}

/** Whether gRPC has thrown it. */
export function isServiceError(failure: unknown): failure is grpc.ServiceError {
  return failure instanceof Error && 'code' in failure && 'details' in failure
}

/**
 * A service that the next one does not let in is at fault itself, not whoever asked it: to them it is `internal_error`.
 */
export function asOwnFault(error: AppError): AppError {
  const isRefused = error.code === 'unauthenticated' || error.code === 'permission_denied'
  return isRefused ? appError('internal_error', { detail: error.detail, cause: error }) : error
}

function readErrorInfo(metadata: grpc.Metadata | undefined): rpc.ErrorInfo__Output | undefined {
  const [bytes] = metadata?.get(DETAILS_KEY) ?? []
  if (!Buffer.isBuffer(bytes)) return undefined
  const detail = statusType.deserialize(bytes).details.find(any => any.typeUrl === ERROR_INFO_URL)
  return detail === undefined ? undefined : errorInfoType.deserialize(detail.value)
}

/** An error as one item's answer inside a batched stream. */
export function toRefusal(thrown: unknown, retryAfterMs = 0): rpc.Refusal {
  const error = toAppError(thrown)
  return {
    code: error.code,
    message: clip(error.message),
    detail: metadataOf(error),
    retryAfterMs: String(retryAfterMs),
  }
}

/** One item's refusal as an error; an unknown code (a newer server) is `internal_error`. */
export function fromRefusal(refusal: rpc.Refusal__Output): AppError {
  const { code, message, detail } = refusal
  return isErrorCode(code)
    ? appError(code, { message, detail })
    : appError('internal_error', { detail: { code, message } })
}

/** What an error quotes may be as long as a request; headers and batches are not. */
const clip = (text: string) => text.slice(0, TEXT_LENGTH_MAX)

function metadataOf(error: AppError): Record<string, string> {
  return Object.fromEntries(Object.entries(error.detail).map(([key, value]) => [key, clip(textOf(value))]))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'bigint' ? value.toString() : (JSON.stringify(value, bigintAsText) ?? '')
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
