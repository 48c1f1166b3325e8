import { type AppError, appError, toAppError } from '@mtg/errors'
import { PublisherFailure } from './failure.ts'

/**
 * What a failure says about the publisher's health: nothing; that it cannot be reached, whoever asks; or that it failed at
 * this call, for which the call itself may be the reason.
 */
export type Blame = 'none' | 'app' | 'call'

/** The error that the buyer gets, and whose health it speaks against. */
export interface Classified {
  readonly error: AppError
  readonly blame: Blame
}

const TOO_LONG = 'The gateway ended the stream: it reached the time limit for answers.'
const TOO_LARGE = 'The gateway ended the stream: it reached the size limit for answers.'

/** Makes the public error of whatever went wrong while forwarding. */
export function classifyFailure(thrown: unknown): Classified {
  if (!(thrown instanceof PublisherFailure)) return classifyError(toAppError(thrown))
  const detail = { kind: thrown.kind, reason: thrown.message }
  switch (thrown.kind) {
    case 'timeout':
      return { error: appError('gateway_timeout', { detail, cause: thrown }), blame: blameOf(thrown) }
    case 'connect':
    case 'transport':
      return { error: appError('publisher_error', { detail, cause: thrown }), blame: blameOf(thrown) }
    case 'draining':
    case 'crowded':
      return { error: appError('overloaded', { detail, cause: thrown }), blame: 'none' }
    // The stream was in order, and is charged when it had begun: the buyer hears why it ends.
    case 'time_limit':
      return { error: appError('gateway_timeout', { message: TOO_LONG, detail, cause: thrown }), blame: 'none' }
    case 'size_limit':
      return { error: appError('publisher_error', { message: TOO_LARGE, detail, cause: thrown }), blame: 'none' }
    case 'forbidden_address':
    case 'redirect':
    case 'encoding':
    case 'status':
    case 'content_type':
    case 'too_large':
    case 'unsendable':
    case 'slow_buyer':
    case 'buyer_left':
      return { error: appError('publisher_error', { detail, cause: thrown }), blame: 'none' }
    default:
      return thrown.kind satisfies never
  }
}

const blameOf = ({ wasSent }: PublisherFailure): Blame => (wasSent ? 'call' : 'app')

function classifyError(error: AppError): Classified {
  return { error, blame: error.code === 'publisher_server_error' ? 'call' : 'none' }
}
