import { AppError } from '@mtg/errors'

interface OauthErrorRow {
  readonly status: number
  readonly description: string
}

/**
 * Every error of the OAuth endpoints (spec "OAuth endpoints", RFC 6749 sections 4.1.2.1 and 5.2). `invalid_client` is
 * 401 when a well-formed client_id is not known. `access_denied` and `temporarily_unavailable` are for the login page,
 * about which the spec is silent.
 */
const oauthCatalogue = {
  invalid_request: row(400, 'The request is malformed or lacks a parameter.'),
  unsupported_grant_type: row(400, 'grant_type must be client_credentials, authorization_code or refresh_token.'),
  invalid_client: row(400, 'client_id must be an API key.'),
  invalid_grant: row(400, 'The code or refresh token is invalid, expired, revoked or was already used.'),
  unsupported_response_type: row(400, 'response_type must be code.'),
  access_denied: row(403, 'Access was denied.'),
  unsupported_method: row(405, 'This endpoint does not support that HTTP method.'),
  not_found: row(404, 'Nothing is served at this address.'),
  server_error: row(500, 'The authorization server failed. Try again.'),
  temporarily_unavailable: row(503, 'Logging in is not possible at the moment. Try again later.'),
} as const satisfies Record<string, OauthErrorRow>

/** The name of a row. */
export type OauthErrorCode = keyof typeof oauthCatalogue

/** What may accompany an error. */
export interface OauthErrorOptions {
  /** Public; says what to change. Never repeats what was sent. */
  readonly description?: string
  readonly status?: number
  /** Facts for the log. Never credentials. */
  readonly detail?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
  readonly retryAfterSeconds?: number
}

/** A refusal in the OAuth shape. Make it with `oauthError`. */
export class OauthError extends Error {
  override readonly name = 'OauthError'
  readonly code: OauthErrorCode
  readonly status: number
  readonly detail: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(code: OauthErrorCode, options: OauthErrorOptions = {}) {
    const { status, description } = oauthCatalogue[code]
    super(printable(options.description ?? description), options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.status = options.status ?? status
    this.detail = options.detail ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Makes an error: `throw oauthError('invalid_grant', { detail: { reason: 'expired' } })`. */
export function oauthError(code: OauthErrorCode, options?: OauthErrorOptions): OauthError {
  return new OauthError(code, options)
}

/** Whatever was thrown, as an OauthError: a stranger becomes `server_error`, with its text kept off the wire. */
export function toOauthError(thrown: unknown): OauthError {
  if (thrown instanceof OauthError) return thrown
  const detail = thrown instanceof AppError ? { cause: thrown.code } : {}
  return oauthError('server_error', { cause: thrown, detail })
}

/** The envelope `{error, error_description}`. */
export function toEnvelope(error: OauthError): { error: string; error_description: string } {
  return { error: error.code, error_description: error.message }
}

/** RFC 6749 section 5.2: only these characters may stand in a description. */
function printable(text: string): string {
  return text.replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, "'")
}

function row(status: number, description: string): OauthErrorRow {
  return { status, description }
}
