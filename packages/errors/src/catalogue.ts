/** Who can mend a failure: the caller, the app's publisher, or whoever runs the gateway. A closed metric label. */
export type ErrorOwner = 'buyer' | 'publisher' | 'gateway'

/** gRPC status names used between the services. */
type GrpcStatusName =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'FAILED_PRECONDITION'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'ABORTED'
  | 'RESOURCE_EXHAUSTED'
  | 'UNAVAILABLE'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'

/** One row of the catalogue. `message` is public and constant; facts about one failure go to `AppError.detail`. */
export interface ErrorRow {
  readonly http: number
  readonly grpc: GrpcStatusName
  readonly owner: ErrorOwner
  readonly message: string
}

/**
 * Every error code that the gateway may answer with (spec "Errors"; the OAuth shape has its own small catalogue in
 * oauth-server). `publisher_client_error` and `publisher_server_error` carry the publisher's own status: the `http`
 * column is only their default. Codes after "Our additions" are not in the spec; docs/decisions.md gives the reasons.
 */
export const catalogue = {
  // Authentication
  api_key_missing: row(
    401,
    'UNAUTHENTICATED',
    'buyer',
    'Send an API key or access token as "Authorization: Bearer <credential>".',
  ),
  api_key_invalid: row(401, 'UNAUTHENTICATED', 'buyer', 'The API key or access token is not valid.'),
  api_key_expired: row(
    401,
    'UNAUTHENTICATED',
    'buyer',
    'The access token or API key has expired: get a new one and retry.',
  ),
  api_key_revoked: row(401, 'UNAUTHENTICATED', 'buyer', 'The API key has been revoked.'),
  buyer_not_found: row(401, 'UNAUTHENTICATED', 'buyer', 'The buyer of this credential no longer exists.'),

  // Suspension and scope
  buyer_suspended: row(403, 'PERMISSION_DENIED', 'buyer', 'This buyer account is suspended.'),
  publisher_suspended: row(403, 'PERMISSION_DENIED', 'publisher', 'This publisher is suspended.'),
  insufficient_scope: row(
    403,
    'PERMISSION_DENIED',
    'buyer',
    'The scope of this credential does not cover the operation.',
  ),

  // Protocol and request validation
  UnsupportedProtocolVersion: row(
    400,
    'INVALID_ARGUMENT',
    'buyer',
    'MCP-Protocol-Version must be 2026-07-28: it is the only supported version.',
  ),
  HeaderMismatch: row(400, 'INVALID_ARGUMENT', 'buyer', 'A header contradicts the request body.'),
  MissingRequiredClientCapability: row(
    400,
    'INVALID_ARGUMENT',
    'buyer',
    'The method needs a client capability that the request does not declare.',
  ),
  invalid_request: row(400, 'INVALID_ARGUMENT', 'buyer', 'The request is not valid.'),
  bad_request: row(400, 'INVALID_ARGUMENT', 'buyer', 'The request could not be read.'),
  body_too_large: row(413, 'INVALID_ARGUMENT', 'buyer', 'The request body is larger than allowed.'),

  // Billing
  insufficient_balance: row(
    402,
    'FAILED_PRECONDITION',
    'buyer',
    'The wallet cannot cover the price of this call: top it up and retry.',
  ),
  app_not_purchased: row(
    403,
    'PERMISSION_DENIED',
    'buyer',
    'This app has not been purchased: obtain it in the marketplace first.',
  ),
  subscription_inactive: row(403, 'PERMISSION_DENIED', 'buyer', 'The subscription to this app is not active.'),
  subscription_expired: row(403, 'PERMISSION_DENIED', 'buyer', 'The subscription to this app has expired.'),
  subscription_cancelled: row(403, 'PERMISSION_DENIED', 'buyer', 'The subscription to this app was cancelled.'),
  meter_expired: row(
    429,
    'RESOURCE_EXHAUSTED',
    'buyer',
    'The billing period has ended: renew the subscription to reset the meter.',
  ),

  // Metering
  invalid_record: row(400, 'INVALID_ARGUMENT', 'gateway', 'The metering record failed validation.'),
  invalid_timestamp: row(400, 'INVALID_ARGUMENT', 'gateway', 'The timestamp of the metering record was rejected.'),
  protocol_not_supported: row(501, 'UNIMPLEMENTED', 'gateway', 'Metering of this protocol is not live.'),

  // Rate limiting
  rate_limit_exceeded: row(429, 'RESOURCE_EXHAUSTED', 'buyer', 'The request rate allowed for this app is exceeded.'),
  meter_limit_exceeded: row(429, 'RESOURCE_EXHAUSTED', 'buyer', 'The monthly quota for this app is exhausted.'),

  // Routing
  invalid_path: row(
    400,
    'INVALID_ARGUMENT',
    'buyer',
    'The URL must have the form /v1-beta/{adapter}/{username}/{appname}.',
  ),
  invalid_adapter_type: row(400, 'INVALID_ARGUMENT', 'buyer', 'The adapter type is not valid.'),
  invalid_adapter: row(400, 'INVALID_ARGUMENT', 'buyer', 'The adapter is not valid.'),
  app_not_found: row(404, 'NOT_FOUND', 'buyer', 'This publisher has no app of that name.'),
  publisher_not_found: row(404, 'NOT_FOUND', 'buyer', 'No publisher has that username.'),
  publisher_api_key_not_found: row(
    404,
    'NOT_FOUND',
    'publisher',
    'The publisher has no active API key, so its apps cannot be called.',
  ),
  purchase_not_found: row(404, 'NOT_FOUND', 'buyer', 'No purchase record was found.'),
  not_found: row(404, 'NOT_FOUND', 'buyer', 'Nothing is served at this address.'),
  method_not_allowed: row(
    405,
    'UNIMPLEMENTED',
    'buyer',
    'This address does not support that HTTP method; calls are made with POST.',
  ),

  // Publisher
  publisher_client_error: row(400, 'FAILED_PRECONDITION', 'publisher', 'The publisher refused the request.'),
  publisher_server_error: row(500, 'FAILED_PRECONDITION', 'publisher', 'The publisher failed to answer the request.'),
  publisher_error: row(
    502,
    'FAILED_PRECONDITION',
    'publisher',
    'The publisher could not be reached or gave an invalid answer.',
  ),
  app_offline: row(502, 'UNAVAILABLE', 'publisher', 'The app is offline after repeated failures: try again later.'),
  publisher_not_payable: row(
    500,
    'FAILED_PRECONDITION',
    'publisher',
    'The publisher has no connected payout account, so paid calls are blocked.',
  ),
  gateway_timeout: row(504, 'FAILED_PRECONDITION', 'publisher', 'The publisher did not respond in time.'),
  adapter_not_supported: row(
    501,
    'UNIMPLEMENTED',
    'buyer',
    'This app does not speak that adapter; the available adapters are mcp and llm.',
  ),

  // Internal
  internal_error: row(500, 'INTERNAL', 'gateway', 'The gateway failed internally: nothing was charged. Try again.'),
  database_error: row(500, 'UNAVAILABLE', 'gateway', 'The database is not reachable: nothing was charged. Try again.'),
  redis_error: row(
    500,
    'UNAVAILABLE',
    'gateway',
    'The rate-limit cache is not reachable: nothing was charged. Try again.',
  ),
  trace_error: row(500, 'INTERNAL', 'gateway', 'Tracing could not be started.'),
  invalid_app_config: row(500, 'FAILED_PRECONDITION', 'publisher', 'The configuration of this app is not valid.'),

  // Our additions: on the proxy route, limits of keys
  app_not_allowed: row(403, 'PERMISSION_DENIED', 'buyer', 'This API key may not call that app or tool.'),
  price_limit_exceeded: row(402, 'FAILED_PRECONDITION', 'buyer', 'This call costs more than it may.'),
  spend_limit_exceeded: row(402, 'FAILED_PRECONDITION', 'buyer', 'This call would exceed what this API key may spend.'),
  concurrency_limit_exceeded: row(
    429,
    'RESOURCE_EXHAUSTED',
    'buyer',
    'This API key has as many calls under way as it may.',
  ),
  loop_detected: row(
    429,
    'RESOURCE_EXHAUSTED',
    'buyer',
    'This API key has made the same call too often: it looks like a loop.',
  ),

  // Our additions: on the proxy route
  idempotency_conflict: row(409, 'ABORTED', 'buyer', 'This Idempotency-Key was used with another request.'),
  task_not_found: row(404, 'NOT_FOUND', 'buyer', 'You have no task of that id here, or its time is over.'),
  origin_not_allowed: row(403, 'PERMISSION_DENIED', 'buyer', 'Requests from this Origin are not allowed.'),
  overloaded: row(
    503,
    'RESOURCE_EXHAUSTED',
    'gateway',
    'The gateway is too busy: nothing was charged. Try again shortly.',
  ),
  cell_unavailable: row(
    503,
    'UNAVAILABLE',
    'gateway',
    'The part of the gateway that keeps this account is not reachable: nothing was charged. Try again.',
  ),

  // Our additions: on the API of the console
  session_ended: row(401, 'UNAUTHENTICATED', 'buyer', 'The session has ended: log in again.'),
  login_failed: row(401, 'UNAUTHENTICATED', 'buyer', 'E-mail address and password do not belong together.'),
  email_not_verified: row(
    403,
    'PERMISSION_DENIED',
    'buyer',
    'Verify your e-mail address first: a message with a link was sent to it.',
  ),
  operator_required: row(403, 'PERMISSION_DENIED', 'buyer', 'Only an operator of this gateway may do that.'),
  call_in_progress: row(
    409,
    'FAILED_PRECONDITION',
    'buyer',
    'This call is still under way: ask again when it has ended.',
  ),
  link_invalid: row(400, 'INVALID_ARGUMENT', 'buyer', 'This link was used already or is too old: ask for a new one.'),
  idempotency_in_progress: row(
    409,
    'ABORTED',
    'buyer',
    'A request with this Idempotency-Key is still being carried out: repeat it in a moment.',
  ),

  // Our additions: between services and for administration, never on the proxy route
  invalid_argument: row(400, 'INVALID_ARGUMENT', 'buyer', 'A value is missing or not valid.'),
  unauthenticated: row(401, 'UNAUTHENTICATED', 'gateway', 'The calling service did not authenticate.'),
  permission_denied: row(403, 'PERMISSION_DENIED', 'gateway', 'The calling service may not do this.'),
  call_conflict: row(409, 'ABORTED', 'gateway', 'This call id was already used with other parameters.'),
  arguments_digest_needed: row(
    400,
    'INVALID_ARGUMENT',
    'gateway',
    'This API key watches for loops: ask again with a digest of the arguments.',
  ),
  reservation_not_found: row(404, 'NOT_FOUND', 'gateway', 'No reservation has that call id.'),
  reservation_resolved: row(409, 'ABORTED', 'gateway', 'The reservation was already resolved another way.'),
  already_purchased: row(
    409,
    'ALREADY_EXISTS',
    'buyer',
    'The buyer already has an active purchase of this app in that tier.',
  ),
  downgrade_not_allowed: row(
    409,
    'FAILED_PRECONDITION',
    'buyer',
    'A paid purchase cannot be turned into a free one: cancel it instead.',
  ),
  tier_not_offered: row(400, 'FAILED_PRECONDITION', 'buyer', 'The app does not offer that tier.'),
  purchase_state_conflict: row(
    409,
    'FAILED_PRECONDITION',
    'buyer',
    'The purchase is in a state that does not allow this change.',
  ),
  topup_amount_invalid: row(400, 'INVALID_ARGUMENT', 'buyer', 'A top-up must be between 5 and 1000 USD.'),
  webhook_signature_invalid: row(400, 'UNAUTHENTICATED', 'gateway', 'The webhook signature is not valid.'),
  username_taken: row(409, 'ALREADY_EXISTS', 'publisher', 'This username belongs to somebody else.'),
  publisher_exists: row(
    409,
    'FAILED_PRECONDITION',
    'publisher',
    'This account is a publisher already, and its name cannot be changed once it has had an app.',
  ),
  precondition_failed: row(
    412,
    'ABORTED',
    'publisher',
    'It was changed by somebody since: read it again, and send its new ETag as If-Match.',
  ),
  tier_in_use: row(409, 'FAILED_PRECONDITION', 'publisher', 'Somebody has this tier: it cannot be taken away.'),
  too_many_apps: row(409, 'RESOURCE_EXHAUSTED', 'publisher', 'A publisher may have no more apps.'),
  credential_missing: row(
    409,
    'FAILED_PRECONDITION',
    'publisher',
    'Set what the gateway presents to your servers first: PUT /api/v1/publisher/credential.',
  ),
  probe_failed: row(422, 'FAILED_PRECONDITION', 'publisher', 'The server did not answer as it must to be listed.'),
  rehearsal_too_large: row(422, 'FAILED_PRECONDITION', 'publisher', 'The calls of this app took too long to add up.'),
  nothing_to_pay_out: row(409, 'FAILED_PRECONDITION', 'publisher', 'There are no earnings to pay out.'),
} as const satisfies Record<string, ErrorRow>

/** The name of a row: a typo does not compile. */
export type ErrorCode = keyof typeof catalogue

function row(http: number, grpc: GrpcStatusName, owner: ErrorOwner, message: string): ErrorRow {
  return { http, grpc, owner, message }
}

/** Whether a string (from the wire, say) is a code of the catalogue. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(catalogue, value)
}
