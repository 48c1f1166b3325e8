import { catalogue, type ErrorCode, type ErrorOwner } from './catalogue.ts'

/** What may accompany an error. Everything but `message`, `field` and `status` stays inside: logs only, never the wire. */
export interface AppErrorOptions {
  /** Facts for the log. Never credentials. */
  readonly detail?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
  /** Replaces the catalogue's public message where the caller needs a fact to act on, such as when to come back. */
  readonly message?: string
  /** Public: a JSON pointer to the one field of the request that is at fault. */
  readonly field?: string
  /** Only for `publisher_client_error` and `publisher_server_error`: the publisher's own HTTP status. */
  readonly status?: number
}

/** The one error type that crosses module and service borders. Make it with `appError`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** HTTP status to answer with. */
  readonly status: number
  readonly owner: ErrorOwner
  readonly field: string | undefined
  readonly detail: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const row = catalogue[code]
    super(options.message ?? row.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status ?? row.http
    this.owner = row.owner
    this.field = options.field
    this.detail = options.detail ?? {}
  }
}

/** Makes an error of the catalogue: `throw appError('insufficient_balance', { detail: { priceMicros } })`. */
export function appError(code: ErrorCode, options?: AppErrorOptions): AppError {
  return new AppError(code, options)
}

/** Whatever was thrown, as an AppError: a stranger becomes `internal_error`, with its text kept off the wire. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : appError('internal_error', { cause: thrown })
}
