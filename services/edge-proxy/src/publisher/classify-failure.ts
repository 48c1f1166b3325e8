import { type AppError, appError, toAppError } from '@mtg/errors'
import { PublisherFailure } from './failure.ts'

/** The error that the buyer gets, and what it says about the publisher's health. */
export interface Classified {
  readonly error: AppError
  /** Whether it speaks against the publisher being up: transport failures, timeouts and 5xx. */
  readonly countsAgainstApp: boolean
}

/** Makes the public error of whatever went wrong while forwarding. */
export function classifyFailure(thrown: unknown): Classified {
  if (!(thrown instanceof PublisherFailure)) return classifyError(toAppError(thrown))
  const detail = { kind: thrown.kind, reason: thrown.message }
  switch (thrown.kind) {
    case 'timeout':
      return { error: appError('gateway_timeout', { detail, cause: thrown }), countsAgainstApp: true }
    case 'connect':
    case 'transport':
      return { error: appError('publisher_error', { detail, cause: thrown }), countsAgainstApp: true }
    case 'draining':
      return { error: appError('overloaded', { detail, cause: thrown }), countsAgainstApp: false }
    case 'forbidden_address':
    case 'redirect':
    case 'encoding':
    case 'too_large':
    case 'buyer_left':
      return { error: appError('publisher_error', { detail, cause: thrown }), countsAgainstApp: false }
    default:
      return thrown.kind satisfies never
  }
}

function classifyError(error: AppError): Classified {
  return { error, countsAgainstApp: error.code === 'publisher_server_error' }
}
